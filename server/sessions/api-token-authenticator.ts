import { consoleModuleId } from '../../contract/constants.ts'
import type { RateLimiter } from '../attempts/rate-limiter.ts'
import { CallRateLimiter } from '../attempts/call-rate-limiter.ts'
import type { Grants, Place, Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { hasChecksum } from '../secrets/api-token.ts'
import type { Clock } from '../shared/clock.ts'
import type { ApiTokenCache } from './api-token-cache.ts'
import type { StoredApiToken } from './api-token-authenticator-queries.ts'
import type { SessionCache } from './session-cache.ts'

/** A program, and what its holder may do in the company of whoever made the token. */
export interface ProgramPrincipal extends Principal {
  apiTokenId: number
  place: Place & { grants: Grants }
}

interface Parts {
  tokens: ApiTokenCache
  sessionCache: SessionCache
  rateLimiter: RateLimiter
  clock: Clock
}

/** Decides for whom a program speaks (decision 38). */
export class ApiTokenAuthenticator {
  readonly #tokens: ApiTokenCache
  readonly #sessionCache: SessionCache
  readonly #rateLimiter: RateLimiter
  readonly #clock: Clock
  readonly #callLimiter: CallRateLimiter

  constructor({ tokens, sessionCache, rateLimiter, clock }: Parts) {
    this.#tokens = tokens
    this.#sessionCache = sessionCache
    this.#rateLimiter = rateLimiter
    this.#clock = clock
    this.#callLimiter = new CallRateLimiter(clock)
  }

  /** Who this token speaks for, alive at this moment. Counts as a call and as a use. */
  async identify(token: string, address: string): Promise<ProgramPrincipal> {
    const { id, userId, companyId, expiresAt, revoked } = await this.#find(token, address)
    if (revoked || expiresAt <= this.#clock.now().getTime())
      throw new Problem('access-token-expired')
    this.#callLimiter.consume(`api-token:${id}`)
    const place: Place = { moduleId: consoleModuleId, companyId, spid: null }
    const grants = await this.#sessionCache.grants(userId, place)
    // What the token was made for is gone: profile, plan, company or person.
    if (!grants) throw new Problem('access-token-expired')
    this.#tokens.noteUse(id, address)
    return { userId, apiTokenId: id, place: { ...place, grants } }
  }

  /**
   * The token with this text. After 1,000 unknown tokens an hour, those of that network are looked up once a second;
   * remembered ones pass.
   */
  async #find(token: string, address: string): Promise<StoredApiToken> {
    if (!hasChecksum(token)) throw new Problem('access-token-invalid')
    const remembered = this.#tokens.recall(token)
    if (remembered) return remembered
    this.#rateLimiter.requireTurn('handle', address)
    const found = await this.#tokens.read(token)
    if (found) return found
    await this.#rateLimiter.consumeForNetwork('handle', address)
    throw new Problem('access-token-invalid')
  }
}
