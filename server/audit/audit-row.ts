import type { JsonValue } from '../../database/database-types.ts'

/**
 * Converts a row for an audit event, with dates as text. Select the row's columns by name, so that it contains no
 * secret.
 */
export function auditRow(row: Readonly<Record<string, JsonValue | Date>>): JsonValue {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      value instanceof Date ? value.toISOString() : value,
    ]),
  )
}
