import { randomUUID } from 'node:crypto'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { RequestFacts } from '../binder/call.ts'
import { after, type Clock, hours } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import type { Grants, Place, SessionState, SignedInPrincipal } from '../binder/principal.ts'
import { decodeToken } from './grants.ts'
import type { Guard } from './guard.ts'
import { findSession, insertSession, insertToken, stampAccess } from './session-queries.ts'
import type { SessionTokens } from './session-tokens.ts'

/** Rulings §3: a session ends 12 h after it began, whatever happens in it. */
const lifetime = hours(12)

export interface BegunSession {
  sessionId: string
  accessToken: string
  decodedToken: DecodedToken
  /** Value for the browser's cookie; only its digest is kept. */
  browser: string
}

export class SessionService {
  readonly #tokens: SessionTokens
  readonly #guard: Guard
  readonly #clock: Clock

  constructor(parts: { tokens: SessionTokens; guard: Guard; clock: Clock }) {
    this.#tokens = parts.tokens
    this.#guard = parts.guard
    this.#clock = parts.clock
  }

  /** Begins a session with its initial token and a new cookie value for the browser. */
  async begin(
    db: Db,
    {
      userId,
      method,
      request,
    }: { userId: number; method: 'password' | 'federated'; request: RequestFacts },
  ): Promise<BegunSession> {
    const now = this.#clock.now()
    const browser = newHandle()
    const id = randomUUID()
    await insertSession(db, {
      id,
      userId,
      method,
      browserDigest: digestOf(browser),
      address: request.address,
      userAgent: request.userAgent,
      now,
      expiresAt: after(now, lifetime),
    })
    await stampAccess(db, userId, now)
    const session = await findSession(db, id)
    if (!session) throw new Error('A session that was just inserted is not there.')
    return {
      sessionId: id,
      accessToken: await this.issueToken(db, session),
      decodedToken: decodeToken(session),
      browser,
    }
  }

  /** Issues a token of the session: the initial one, or one for a place. It expires with the session. */
  async issueToken(
    db: Db,
    session: SessionState,
    place?: Place,
    tokenId: string = randomUUID(),
  ): Promise<string> {
    await insertToken(db, { id: tokenId, sessionId: session.id, ...(place && { place }) })
    return this.#tokens.sign({
      tokenId,
      sessionId: session.id,
      userId: session.userId,
      expiresAt: new Date(session.expiresAt),
      browserDigest: session.browserDigest,
      ...(place && { place }),
    })
  }

  /** What screens may know of a token's bearer. */
  describe(
    session: SessionState,
    place: Place | undefined,
    grants: Grants | undefined,
  ): DecodedToken {
    return decodeToken(session, place, grants)
  }

  /** The token that a body carries beside the bearer must be of the same session. */
  async requireSameSession(who: SignedInPrincipal, accessToken: string): Promise<void> {
    const claims = await this.#tokens.verify(accessToken)
    if (claims.sid !== who.session.id) throw new Problem('access-token-invalid')
  }

  /** Who the token in a body speaks for; `browser` is the cookie of the call. */
  identify(accessToken: string, browser: string | undefined): Promise<SignedInPrincipal> {
    return this.#guard.identify(accessToken, browser)
  }
}
