import type { JsonValue } from '../../database/database-types.ts'
import type { Db } from '../database/database.ts'
import type { WriteParts } from '../database/write-parts.ts'
import { type EventRow, insertEvents } from './audit-queries.ts'
import { commitTo, splitTarget } from './personal-values.ts'

/** One of the records that a write changes. It has its own event, which refers to the event of the whole write. */
export interface AuditPart {
  /** Event name, such as `company.updated`. */
  event: string
  target: string
  before?: JsonValue
  after?: JsonValue
}

/** Details that a handler adds to its audit event. They must not contain secrets. */
export interface AuditDetails {
  /** Only `BulkAuditDetails` may have parts. */
  parts?: never
  /** The changed record as `resource:id`, such as `user:12`. */
  target?: string
  before?: JsonValue
  after?: JsonValue
  /** A signature of a passkey, with what it signed (signed-confirmation.ts). */
  signed?: JsonValue
  /** The user, if the request has no token yet, as during sign-in. */
  userId?: number
  sessionId?: string | undefined
  /** Company whose audit log shows the event. By default the company of the caller's token. */
  companyId?: number
}

/** Details of a write that may change several records. Only endpoints that refuse API tokens may add them. */
export interface BulkAuditDetails extends Omit<AuditDetails, 'parts'> {
  /** The changed records, if the write changes several. */
  parts?: readonly AuditPart[]
}

/** An audit event. The pipeline adds the actor, the time and the origin to the details of each write. */
export interface AuditEvent extends BulkAuditDetails {
  operation: string
  event: string
  companyId?: number
  delegationId?: number | undefined
  apiTokenId?: number | undefined
  confirmedBy?: string | undefined
  address: string
  requestId: string
}

/**
 * Inserts the event and the events of its parts in the transaction of the write (rulings §7). Returns the number of the
 * event.
 */
export async function recordAudit(db: Db, event: AuditEvent): Promise<number> {
  const row = eventRow(event)
  const [inserted] = await insertEvents(db, [row])
  if (!inserted) throw new Error('The inserted event has no number.')
  const { seq } = inserted
  const parts = (event.parts ?? []).map((part) => ({
    ...row,
    ...contentOf({ ...part, address: event.address }),
    part_of: seq,
  }))
  for (let from = 0; from < parts.length; from += maxRows)
    await insertEvents(db, parts.slice(from, from + maxRows))
  return seq
}

/**
 * Executes the write and inserts its event in one statement. Returns false if nothing was written; then there is no
 * event either.
 */
export async function recordWrite(db: Db, event: AuditEvent, write: WriteParts): Promise<boolean> {
  const inserted = await insertEvents(db, [singleEventRow(event)], { write })
  return inserted.length > 0
}

/** Returns the row of an event. Throws if the event has parts. */
export function singleEventRow(event: AuditEvent): EventRow {
  if (event.parts) throw new Error('A write of several records needs a transaction.')
  return eventRow(event)
}

function eventRow(event: AuditEvent): EventRow {
  return {
    part_of: null,
    operation: event.operation,
    user_id: event.userId ?? null,
    session_id: event.sessionId ?? null,
    company_id: event.companyId ?? null,
    delegation_id: event.delegationId ?? null,
    api_token_id: event.apiTokenId ?? null,
    confirmed_by: event.confirmedBy ?? null,
    request_id: event.requestId,
    ...contentOf(event),
  }
}

/** Columns that differ between the parts of an event. */
function contentOf({
  event,
  target: given,
  before,
  after,
  signed,
  address,
}: Pick<AuditEvent, 'event' | 'target' | 'before' | 'after' | 'signed' | 'address'>) {
  const { target, personal } = splitTarget(given)
  const { kept, commitments } = commitTo({ ...personal, before, after, signed, address })
  return { event, target, commitments, values: kept }
}

/** Maximum number of events in one INSERT. */
const maxRows = 1000
