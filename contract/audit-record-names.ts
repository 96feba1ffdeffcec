import { fieldAt, scopeOfFields } from './audit-fields.ts'

/** Names of records, by keys such as `company:2`. Records that the reader cannot see are absent. */
export type RecordNames = Readonly<Record<string, string>>

/** Label of a record whose name is missing or hidden. */
export const byNumber = (id: string | number): string => `nº ${id}`

/**
 * Maximum number of records that an event shows by name. An event needs no more: a write to thousands of users logs a
 * sub-event for each user.
 */
const namedAtOnce = 100

/**
 * Returns the records, as `company:2`, that the values of an event reference; `record` is the record of the event.
 */
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
  // The value of the filter `record` is already `kind:id`.
  if (field?.as === 'record') found.add(String(value))
}
