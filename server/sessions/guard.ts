import { consoleModuleId } from '../../contract/constants.ts'
import { type Access, type Endpoint, grantsFor, type Method } from '../../contract/endpoint.ts'
import { Problem } from '../binder/problem.ts'
import { isApiToken } from '../secrets/api-token.ts'
import { digestOf, sameBytes } from '../secrets/random.ts'
import {
  type Credentials,
  type Gate,
  holdsGrant,
  type Opening,
  type Place,
  type Principal,
  type SessionState,
  type SignedInPrincipal,
} from '../binder/principal.ts'
import type { ApiTokenDoor, ProgramPrincipal } from './api-token-door.ts'
import type { SessionMemory } from './session-memory.ts'
import type { SessionTokens, TokenClaims } from './session-tokens.ts'

/** Decides who is calling and whether they may; the one way through to every endpoint that isn't public. */
export class Guard implements Gate {
  readonly #tokens: SessionTokens
  readonly #memory: SessionMemory
  readonly #programs: ApiTokenDoor

  constructor(tokens: SessionTokens, memory: SessionMemory, programs: ApiTokenDoor) {
    this.#tokens = tokens
    this.#memory = memory
    this.#programs = programs
  }

  /** The principal of a call that this access lets through; throws the guard's problems otherwise. */
  async admit(
    access: Exclude<Access, 'public'>,
    call: Pick<Endpoint, 'method' | 'path' | 'confirm' | 'peopleOnly'>,
    { token, browser, address }: Credentials,
  ): Promise<Principal> {
    if (!token) throw new Problem('access-token-missing')
    if (isApiToken(token))
      return admitProgram(access, call, await this.#programs.identify(token, address))
    const principal = await this.identify(token, browser)
    if (access === 'any-token') return actingBy(principal, () => true)
    const { place } = principal
    // A token made for another module opens nothing here.
    if (place && place.moduleId !== consoleModuleId) throw new Problem('forbidden')
    if (access === 'signed-in') return actingBy(principal, () => true)
    const opens = (opening: Opening) => grantOpens(opening, access, call)
    if (!place || !opens(place.grants)) throw new Problem('forbidden')
    return actingBy(principal, opens)
  }

  /**
   * Who this token speaks for, alive at this moment; `browser` is needed for tokens that are bound to one. Each step
   * remembers what it was told, so that a call that comes again asks nobody.
   */
  async identify(token: string, browser: string | undefined): Promise<SignedInPrincipal> {
    const claims = await this.#tokens.verify(token)
    const session = await this.#memory.liveSession(claims.sid)
    if (!session || session.userId !== claims.sub || session.revokedTokens.has(claims.jti)) {
      throw new Problem('access-token-expired')
    }
    if (claims.cnf && !isBrowserOf(session, browser)) throw new Problem('access-token-invalid')
    const principal = { userId: claims.sub, tokenId: claims.jti, session, expiresAt: claims.exp }
    const place = placeOf(claims)
    if (!place) return principal
    const grants = await this.#memory.grants(claims.sub, place)
    // What the token was given for is gone: profile, plan, company or delegation.
    if (!grants) throw new Problem('access-token-expired')
    return { ...principal, place: { ...place, grants } }
  }
}

/** A program is let through where a grant opens it, and nowhere that a person is asked for (rulings §6). */
function admitProgram(
  access: Exclude<Access, 'public'>,
  call: Pick<Endpoint, 'method' | 'path' | 'confirm' | 'peopleOnly'>,
  program: ProgramPrincipal,
): Principal {
  if (typeof access === 'string' || call.confirm === true || call.peopleOnly === true)
    throw new Problem('forbidden')
  const opens = (opening: Opening) => grantOpens(opening, access, call)
  if (!opens(program.place.grants)) throw new Problem('forbidden')
  return actingBy(program, opens)
}

/** Whether the caller holds the cookie that the session was made with. */
export function isBrowserOf(
  session: Pick<SessionState, 'browserDigest'>,
  browser: string | undefined,
): boolean {
  return browser !== undefined && sameBytes(digestOf(browser), session.browserDigest)
}

function placeOf(claims: TokenClaims): Place | undefined {
  if (claims.module_id === undefined || claims.company_id === undefined) return undefined
  return { moduleId: claims.module_id, companyId: claims.company_id, spid: claims.spid ?? null }
}

/** The caller with the delegation that a call rests on, where no assignment of their own opens it. */
function actingBy(principal: Principal, opens: (own: Opening) => boolean): Principal {
  const grants = principal.place?.grants
  if (!grants?.delegation || (grants.own && opens(grants.own))) return principal
  return { ...principal, delegationId: grants.delegation.id }
}

/** Whether grants open an endpoint: by a screen and action that it names, or by itself. */
export function grantOpens(
  grants: Opening,
  access: Exclude<Access, string>,
  call: { method: Method; path: string },
): boolean {
  if (grants.endpoints.has(`${call.method} ${call.path}`)) return true
  return grantsFor(access).some((grant) => holdsGrant(grants, grant))
}
