import { consoleModuleId } from '../../contract/constants.ts'
import type { Access } from '../../contract/endpoint.ts'
import { Problem } from '../pipeline/problem.ts'
import { isApiToken } from '../secrets/api-token.ts'
import { digestTextOf } from '../secrets/random.ts'
import type { Clock } from '../shared/clock.ts'
import {
  type Credentials,
  type Authorizer,
  grantOpens,
  type Grants,
  type GuardedCall,
  type Opening,
  type Principal,
  type SessionState,
  type SignedInPrincipal,
} from '../pipeline/principal.ts'
import { type Called, extentOf, openingFor } from '../scope/extent.ts'
import type { ApiTokenAuthenticator, ProgramPrincipal } from './api-token-authenticator.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionTokens, TokenClaims } from './session-tokens.ts'

interface Parts {
  tokens: SessionTokens
  sessionCache: SessionCache
  programs: ApiTokenAuthenticator
  clock: Clock
}

/** Decides who is calling and whether they may; the one way through to every endpoint that isn't public. */
export class Guard implements Authorizer {
  readonly #tokens: SessionTokens
  readonly #sessionCache: SessionCache
  readonly #programs: ApiTokenAuthenticator
  readonly #clock: Clock

  constructor({ tokens, sessionCache, programs, clock }: Parts) {
    this.#tokens = tokens
    this.#sessionCache = sessionCache
    this.#programs = programs
    this.#clock = clock
  }

  /** The principal of a call that this access lets through; throws the guard's problems otherwise. */
  async authorize(
    access: Exclude<Access, 'public'>,
    call: GuardedCall,
    shown: Credentials,
  ): Promise<Principal> {
    const { token } = shown
    if (!token) throw new Problem('access-token-missing')
    if (isApiToken(token)) {
      const program = await this.#programs.identify(token, shown.address)
      return withinAssigned(admitProgram(access, call, program), access, call)
    }
    const { browser } = shown
    const principal = this.#recall(token, browser) ?? (await this.#ask(token, browser))
    const admitted = admitPerson(access, call, principal)
    if (!admitted) throw new Problem('forbidden')
    return withinAssigned(admitted, access, call)
  }

  authorizeFromCache(
    access: Exclude<Access, 'public'>,
    call: Called,
    { token, browser }: Omit<Credentials, 'address'>,
  ): SignedInPrincipal | undefined {
    const principal = token === undefined ? undefined : this.#recall(token, browser)
    return principal && admitPerson(access, call, principal)
  }

  /** Who this token speaks for, alive at this moment; `browser` is needed for tokens that are bound to one. */
  async identify(token: string, browser: string | undefined): Promise<SignedInPrincipal> {
    return this.#recall(token, browser) ?? this.#ask(token, browser)
  }

  /** Each step remembers what it was told, so that a call that comes again asks nobody. */
  async #ask(token: string, browser: string | undefined): Promise<SignedInPrincipal> {
    const claims = await this.#tokens.verify(token)
    const session = await this.#sessionCache.peekSession(claims.sid)
    if (!session || !isTokenOf(session, claims)) throw new Problem('access-token-expired')
    if (claims.bound && !isBrowserOf(session, browser)) throw new Problem('access-token-invalid')
    const grants = claims.place && (await this.#sessionCache.grants(claims.sub, claims.place))
    // What the token was given for is gone: profile, plan, company or delegation.
    if (claims.place && !grants) throw new Problem('access-token-expired')
    this.#sessionCache.noteUse(session, this.#clock.now().getTime())
    return principalOf(claims, session, grants)
  }

  /**
   * Who this token speaks for, where all of it is known here and nobody need be asked or waited for: nearly every call.
   * Why it is refused otherwise, `#ask` says.
   */
  #recall(token: string, browser: string | undefined): SignedInPrincipal | undefined {
    const now = this.#clock.now().getTime()
    const claims = this.#tokens.recall(token, now)
    const known = claims && this.#sessionCache.recall(claims, now)
    if (!known) return undefined
    const { session, grants } = known
    if (!isTokenOf(session, claims)) return undefined
    if (claims.bound && !isBrowserOf(session, browser)) return undefined
    // Only now: a call that is refused must not keep the session from going idle.
    this.#sessionCache.noteUse(session, now)
    return principalOf(claims, session, grants)
  }
}

/** Somebody who is signed in, where their token and grants open the call. */
function admitPerson(
  access: Exclude<Access, 'public'>,
  call: Called,
  principal: SignedInPrincipal,
): SignedInPrincipal | undefined {
  if (access === 'any-token') return actingBy(principal, call, () => true)
  const { place } = principal
  // A token made for another module opens nothing here.
  if (place && place.moduleId !== consoleModuleId) return undefined
  if (access === 'signed-in') return actingBy(principal, call, () => true)
  return place && admitGranted(access, call, principal, place.grants)
}

/** Somebody, or a program, whose grants open the call, with the rows that it reaches. */
function admitGranted<P extends Principal>(
  access: Exclude<Access, string>,
  call: Called,
  principal: P,
  grants: Grants,
): P | undefined {
  const extent = extentOf(grants, access, call)
  if (extent !== undefined) return { ...principal, extent }
  const opens = (opening: Opening) => grantOpens(opening, access, call)
  return opens(openingFor(grants, call)) ? actingBy(principal, call, opens) : undefined
}

/** A program is let through where a grant opens it, and nowhere that a person is asked for (rulings §6). */
function admitProgram(
  access: Exclude<Access, 'public'>,
  call: GuardedCall,
  program: ProgramPrincipal,
): Principal {
  if (typeof access === 'string' || call.confirm === true || call.peopleOnly === true)
    throw new Problem('forbidden')
  const admitted = admitGranted(access, call, program, program.place.grants)
  if (!admitted) throw new Problem('forbidden')
  return admitted
}

/** Whether the caller holds the cookie that the session was made with. */
export function isBrowserOf(
  session: Pick<SessionState, 'browserDigest'>,
  browser: string | undefined,
): boolean {
  // The digest is no secret, its tokens tell it: how long it takes to compare says nothing.
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

/** The caller with the delegation that a call rests on, where no assignment of their own opens it. */
function actingBy<P extends Principal>(
  principal: P,
  call: Called,
  opens: (own: Opening) => boolean,
): P {
  const grants = principal.place?.grants
  if (!grants?.delegation || (grants.own && opens(openingFor(grants.own, call)))) return principal
  return { ...principal, delegationId: grants.delegation.id }
}

/**
 * Returns the caller of a write that grants rights with assigned rights only. Refuses the call if only a delegation opens
 * it (decision 52).
 */
export function withinAssigned<P extends Principal>(
  principal: P,
  access: Access,
  call: Pick<GuardedCall, 'method' | 'path' | 'grantsRights'>,
): P {
  const { place } = principal
  if (call.grantsRights !== 'always' || typeof access === 'string' || !place) return principal
  const { own } = place.grants
  if (!own || !grantOpens(own.writing, access, call)) throw new Problem('delegation-grants-nothing')
  return own === place.grants ? principal : { ...principal, place: { ...place, grants: own } }
}
