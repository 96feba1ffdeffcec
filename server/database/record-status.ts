import { type RawBuilder, sql } from 'kysely'

// Tables have a column `active`, but requests, responses and audit events have `status` 1 or 0. These functions convert
// between them.

/** Selects the column `active` of a table, or of its alias, as `status`. */
export function statusOf(table: string): RawBuilder<0 | 1> {
  return sql<0 | 1>`${sql.ref(`${table}.active`)}::integer`
}

/** Returns a function that builds the list filter by `status` for a table. */
export function hasStatus(table: string): (status: 0 | 1) => RawBuilder<boolean> {
  return (status) => sql<boolean>`${sql.ref(`${table}.active`)} = ${status === 1}`
}

/** Returns the assignment of an UPDATE that sets `active` from `status`. */
export function setStatus(status: unknown): RawBuilder<unknown> {
  return sql`active = ${status === 1}`
}
