import { consoleModuleId } from '../../contract/constants.ts'
import { type Access, grantsFor, type Method } from '../../contract/endpoint.ts'
import type { Clock } from '../shared/clock.ts'
import { Problem } from '../binder/problem.ts'
import { digestOf, sameBytes } from '../secrets/random.ts'
import type {
  Credentials,
  Gate,
  Grants,
  Place,
  Principal,
  SessionState,
} from '../binder/principal.ts'
import { BoundedMap } from '../shared/bounded-map.ts'
import { weightOf } from './grants.ts'
import type { SessionMemory } from './session-memory.ts'
import type { SessionTokens, TokenClaims } from './session-tokens.ts'

/** The principal of earlier calls with the same token, and until when it holds unless a change is announced. */
interface Remembered {
  principal: Principal
  /** The browser that showed the token, where it is bound to one. */
  browser: string | undefined
  /** `SessionMemory.version` just before the principal was read. */
  version: number
  /** Milliseconds since 1970. */
  until: number
}

/** How many bytes of callers a process remembers. */
export const guardMemoryLimit = 64 * 1024 * 1024

/** Decides who is calling and whether they may; the one way through to every endpoint that isn't public. */
export class Guard implements Gate {
  readonly #tokens: SessionTokens
  readonly #memory: SessionMemory
  readonly #clock: Clock
  /** By token, and by nothing that whoever holds one could vary. */
  readonly #remembered = new BoundedMap<string, Remembered>(
    guardMemoryLimit,
    (token, { principal }) => token.length + 1024 + weightOf(principal.place?.grants),
  )

  constructor(tokens: SessionTokens, memory: SessionMemory, clock: Clock) {
    this.#tokens = tokens
    this.#memory = memory
    this.#clock = clock
  }

  /** The principal of a call that this access lets through; throws the guard's problems otherwise. */
  async admit(
    access: Exclude<Access, 'public'>,
    call: { method: Method; path: string },
    credentials: Credentials,
  ): Promise<Principal> {
    if (!credentials.token) throw new Problem('access-token-missing')
    const principal = await this.identify(credentials.token, credentials.browser)
    if (access === 'any-token') return principal
    const { place } = principal
    // A token made for another module opens nothing here.
    if (place && place.moduleId !== consoleModuleId) throw new Problem('forbidden')
    if (access === 'signed-in') return principal
    if (!place || !grantOpens(place.grants, access, call)) throw new Problem('forbidden')
    return principal
  }

  /** About how many bytes of callers it remembers. */
  get weight(): number {
    return this.#remembered.weight
  }

  /** Who this token speaks for, alive at this moment; `browser` is needed for tokens that are bound to one. */
  async identify(token: string, browser: string | undefined): Promise<Principal> {
    const remembered = this.#recall(token, browser)
    if (remembered) return remembered
    const { version } = this.#memory
    const { principal, bound } = await this.#ask(token, browser)
    if (version !== undefined && version === this.#memory.version) {
      this.#remembered.set(token, {
        principal,
        browser: bound ? browser : undefined,
        version,
        until: endOf(principal),
      })
    }
    return principal
  }

  /** The remembered principal, unless a change was announced since or its time has run out. */
  #recall(token: string, shownBy: string | undefined): Principal | undefined {
    const remembered = this.#remembered.get(token)
    if (!remembered) return undefined
    const now = this.#clock.now().getTime()
    const { principal, browser, version, until } = remembered
    if (browser !== undefined && browser !== shownBy) return undefined
    if (version === this.#memory.version && now < until && this.#memory.use(principal.session, now))
      return principal
    this.#remembered.delete(token)
    return undefined
  }

  async #ask(
    token: string,
    browser: string | undefined,
  ): Promise<{ principal: Principal; bound: boolean }> {
    const claims = await this.#tokens.verify(token)
    const session = await this.#memory.liveSession(claims.sid)
    if (!session || session.userId !== claims.sub || session.revokedTokens.has(claims.jti)) {
      throw new Problem('access-token-expired')
    }
    if (claims.cnf && !isBrowserOf(session, browser)) throw new Problem('access-token-invalid')
    const principal = { userId: claims.sub, tokenId: claims.jti, session, expiresAt: claims.exp }
    const bound = claims.cnf !== undefined
    const place = placeOf(claims)
    if (!place) return { principal, bound }
    const grants = await this.#memory.grants(claims.sub, place)
    // What the token was given for is gone: profile, plan, company or delegation.
    if (!grants) throw new Problem('access-token-expired')
    return { principal: { ...principal, place: { ...place, grants } }, bound }
  }
}

/** When token, session or grants run out by themselves, in milliseconds since 1970. */
function endOf({ expiresAt, session, place }: Principal): number {
  return Math.min(expiresAt * 1000, session.expiresAt, place?.grants.until ?? Infinity)
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

/** Whether grants open an endpoint: by a screen and action that it names, or by itself. */
export function grantOpens(
  grants: Grants,
  access: Exclude<Access, string>,
  call: { method: Method; path: string },
): boolean {
  if (grants.endpoints.has(`${call.method} ${call.path}`)) return true
  return grantsFor(access).some(({ screen, action }) => {
    const actions = grants.screens.get(screen)
    return actions !== undefined && (action === undefined || actions.has(action))
  })
}
