import type { AuditEvent, BulkAuditDetails } from '../audit/audit.ts'
import type { RequestContext } from './call.ts'
import type { Principal } from './principal.ts'
import type { Problem } from './problem.ts'

/** The audit event of a call while its handler adds details to it. */
export class EventDraft {
  readonly #base: AuditEvent
  #details: BulkAuditDetails = {}

  constructor(
    operation: string,
    event: string,
    { who, request }: { who: Principal | undefined; request: RequestContext },
  ) {
    this.#base = {
      ...(who && actorOf(who)),
      operation,
      event,
      address: request.address,
      requestId: request.id,
    }
  }

  /** Whether the handler has called `nothingChanged`. */
  changedNothing = false

  readonly add = (details: BulkAuditDetails): void => {
    this.#details = { ...this.#details, ...details }
  }

  readonly nothingChanged = (): void => {
    this.changedNothing = true
  }

  /** Discards the details, because the handler plans the write again. */
  reset(): void {
    this.#details = {}
    this.changedNothing = false
  }

  event(outcome: { refused?: Problem | undefined; confirmedBy?: string | undefined } = {}) {
    const { refused, confirmedBy } = outcome
    const event = this.#complete(confirmedBy)
    return refused ? { ...event, after: refusalOf(refused, this.#details) } : event
  }

  #complete(confirmedBy: string | undefined): AuditEvent {
    const event: AuditEvent = { ...this.#base, confirmedBy, ...this.#details }
    // The delegation of the token belongs to the company of the token. Other companies must not see who delegated.
    if (event.companyId !== this.#base.companyId) delete event.delegationId
    return event
  }
}

/** Details of a refused write: the values that it would have written, and the reason. */
function refusalOf({ code, auditDetails }: Problem, { after }: BulkAuditDetails) {
  const intended = typeof after === 'object' && !Array.isArray(after) ? after : {}
  return { ...intended, refused: code, ...auditDetails }
}

function actorOf(who: Principal): Partial<AuditEvent> {
  return {
    userId: who.userId,
    sessionId: who.session?.id,
    apiTokenId: who.apiTokenId,
    ...(who.place && { companyId: who.place.companyId }),
    delegationId: who.delegationId,
  }
}
