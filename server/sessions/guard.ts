import { consoleModuleId } from '../../contract/constants.ts'
import type { Access } from '../../contract/endpoint.ts'
import { Problem } from '../pipeline/problem.ts'
import { isApiToken } from '../secrets/api-token.ts'
import { digestTextOf } from '../secrets/random.ts'
import type { Clock } from '../shared/clock.ts'
import {
  type Caller,
  type Credentials,
  type Authorizer,
  opensEndpoint,
  type Grants,
  type GuardedCall,
  type PermissionIndex,
  type Principal,
  type SessionState,
  type SignedInPrincipal,
} from '../pipeline/principal.ts'
import { type Called, extraScopeOf, permissionsFor } from '../scope/extra-scope.ts'
import { withAssignedGrants } from '../scope/granting-scope.ts'
import type { ApiTokenAuthenticator, ProgramPrincipal } from './api-token-authenticator.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionTokens, TokenClaims } from './session-tokens.ts'

interface Dependencies {
  tokens: SessionTokens
  sessionCache: SessionCache
  programs: ApiTokenAuthenticator
  clock: Clock
}

/** Authenticates and authorises the calls of all endpoints that are not public. */
export class Guard implements Authorizer {
  readonly #tokens: SessionTokens
  readonly #sessionCache: SessionCache
  readonly #programs: ApiTokenAuthenticator
  readonly #clock: Clock

  constructor({ tokens, sessionCache, programs, clock }: Dependencies) {
    this.#tokens = tokens
    this.#sessionCache = sessionCache
    this.#programs = programs
    this.#clock = clock
  }

  /**
   * Returns the principal of a call. Throws a `Problem` if the credentials are invalid or the grants do not allow the
   * call.
   */
  async authorize(
    access: Exclude<Access, 'public'>,
    call: GuardedCall,
    credentials: Credentials,
  ): Promise<Principal> {
    const { token } = credentials
    if (!token) throw new Problem('access-token-missing')
    if (isApiToken(token)) {
      const program = await this.#programs.identify(token, credentials.address)
      return withAssignedGrantsOnly(admitProgram(access, call, program), access, call)
    }
    const { browser } = credentials
    const principal =
      this.#identifyFromCache(token, browser) ?? (await this.#identifyFromDatabase(token, browser))
    const admitted = admitPerson(access, call, principal)
    if (!admitted) throw new Problem('forbidden')
    return withAssignedGrantsOnly(admitted, access, call)
  }

  readonly knownCaller = (token: string): Caller | undefined => {
    if (isApiToken(token)) return this.#programs.callerOf(token)
    const claims = this.#tokens.getCached(token, this.#clock.now().getTime())
    return claims && { userId: claims.sub, sessionId: claims.sid }
  }

  async callerOf(token: string): Promise<Caller | undefined> {
    if (isApiToken(token)) return this.#programs.callerOf(token)
    try {
      const { sub, sid } = await this.#tokens.verify(token)
      return { userId: sub, sessionId: sid }
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }

  authorizeFromCache(
    access: Exclude<Access, 'public'>,
    call: Called,
    { token, browser }: Omit<Credentials, 'address'>,
  ): SignedInPrincipal | undefined {
    const principal = token === undefined ? undefined : this.#identifyFromCache(token, browser)
    return principal && admitPerson(access, call, principal)
  }

  /** Returns the principal of a valid token. `browser` is required if the token is bound to a browser. */
  async identify(token: string, browser: string | undefined): Promise<SignedInPrincipal> {
    return this.#identifyFromCache(token, browser) ?? this.#identifyFromDatabase(token, browser)
  }

  /** Reads the principal and fills the caches at each step, so that the next call needs no query. */
  async #identifyFromDatabase(
    token: string,
    browser: string | undefined,
  ): Promise<SignedInPrincipal> {
    const claims = await this.#tokens.verify(token)
    const session = await this.#sessionCache.peekSession(claims.sid)
    if (!session || !isTokenOf(session, claims)) throw new Problem('access-token-expired')
    if (claims.bound && !isBrowserOf(session, browser)) throw new Problem('access-token-invalid')
    const grants = claims.place && (await this.#sessionCache.grants(claims.sub, claims.place))
    // The token depends on a profile, plan, company or delegation that no longer exists or is inactive.
    if (claims.place && !grants) throw new Problem('access-token-expired')
    const now = this.#clock.now().getTime()
    this.#sessionCache.recordUse(session, now)
    if (claims.place) this.#sessionCache.recordPlaceUse(claims.sub, claims.place, now)
    return principalOf(claims, session, grants)
  }

  /**
   * Returns the principal if token, session and grants are cached, as they are for nearly every call. Undefined
   * otherwise, or if the call is refused: `#identifyFromDatabase` then throws the problem.
   */
  #identifyFromCache(token: string, browser: string | undefined): SignedInPrincipal | undefined {
    const now = this.#clock.now().getTime()
    const claims = this.#tokens.getCached(token, now)
    const cached = claims && this.#sessionCache.getCached(claims, now)
    if (!cached) return undefined
    const { session, grants, used } = cached
    if (!isTokenOf(session, claims)) return undefined
    if (claims.bound && !isBrowserOf(session, browser)) return undefined
    // Recorded only here, since a refused call must not extend the session.
    this.#sessionCache.recordUse(session, now, used)
    return principalOf(claims, session, grants)
  }
}

