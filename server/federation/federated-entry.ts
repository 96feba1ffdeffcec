import type { FederationReason } from '../../contract/federation-reasons.ts'
import { insertCode } from '../sessions/code-queries.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { after, type Clock, minutes, seconds } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { FederationRefusal } from './federation-refusal.ts'
import { storeProof } from './flow-queries.ts'
import { domainOf } from './identity-providers.ts'
import {
  findUserByEmail,
  findUserOfIdentity,
  insertIdentity,
  type KnownUser,
  storeIdToken,
} from './identity-queries.ts'
import type { Callback } from './callbacks.ts'
import { authenticationStatedBy } from './provider-authentication.ts'

/** Lifetime of a one-time code (rulings §3). */
const codeLifetime = seconds(60)
/** Lifetime of a proof, from the popup to the write that it confirms. */
const proofLifetime = minutes(2)

export interface Entry {
  userId: number
  sessionId: string
  /** Code that this browser exchanges for the initial token. */
  code: string
  /** Value of the browser cookie. */
  browser: string
  /** Whether this sign-in linked the provider's subject to the user, who was found by e-mail. */
  linked: boolean
}

/** Completes flows: starts a session, or issues a proof of identity for an existing session. */
export class FederatedEntry {
  readonly #sessions: SessionService
  readonly #sessionCache: SessionCache
  readonly #clock: Clock

  constructor(parts: { sessions: SessionService; sessionCache: SessionCache; clock: Clock }) {
    this.#sessions = parts.sessions
    this.#sessionCache = parts.sessionCache
    this.#clock = parts.clock
  }

  /** Starts a session for the user and returns the code that the page exchanges. Never creates users. */
  async enter(db: Db, callback: Callback, request: RequestContext): Promise<Entry> {
    const { user, linked } = await this.#findOrLinkUser(db, callback)
    const begun = await this.#sessions.begin(db, {
      userId: user.id,
      method: 'federated',
      ...authenticationStatedBy(callback.identity.claims),
      request,
    })
    await storeIdToken(db, begun.sessionId, callback.identity.idToken)
    const code = newHandle()
    const now = this.#clock.now()
    await insertCode(db, {
      digest: digestOf(code),
      sessionId: begun.sessionId,
      place: undefined,
      now,
      expiresAt: after(now, codeLifetime),
    })
    return { userId: user.id, sessionId: begun.sessionId, code, browser: begun.browser, linked }
  }

  /** Issues a proof that the session's user has just authenticated again. */
  async prove(
    db: Db,
    { flow, identity }: Callback,
  ): Promise<{ userId: number; sessionId: string; proof: string }> {
    const session =
      flow.session_id === null
        ? undefined
        : await this.#sessionCache.liveSession(flow.session_id, db)
    if (!session) throw new FederationRefusal('federated-refused', 'session-ended')
    const { userId } = session
    const user = await findUserOfIdentity(db, identity)
    if (user?.id !== userId)
      throw new FederationRefusal('federated-refused', 'another-person', { userId })
    const proof = newHandle()
    await storeProof(db, flow.state_digest, {
      digest: digestOf(proof),
      expiresAt: after(this.#clock.now(), proofLifetime),
    })
    return { userId, sessionId: session.id, proof }
  }

  /**
   * Finds the user by the provider's subject. If the subject is unknown, finds the user by verified e-mail and links
   * the subject to the user.
   */
  async #findOrLinkUser(
    db: Db,
    { identity, provider, verifiedEmail }: Callback,
  ): Promise<{ user: KnownUser; linked: boolean }> {
    const known = await findUserOfIdentity(db, identity)
    if (known) return { user: requireEntry(known, provider.emailDomain), linked: false }
    if (verifiedEmail === undefined)
      throw new FederationRefusal('federated-user-unknown', 'email-not-verified')
    const found = await findUserByEmail(db, verifiedEmail)
    if (!found) throw new FederationRefusal('federated-user-unknown', 'no-such-user')
    const user = requireEntry(found, provider.emailDomain)
    const { issuer, subject } = identity
    const linked = await insertIdentity(db, {
      issuer,
      subject,
      userId: user.id,
      now: this.#clock.now(),
    })
    if (linked) return { user, linked }
    // Either a concurrent first sign-in has linked the subject, or the provider has assigned the e-mail to another
    // subject.
    const winner = await findUserOfIdentity(db, identity)
    if (winner?.id !== user.id)
      throw new FederationRefusal('federated-user-unknown', 'linked-to-another', {
        userId: user.id,
      })
    return { user, linked: false }
  }
}

/**
 * Throws unless the user may sign in at this provider. The user must be active and federated, and the e-mail must have
 * the domain for which the provider may authenticate.
 */
function requireEntry(user: KnownUser, emailDomain: string | null): KnownUser {
  const refuse = (reason: FederationReason) =>
    new FederationRefusal('federated-user-unknown', reason, { userId: user.id })
  if (!user.federated) throw refuse('password-user')
  if (!user.active) throw refuse('deleted')
  if (user.suspended) throw refuse('blocked')
  if (emailDomain !== null && domainOf(user.email) !== emailDomain) throw refuse('foreign-domain')
  return user
}
