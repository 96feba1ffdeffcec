import type { Db } from '../database/database.ts'
import type { JsonValue } from '../../database/database-types.ts'

/** What a handler adds to its audit event; secrets never belong here. */
export interface AuditDetails {
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
  return seq
}