/** Returns the principal if the token and the grants allow the call; undefined otherwise. */
function admitPerson(
  access: Exclude<Access, 'public'>,
  call: Called,
  principal: SignedInPrincipal,
): SignedInPrincipal | undefined {
  if (access === 'any-token') return actingBy(principal, call, () => true)
  const { place } = principal
  // This API does not accept tokens of other modules.
  if (place && place.moduleId !== consoleModuleId) return undefined
  if (access === 'signed-in') return actingBy(principal, call, () => true)
  return place && admitGranted(access, call, principal, place.grants)
}

/**
 * Returns the principal if these grants allow the call; undefined otherwise. Sets `extraScope` if profile 3 or 4 allows
 * it.
 */
function admitGranted<P extends Principal>(
  access: Exclude<Access, string>,
  call: Called,
  principal: P,
  grants: Grants,
): P | undefined {
  const extraScope = extraScopeOf(grants, access, call)
  if (extraScope !== undefined) return { ...principal, extraScope }
  const opens = (opening: PermissionIndex) => opensEndpoint(opening, access, call)
  return opens(permissionsFor(grants, call)) ? actingBy(principal, call, opens) : undefined
}

/**
 * Returns the principal of a program if its grants allow the call. Throws if the call must be made by a person (rulings
 * §6).
 */
function admitProgram(
  access: Exclude<Access, 'public'>,
  call: GuardedCall,
  program: ProgramPrincipal,
): Principal {
  if (typeof access === 'string' || call.confirm === true || call.refusesApiTokens === true)
    throw new Problem('forbidden')
  const admitted = admitGranted(access, call, program, program.place.grants)
  if (!admitted) throw new Problem('forbidden')
  return admitted
}

/** Whether the caller has the browser cookie of the session. */
export function isBrowserOf(
  session: Pick<SessionState, 'browserDigest'>,
  browser: string | undefined,
): boolean {
  // Needs no constant-time comparison, because the digest is not secret: tokens contain it.
  return browser !== undefined && digestTextOf(browser) === session.browserDigest
}

const isTokenOf = (session: SessionState, { sub, jti }: TokenClaims): boolean =>
  session.userId === sub && !session.revokedTokens.has(jti)

function principalOf(
  { sub: userId, jti: tokenId, exp: expiresAt, place }: TokenClaims,
  session: SessionState,
  grants: Grants | undefined,
): SignedInPrincipal {
  if (!place || !grants) return { userId, tokenId, session, expiresAt }
  const { moduleId, companyId, spid } = place
  return { userId, tokenId, session, expiresAt, place: { moduleId, companyId, spid, grants } }
}

/** Returns the principal. Adds the id of the delegation if no assigned profile allows the call. */
function actingBy<P extends Principal>(
  principal: P,
  call: Called,
  opens: (own: PermissionIndex) => boolean,
): P {
  const grants = principal.place?.grants
  if (!grants?.delegation || (grants.own && opens(permissionsFor(grants.own, call))))
    return principal
  return { ...principal, delegationId: grants.delegation.id }
}

/**
 * For a write that always grants rights, returns the principal with only the assigned grants. Throws if only a
 * delegation allows the write (decision 52).
 */
export function withAssignedGrantsOnly<P extends Principal>(
  principal: P,
  access: Access,
  call: Pick<GuardedCall, 'method' | 'path' | 'grantsRights'>,
): P {
  if (call.grantsRights !== 'always' || typeof access === 'string' || !principal.place)
    return principal
  const assigned = withAssignedGrants(principal, { ...call, access })
  if (!assigned) throw new Problem('delegation-grants-nothing')
  return assigned
}
