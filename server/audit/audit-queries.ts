import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { hexOf } from '../database/statement-write.ts'
import { withClause, type WriteParts } from '../database/write-parts.ts'
import type { KeptValue } from './personal-values.ts'

/** An event as stored in the tables of the log. It has the columns that the log seals, and the personal values. */
export interface EventRow {
  /** For a part of a write: number of the event of the whole write. */
  part_of: number | null
  operation: string
  event: string
  user_id: number | null
  session_id: string | null
  company_id: number | null
  delegation_id: number | null
  api_token_id: number | null
  target: string | null
  confirmed_by: string | null
  request_id: string
  commitments: Record<string, string>
  values: readonly KeptValue[]
}

/** The columns of `audit_entries` that an event has before it is sealed. Only this constant names them. */
const columns = {
  part_of: sql`bigint`,
  operation: sql`text`,
  event: sql`text`,
  user_id: sql`integer`,
  session_id: sql`uuid`,
  company_id: sql`integer`,
  delegation_id: sql`integer`,
  api_token_id: sql`integer`,
  target: sql`text`,
  confirmed_by: sql`text`,
  request_id: sql`text`,
  commitments: sql`jsonb`,
} satisfies Record<keyof Omit<EventRow, 'values'>, RawBuilder<unknown>>

const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
const typed = sql.join(Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${type}`))

const nothingElse: WriteParts = { accepted: sql`select` }

interface EventWrite {
  /** The write that the events record. Its `accepted` decides which events are inserted. By default all are. */
  write?: WriteParts
  /** Key that links each event to its row of `accepted`. Without it all events are inserted if `accepted` has any row. */
  key?: { name: string; type: RawBuilder<unknown>; of: (index: number) => string }
}

/**
 * Inserts events in the same statement as the write that they record. They are sealed later. Returns the number and the
 * key of each inserted event.
 */
export async function insertEvents(
  db: Db,
  events: readonly EventRow[],
  { write = nothingElse, key }: EventWrite = {},
): Promise<{ seq: number; key: string | null }[]> {
  const rows = events.map(({ values, ...row }, index) => ({
    ...row,
    key: key?.of(index),
    values: values.map((value) => ({ ...value, salt: hexOf(value.salt) })),
  }))
  const keyType = key?.type ?? sql`text`
  const accepted = key
    ? sql`join accepted on accepted.${sql.ref(key.name)} = given.key`
    : sql`cross join (select from accepted limit 1) as accepted`
  // Every value has its own salt, so the commitments identify an event within the statement.
  const inserted = await sql<{ seq: number; key: string | null }>`
    ${withClause(write)},
    event as (
      select given.* from json_to_recordset(${JSON.stringify(rows)}::json)
        as given (key ${keyType}, ${typed}, "values" json) ${accepted}),
    entry as (
      insert into audit_entries (${names}) select ${names} from event returning seq, commitments),
    pending as (insert into audit_pending (seq) select seq from entry),
    value as (
      insert into audit_values (seq, name, value, salt)
      select entry.seq, given.name, given.value, given.salt
      from entry join event using (commitments)
      cross join json_to_recordset(event.values) as given (name text, value text, salt bytea))
    select entry.seq, event.key::text as key from entry join event using (commitments)`.execute(db)
  return inserted.rows
}
