import { type RawBuilder, sql } from 'kysely'

/** Within JSON an instant is text, as the contract has it. */
export const isoInstant = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
