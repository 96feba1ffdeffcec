import type { FederationReason } from '../../contract/federation-reasons.ts'
import { insertCode } from '../sessions/code-queries.ts'
import type { SessionMemory } from '../sessions/session-memory.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { RequestFacts } from '../binder/call.ts'
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

/** Rulings §3: a one-time code lives 60 s. */
const codeLifetime = seconds(60)
/** From the popup to the write it confirms. */
const proofLifetime = minutes(2)

export interface Entry {
  userId: number
  sessionId: string
  /** Exchanged for the initial token, by this browser. */
  code: string
  /** For the browser's cookie. */
  browser: string
  /** This time the person was recognised by e-mail; from now on by the provider's own name for them. */
  linked: boolean
}

/** What somebody who came back from a provider gets: a session, or a proof of identity for the one they have. */
export class FederatedEntry {
  readonly #sessions: SessionService
  readonly #memory: SessionMemory
  readonly #clock: Clock

  constructor(parts: { sessions: SessionService; memory: SessionMemory; clock: Clock }) {
    this.#sessions = parts.sessions
    this.#memory = parts.memory
    this.#clock = parts.clock
  }

  /** A session of the user it is, and the code that carries it to the page. Makes no users. */
  async enter(db: Db, callback: Callback, request: RequestFacts): Promise<Entry> {
    const { user, linked } = await this.#findOrLinkUser(db, callback)
    const begun = await this.#sessions.begin(db, { userId: user.id, method: 'federated', request })
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

  /** A token that says: the person of the session has just authenticated anew. */
  async prove(
    db: Db,
    { flow, identity }: Callback,
  ): Promise<{ userId: number; sessionId: string; proof: string }> {
    const session =
      flow.session_id === null ? undefined : await this.#memory.liveSession(flow.session_id, db)
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

  /** Finds the user by the provider's subject id; the first time by verified e-mail, and links subject and user. */
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
    // Another first sign-in was faster, or the provider has given the e-mail to another person since.
    const winner = await findUserOfIdentity(db, identity)
    if (winner?.id !== user.id)
      throw new FederationRefusal('federated-user-unknown', 'linked-to-another', {
        userId: user.id,
      })
    return { user, linked: false }
  }
}

/** Who may come in this way: active people who have no password here, of the domain that the provider speaks for. */
function requireEntry(user: KnownUser, emailDomain: string | null): KnownUser {
  const refuse = (reason: FederationReason) =>
    new FederationRefusal('federated-user-unknown', reason, { userId: user.id })
  if (!user.federated) throw refuse('password-user')
  if (user.status !== 1) throw refuse('deleted')
  if (user.suspended) throw refuse('blocked')
  if (emailDomain !== null && domainOf(user.email) !== emailDomain) throw refuse('foreign-domain')
  return user
}
