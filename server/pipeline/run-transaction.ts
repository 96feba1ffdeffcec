import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import type { Call, ConfirmIdentity } from './call.ts'
import type { EventDraft } from './event-draft.ts'
import type { Transaction } from './handler.ts'
import type { ConfirmationVerifier, Principal } from './principal.ts'
import { Problem } from './problem.ts'

/** What the runner of a write needs besides the call: the endpoint, the request, and the draft of the audit event. */
export interface WriteContext {
  endpoint: Endpoint
  request: FastifyRequest
  draft: EventDraft
}

/**
 * Runs the handler and writes its audit event, in one transaction. `beforeTransaction` runs first, without a
 * connection.
 */
export async function runTransaction(
  { db, confirmations }: { db: Db; confirmations: ConfirmationVerifier },
  handler: Transaction<Endpoint>,
  call: Call<Endpoint>,
  { endpoint, request, draft }: WriteContext,
): Promise<unknown> {
  const prepared = await auditRefusal(db, draft, async () => {
    if (!handler.beforeTransaction) return undefined
    // Without a confirmation no slow work is done. The confirmation is consumed later, in the transaction.
    if (endpoint.confirm === true && call.who)
      await confirmations.check(db, call.who, endpoint, request)
    return handler.beforeTransaction(call)
  })
  const { output, refused } = await db.transaction().execute(async (transaction) => {
    const confirmation = new Confirmation(call.who, (who) =>
      confirmations.consume(transaction, who, endpoint, request),
    )
    if (endpoint.confirm === true) await confirmation.confirm()
    const confirmIdentity = declared(endpoint, confirmation.confirm)
    const { confirmedBy: confirmedFirst } = confirmation
    const inTransaction = { ...call, db: transaction, confirmIdentity, confirmedBy: confirmedFirst }
    const outcome = await outcomeOf(() => handler.run(inTransaction, prepared))
    const { confirmedBy } = confirmation
    const { refused: refusal } = outcome
    const unneeded = draft.changedNothing && confirmedBy === undefined
    if (refusal ? refusal.audited : !unneeded)
      await recordAudit(transaction, draft.event({ refused: refusal, confirmedBy }))
    return outcome
  })
  if (refused) throw refused
  return output
}

/** Runs `decide`. If it throws an audited problem, writes only the audit event of the refusal. */
export async function auditRefusal<T>(
  db: Db,
  draft: EventDraft,
  decide: () => Promise<T>,
): Promise<T> {
  try {
    return await decide()
  } catch (error) {
    if (error instanceof Problem && error.audited)
      await recordAudit(db, draft.event({ refused: error }))
    throw error
  }
}

/**
 * Returns the result, or a recorded problem, after which the writes are committed. Throws any other error, which rolls
 * the transaction back.
 */
async function outcomeOf(
  run: () => Promise<unknown>,
): Promise<{ output: unknown; refused: Problem | undefined }> {
  try {
    return { output: await run(), refused: undefined }
  } catch (error) {
    if (error instanceof Problem && error.recorded) return { output: undefined, refused: error }
    throw error
  }
}

/** Consumes the confirmation of a call, at most once. */
class Confirmation {
  /** Method by which the caller confirmed; undefined without a confirmation. */
  confirmedBy: string | undefined
  readonly confirm: ConfirmIdentity

  constructor(who: Principal | undefined, consume: (who: Principal) => Promise<string>) {
    this.confirm = async () => {
      if (who) this.confirmedBy ??= await consume(who)
    }
  }
}

/**
 * Returns `confirmIdentity` only if the endpoint declares `confirm.when`. The cast hides this from the generic caller.
 */
const declared = ({ confirm }: Endpoint, confirmIdentity: ConfirmIdentity): undefined =>
  (typeof confirm === 'object' ? confirmIdentity : undefined) as undefined
