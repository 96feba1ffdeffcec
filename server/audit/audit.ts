import type { JsonValue } from '../../database/database-types.ts'
import type { Db } from '../database/database.ts'
import type { WriteParts } from '../database/write-parts.ts'
import { insertEvent, insertParts } from './audit-queries.ts'
import { commitTo, splitTarget } from './personal-values.ts'

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
  sessionId?: string | undefined
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

/** Writes the event in the transaction of what it tells (rulings §7). Returns its number. */
export async function recordAudit(db: Db, event: AuditEvent): Promise<number> {
  const { entry, kept } = entryOf(event)
  const seq = await insertEvent(db, entry, kept)
  if (seq === undefined) throw new Error('An event was inserted and has no number.')
  const parts = (event.parts ?? []).map((part) => newPart(part, event.address))
  for (let from = 0; from < parts.length; from += chunk)
    await insertParts(db, seq, parts.slice(from, from + chunk))
  return seq
}

/** Writes both, what is told and its event, in one statement; or nothing, and says so, where there was nothing to write. */
export async function recordWrite(db: Db, event: AuditEvent, write: WriteParts): Promise<boolean> {
  if (event.parts) throw new Error('A write of many records takes a transaction.')
  const { entry, kept } = entryOf(event)
  return (await insertEvent(db, entry, kept, write)) !== undefined
}

/** The columns of an event that the log seals, and the personal values that stay beside it. */
export function entryOf(event: AuditEvent) {
  const { target, personal } = splitTarget(event.target)
  const { address, before, after } = event
  const { kept, commitments } = commitTo({ ...personal, before, after, address })
  const entry = {
    operation: event.operation,
    event: event.event,
    userId: event.userId ?? null,
    sessionId: event.sessionId ?? null,
    companyId: event.companyId ?? null,
    delegationId: event.delegationId ?? null,
    apiTokenId: event.apiTokenId ?? null,
    target,
    confirmedBy: event.confirmedBy ?? null,
    requestId: event.requestId,
    commitments,
  }
  return { entry, kept }
}

/** So many parts go to the database at once. */
const chunk = 1000

function newPart(part: AuditPart, address: string) {
  const { target, personal } = splitTarget(part.target)
  const { before, after } = part
  const { kept, commitments } = commitTo({ ...personal, before, after, address })
  return { event: part.event, target, commitments, values: kept }
}
