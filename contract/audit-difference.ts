import { hasOwnMeaning, scopeOfFields } from './audit-fields.ts'
import type { RecordNames } from './audit-record-names.ts'
import { labelOf, valueInWords } from './audit-values.ts'

/**
 * Change of one field by an event, formatted for display. `from` or `to` is empty if there was no value before or
 * after.
 */
export interface FieldChange {
  label: string
  from: string
  to: string
}

interface EventValues {
  /** Record of the event, such as `service:12`. */
  record: string | null
  before: unknown
  after: unknown
}

/** Fields that change with every save, and the id. They are not shown as changes. */
const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at', 'id'])

/**
 * Returns the changes of an event, one per field, in the order of the record's fields. A referenced record is shown by
 * its name, or by its number if `names` does not contain it.
 */
export function auditDifference({ record, before, after }: EventValues, names: RecordNames) {
  const context = { scope: scopeOfFields(record), names }
  const [was, is] = [fieldsOf(context.scope, before), fieldsOf(context.scope, after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path): FieldChange[] => {
    const from = valueInWords(context, path, was.get(path))
    const to = valueInWords(context, path, is.get(path))
    return from === to ? [] : [{ label: labelOf(context, path), from, to }]
  })
}

/**
 * Flattens the values of an event to a map from paths, such as `name` and `invitation.email`, to values. A value that
 * is not an object has the path ''.
 */
function fieldsOf(scope: string, value: unknown, path = ''): Map<string, unknown> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, value]])
  return new Map(
    Object.entries(value)
      .filter(([name]) => !bookkeeping.has(name) || hasOwnMeaning(scope, name))
      .flatMap(([name, each]: [string, unknown]) => [
        ...fieldsOf(scope, each, path === '' ? name : `${path}.${name}`),
      ]),
  )
}
