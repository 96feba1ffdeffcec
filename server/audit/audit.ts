import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { JsonValue } from '../../database/database-types.ts'

/** One record of a write that changes many: an event of its own beneath that of the write. */
export interface AuditPart {
  /** What happened to it, such as `company.updated`. */
  event: string
  target: string
  before?: JsonValue
  after?: JsonValue
}

/** What a handler adds to its audit event; secrets never belong here. */
export interface AuditDetails {
  /** The records of a write that changes many of them. */
  parts?: readonly AuditPart[]
  /** What was written, as resource:id, such as `user:12`. */
  target?: string
  before?: JsonValue
  after?: JsonValue
  /** The person, where no token tells it yet (at the sign-in). */
  userId?: number
  sessionId?: string
}

/** Who, when, from where: what the binder knows about every write. */
export interface AuditEvent extends AuditDetails {
  operation: string
  event: string
  companyId?: number | undefined
  delegationId?: number | undefined
  apiTokenId?: number | undefined
  confirmedBy?: string | undefined
  address: string
  requestId: string
}

/**
 * Writes the event as the last statement of its transaction: writers take turns from here to their commit, which
 * chains each event to the one before (rulings §7). Returns its number.
 */
export async function recordAudit(db: Db, event: AuditEvent): Promise<number> {
  const { seq } = await db
    .insertInto('audit_events')
    .values({
      // Number, time and hashes are the trigger's to fill in; the columns just may not be absent.
      seq: 0,
      happened_at: new Date(0),
      previous_hash: Buffer.alloc(0),
      hash: Buffer.alloc(0),
      operation: event.operation,
      event: event.event,
      user_id: event.userId ?? null,
      session_id: event.sessionId ?? null,
      company_id: event.companyId ?? null,
      delegation_id: event.delegationId ?? null,
      api_token_id: event.apiTokenId ?? null,
      target: event.target ?? null,
      before: event.before === undefined ? null : JSON.stringify(event.before),
      after: event.after === undefined ? null : JSON.stringify(event.after),
      confirmed_by: event.confirmedBy ?? null,
      address: event.address,
      request_id: event.requestId,
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
  await recordParts(db, seq, event.parts ?? [])
  return seq
}

/** So many parts go to the database at once. */
const chunk = 1000

/** Everything that an event knows of who, when and from where holds for its parts. */
async function recordParts(db: Db, seq: number, parts: readonly AuditPart[]): Promise<void> {
  for (let from = 0; from < parts.length; from += chunk)
    await sql`insert into audit_events (seq, happened_at, previous_hash, hash, part_of, operation, event, user_id, session_id,
        company_id, delegation_id, api_token_id, target, before, after, confirmed_by, address, request_id)
      select 0, to_timestamp(0), '', '', whole.seq, whole.operation, part.event, whole.user_id, whole.session_id,
        whole.company_id, whole.delegation_id, whole.api_token_id, part.target, part.before, part.after,
        whole.confirmed_by, whole.address, whole.request_id
      from audit_events whole, jsonb_to_recordset(${JSON.stringify(parts.slice(from, from + chunk))}::jsonb)
        as part(event text, target text, before jsonb, after jsonb)
      where whole.seq = ${seq}`.execute(db)
}
