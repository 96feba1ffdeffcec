import { type RawBuilder, sql } from 'kysely'

/** Formats an instant as text for JSON, as the contract requires. */
export const isoInstant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
