import { isOwnOf, scopeOfFields } from './trail-fields.ts'
import type { RecordNames } from './trail-names.ts'
import { labelOf, valueInWords } from './trail-values.ts'

/** What an event changed in one field, in words; empty where there was, or is, nothing. */
export interface FieldChange {
  label: string
  from: string
  to: string
}

interface Kept {
  /** What it was about, as `service:12`. */
  record: string | null
  before: unknown
  after: unknown
}

/** What a save counts and stamps by itself says nothing of what was changed. */
const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at', 'id'])

/**
 * What an event changed, field by field, in the order in which the record keeps them. Records to which it refers go by
 * `names`, or else by their numbers.
 */
export function trailDifference({ record, before, after }: Kept, names: RecordNames) {
  const telling = { scope: scopeOfFields(record), names }
  const [was, is] = [fieldsOf(telling.scope, before), fieldsOf(telling.scope, after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path): FieldChange[] => {
    const from = valueInWords(telling, path, was.get(path))
    const to = valueInWords(telling, path, is.get(path))
    return from === to ? [] : [{ label: labelOf(telling, path), from, to }]
  })
}

/** Everything that an event keeps, by its path: `name`, `invitation.email`; a value that is no object has no path. */
function fieldsOf(scope: string, value: unknown, path = ''): Map<string, unknown> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, value]])
  return new Map(
    Object.entries(value)
      .filter(([name]) => !bookkeeping.has(name) || isOwnOf(scope, name))
      .flatMap(([name, each]: [string, unknown]) => [
        ...fieldsOf(scope, each, path === '' ? name : `${path}.${name}`),
      ]),
  )
}
