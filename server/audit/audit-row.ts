import type { JsonValue } from '../../database/database-types.ts'

/** A row as an audit event keeps it: dates as text. Name its columns where it is selected, so that no secret comes along. */
export function auditRow(row: Readonly<Record<string, JsonValue | Date>>): JsonValue {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Date ? value.toISOString() : value,
    ]),
  )
}
