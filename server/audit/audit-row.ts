import type { JsonValue } from '../../database/database-types.ts'

/** Converts a row for an audit event, with dates as text. Select its columns by name, so that no secret is included. */
export function auditRow(row: Readonly<Record<string, JsonValue | Date>>): JsonValue {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Date ? value.toISOString() : value,
    ]),
  )
}
