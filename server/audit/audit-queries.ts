import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { partsOf, type WriteParts } from '../database/write-parts.ts'
import type { KeptValue } from './personal-values.ts'

/** The columns of an event that the log seals. */
interface NewEntry {
  operation: string
  event: string
  userId: number | null
  sessionId: string | null
  companyId: number | null
  delegationId: number | null
  apiTokenId: number | null
  target: string | null
  confirmedBy: string | null
  requestId: string
  commitments: Record<string, string>
}

const nothingElse: WriteParts = { written: sql`select` }

/**
 * Inserts an event with its values, to be sealed later; nobody waits for it, nothing is announced. What it tells may be
 * written by the same statement, and where that writes nothing there is no event. The number of the event.
 */
export async function insertEvent(
  db: Db,
  entry: NewEntry,
  values: readonly KeptValue[],
  write = nothingElse,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    with ${partsOf(write)},
    made as (
      insert into audit_entries (operation, event, user_id, session_id, company_id, delegation_id, api_token_id,
        target, confirmed_by, request_id, commitments)
      select ${entry.operation}, ${entry.event}, ${entry.userId}::integer, ${entry.sessionId}::uuid,
        ${entry.companyId}::integer, ${entry.delegationId}::integer, ${entry.apiTokenId}::integer, ${entry.target},
        ${entry.confirmedBy}, ${entry.requestId}, ${JSON.stringify(entry.commitments)}::jsonb
      from (select from written limit 1) as told
      returning seq),
    waiting as (insert into audit_pending (seq) select seq from made),
    kept as (
      insert into audit_values (seq, name, value, salt)
      select made.seq, given.name, given.value, given.salt
      from made, unnest(${values.map(({ name }) => name)}::text[], ${values.map(({ value }) => value)}::text[],
        ${values.map(({ salt }) => salt)}::bytea[]) as given (name, value, salt))
    select seq from made`.execute(db)
  return rows[0]?.seq
}

/** One part of a write, with what is personal in it. */
interface NewPart {
  event: string
  target: string | null
  commitments: Record<string, string>
  values: readonly KeptValue[]
}

/** Inserts parts beneath an event: everything that it knows of who, when and from where holds for them. */
export async function insertParts(db: Db, seq: number, parts: readonly NewPart[]): Promise<void> {
  const given = parts.map(({ values, ...part }) => ({
    ...part,
    values: values.map((each) => ({ ...each, salt: each.salt.toString('base64') })),
  }))
  // Each value has a salt of its own, so that commitments tell which part was given which number.
  await sql`
    with part as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as part (event text, target text, commitments jsonb, values jsonb)),
    made as (
      insert into audit_entries (part_of, operation, event, user_id, session_id, company_id, delegation_id,
        api_token_id, target, confirmed_by, request_id, commitments)
      select whole.seq, whole.operation, part.event, whole.user_id, whole.session_id, whole.company_id,
        whole.delegation_id, whole.api_token_id, part.target, whole.confirmed_by, whole.request_id, part.commitments
      from audit_entries whole, part where whole.seq = ${seq}
      returning seq, commitments),
    waiting as (insert into audit_pending (seq) select seq from made)
    insert into audit_values (seq, name, value, salt)
    select made.seq, given.name, given.value, decode(given.salt, 'base64')
    from made join part using (commitments)
    cross join jsonb_to_recordset(part.values) as given (name text, value text, salt text)`.execute(
    db,
  )
}
