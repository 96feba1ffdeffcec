import { randomUUID } from 'node:crypto'
import type { AuthenticationMethod } from '../../contract/authentication.ts'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { after, type Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { type WriteParts, writeParts } from '../database/write-parts.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf, digestTextOf, newHandle } from '../secrets/random.ts'
import type { Grants, Place, SessionState, SignedInPrincipal } from '../pipeline/principal.ts'
import { decodeToken } from './grants.ts'
import type { Guard } from './guard.ts'
import {
  findSessionUser,
  insertToken,
  newSession,
  type SessionMethod,
  type SessionUser,
  userOf,
} from './session-queries.ts'
import type { SessionTokens } from './session-tokens.ts'
import { sessionLifetime } from './signing-keys.ts'

export interface BegunSession {
  sessionId: string
  accessToken: string
  decodedToken: DecodedToken
  /** Value of the browser cookie. Only its digest is stored. */
  browser: string
}

interface SignIn {
  user: SessionUser
  method: SessionMethod
  /** How the user authenticated (RFC 8176). */
  amr: readonly AuthenticationMethod[]
  /** When the user authenticated: by default now; null if the identity provider did not state it. */
  authenticatedAt?: Date | null
  request: RequestContext
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

  /** Begins a session. Issues its initial token, and a new cookie value for the browser. */
  async begin(
    db: Db,
    { userId, ...signIn }: Omit<SignIn, 'user'> & { userId: number },
  ): Promise<BegunSession> {
    const user = await findSessionUser(db, userId)
    if (!user) throw new Error('A session cannot begin without its user.')
    const { write, begun } = await this.prepare({ ...signIn, user })
    await writeParts(db, write)
    return begun
  }

  /**
   * Like `begin`, but returns the session as parts of a statement. If `entering` is given and returns no row, no
   * session is created.
   */
  async prepare(
    { user, method, amr, authenticatedAt, request }: SignIn,
    entering?: WriteParts,
  ): Promise<{ write: WriteParts; begun: BegunSession }> {
    const now = this.#clock.now()
    const expiresAt = after(now, sessionLifetime)
    const browser = newHandle()
    const browserDigest = digestOf(browser)
    const [sessionId, tokenId, userId] = [randomUUID(), randomUUID(), user.id]
    const { address, userAgent } = request
    const write = newSession(
      {
        id: sessionId,
        tokenId,
        userId,
        method,
        amr,
        authenticatedAt: authenticatedAt === undefined ? now : authenticatedAt,
        browserDigest,
        address,
        userAgent,
        now,
        expiresAt,
      },
      entering,
    )
    const accessToken = await this.#tokens.sign({
      tokenId,
      sessionId,
      userId,
      expiresAt,
      browserDigest: digestTextOf(browser),
    })
    const decodedToken = decodeToken({ userId, user: userOf(user) })
    return { write, begun: { sessionId, accessToken, decodedToken, browser } }
  }

  /** Issues an initial token or a token for a place. The token expires with the session. */
  async issueToken(
    db: Db,
    session: SessionState,
    place?: Place,
    tokenId: string = randomUUID(),
  ): Promise<string> {
    await insertToken(db, { id: tokenId, sessionId: session.id, ...(place && { place }) })
    return this.signToken(session, place, tokenId)
  }

  /** Signs a token whose row is already stored, or is being stored by the same request. */
  signToken(session: SessionState, place: Place | undefined, tokenId: string): Promise<string> {
    return this.#tokens.sign({
      tokenId,
      sessionId: session.id,
      userId: session.userId,
      expiresAt: new Date(session.expiresAt),
      browserDigest: session.browserDigest,
      authentication: session.authentication,
      ...(place && { place }),
    })
  }

  /** Returns the `decodedToken` of a response. */
  describe(
    session: SessionState,
    place: Place | undefined,
    grants: Grants | undefined,
  ): DecodedToken {
    return decodeToken(session, place, grants)
  }

  /** Throws `access-token-invalid` unless the token in the body belongs to the caller's session. */
  async requireSameSession(who: SignedInPrincipal, accessToken: string): Promise<void> {
    const claims = await this.#tokens.verify(accessToken)
    if (claims.sid !== who.session.id) throw new Problem('access-token-invalid')
  }

  /** Returns the principal of a token that was sent in a body. `browser` is the value of the request's cookie. */
  identify(accessToken: string, browser: string | undefined): Promise<SignedInPrincipal> {
    return this.#guard.identify(accessToken, browser)
  }
}
