import { fieldAt, scopeOfFields } from './trail-fields.ts'

/** What records are called, by `company:2`; of those that the reader doesn't see there is none. */
export type RecordNames = Readonly<Record<string, string>>

/** Somebody or something without a name that may be told goes by its number. */
export const byNumber = (id: string | number): string => `nº ${id}`

/** So many records of an event are called by their names: a write of ten thousand people has its parts for that. */
const namedAtOnce = 100

/** The records to which the values that an event keeps refer, as `company:2`; `record` is what the event was about. */
export function recordsIn(record: string | null, ...values: readonly unknown[]): string[] {
  const scope = scopeOfFields(record)
  const found = new Set<string>()
  for (const value of values) collect(value, { scope, path: '', found })
  return [...found].slice(0, namedAtOnce)
}

interface Collecting {
  scope: string
  path: string
  found: Set<string>
}

function collect(value: unknown, { scope, path, found }: Collecting): void {
  if (value === null || value === undefined || found.size >= namedAtOnce) return
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) collect(each, { scope, path, found })
    return
  }
  if (typeof value === 'object') {
    for (const [name, each] of Object.entries(value) as [string, unknown][])
      collect(each, { scope, path: path === '' ? name : `${path}.${name}`, found })
    return
  }
  if (typeof value !== 'string' && typeof value !== 'number') return
  const field = fieldAt(scope, path)
  if (field?.of !== undefined) found.add(`${field.of}:${value}`)
  // A filter by a record names it whole.
  if (field?.as === 'record') found.add(String(value))
}
