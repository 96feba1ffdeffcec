import { randomUUID } from 'node:crypto'
import type { DecodedToken } from '../../contract/decoded-token.ts'
import type { RequestContext } from '../pipeline/call.ts'
import { after, type Clock, hours } from '../shared/clock.ts'
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
  type SessionUser,
  userOf,
} from './session-queries.ts'
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

/** Who enters, how, and from where. */
interface Entry {
  user: SessionUser
  method: 'password' | 'federated'
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

  /** Begins a session with its initial token and a new cookie value for the browser. */
  async begin(
    db: Db,
    { userId, ...entry }: Omit<Entry, 'user'> & { userId: number },
  ): Promise<BegunSession> {
    const user = await findSessionUser(db, userId)
    if (!user) throw new Error('Nobody can enter who is not there.')
    const { write, begun } = await this.prepare({ ...entry, user })
    await writeParts(db, write)
    return begun
  }

  /** The same, to be written with what lets the person enter: where that gives no row, there is no session. */
  async prepare(
    { user, method, request }: Entry,
    entering?: WriteParts,
  ): Promise<{ write: WriteParts; begun: BegunSession }> {
    const now = this.#clock.now()
    const expiresAt = after(now, lifetime)
    const browser = newHandle()
    const browserDigest = digestOf(browser)
    const [sessionId, tokenId, userId] = [randomUUID(), randomUUID(), user.id]
    const { address, userAgent } = request
    const write = newSession(
      { id: sessionId, tokenId, userId, method, browserDigest, address, userAgent, now, expiresAt },
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

  /** Issues a token of the session: the initial one, or one for a place. It expires with the session. */
  async issueToken(
    db: Db,
    session: SessionState,
    place?: Place,
    tokenId: string = randomUUID(),
  ): Promise<string> {
    await insertToken(db, { id: tokenId, sessionId: session.id, ...(place && { place }) })
    return this.signToken(session, place, tokenId)
  }

  /** A token that is, or is about to be, in the database. */
  signToken(session: SessionState, place: Place | undefined, tokenId: string): Promise<string> {
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
