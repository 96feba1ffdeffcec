import { consoleModuleId } from '../../contract/constants.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { apiTokenCalls, CallRateLimiter } from '../rate-limits/call-rate-limiter.ts'
import type { Caller, Grants, Place, Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { hasChecksum } from '../secrets/api-token.ts'
import type { Clock } from '../shared/clock.ts'
import type { ApiTokenCache } from './api-token-cache.ts'
import type { StoredApiToken } from './api-token-authenticator-queries.ts'
import type { SessionCache } from './session-cache.ts'

/** A program that calls with an API token. It has the grants of the token's user in the token's company. */
export interface ProgramPrincipal extends Principal {
  apiTokenId: number
  place: Place & { grants: Grants }
}

interface Dependencies {
  tokens: ApiTokenCache
  sessionCache: SessionCache
  rateLimiter: RateLimiter
  clock: Clock
}

/** Authenticates programs by their API token (decision 38). */
export class ApiTokenAuthenticator {
  readonly #tokens: ApiTokenCache
  readonly #sessionCache: SessionCache
  readonly #rateLimiter: RateLimiter
  readonly #clock: Clock
  readonly #callLimiter: CallRateLimiter

  constructor({ tokens, sessionCache, rateLimiter, clock }: Dependencies) {
    this.#tokens = tokens
    this.#sessionCache = sessionCache
    this.#rateLimiter = rateLimiter
    this.#clock = clock
    this.#callLimiter = new CallRateLimiter(clock, apiTokenCalls)
  }

  /** Returns the principal of an active token. Counts the call for the rate limit, and records the use. */
  async identify(token: string, address: string): Promise<ProgramPrincipal> {
    const { id, userId, companyId, expiresAt, revoked } = await this.#lookup(token, address)
    if (revoked || expiresAt <= this.#clock.now().getTime())
      throw new Problem('access-token-expired')
    this.#callLimiter.consume(`api-token:${id}`)
    const place: Place = { moduleId: consoleModuleId, companyId, spid: null }
    const grants = await this.#sessionCache.grants(userId, place)
    // The token depends on a profile, plan, company or user that no longer exists or is inactive.
    if (!grants) throw new Problem('access-token-expired')
    this.#tokens.recordUse(id, address)
    this.#sessionCache.recordPlaceUse(userId, place, this.#clock.now().getTime())
    return { userId, apiTokenId: id, place: { ...place, grants } }
  }

  /** Returns the caller of a cached token. */
  callerOf(token: string): Caller | undefined {
    const cached = this.#tokens.getCached(token)
    return cached && { userId: cached.userId, apiTokenId: cached.id }
  }

  /**
   * Returns the token with this text. If a network has sent 1,000 unknown tokens in an hour, its uncached tokens are
   * looked up only once a second.
   */
  async #lookup(token: string, address: string): Promise<StoredApiToken> {
    if (!hasChecksum(token)) throw new Problem('access-token-invalid')
    const cached = this.#tokens.getCached(token)
    if (cached) return cached
    this.#rateLimiter.requireTurn('handle', address)
    const found = await this.#tokens.read(token)
    if (found) return found
    await this.#rateLimiter.consumeForNetwork('handle', address)
    throw new Problem('access-token-invalid')
  }
}
