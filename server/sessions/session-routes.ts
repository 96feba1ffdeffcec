import { consoleModuleId } from '../../contract/constants.ts'
import { openScreens } from '../../contract/screens.ts'
import type { sessions } from '../../contract/sessions.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Db } from '../database/database.ts'
import { cachedRead, type Handlers, statement, transaction } from '../pipeline/handler.ts'
import type { Clock } from '../shared/clock.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf } from '../secrets/random.ts'
import { claimsOfAuthentication } from './authentication.ts'
import { CodeExchange } from './code-exchange.ts'
import { codeFinder } from './code-queries.ts'
import { formatAccess } from './last-access.ts'
import type { Principal, SignedInPrincipal } from '../pipeline/principal.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { endSession, findPreviousAccess } from './session-queries.ts'
import type { SessionCache } from './session-cache.ts'
import type { SessionService } from './session-service.ts'

interface ProviderSignOut {
  /** Returns the URL at which the identity provider signs the browser out too. */
  addressFor(db: Db, who: Principal): Promise<string | undefined>
}

interface Dependencies {
  db: Db
  rateLimiter: RateLimiter
  sessions: SessionService
  sessionCache: SessionCache
  clock: Clock
  signOut: ProviderSignOut
}

const unrestrictedScreens: ReadonlySet<string> = new Set(openScreens)

export function sessionRoutes(parts: Dependencies): Handlers<typeof sessions> {
  const { sessions: service, signOut, clock, rateLimiter } = parts
  const codes = new CodeExchange(parts)
  const finder = codeFinder(parts.db)

  /** Rethrows the refusal of a code. Per network, only the first few refusals keep their audit event. */
  async function refuse(error: unknown, address: string): Promise<never> {
    if (!(error instanceof Problem) || !error.recorded) throw error
    if (await rateLimiter.isAudited('handle', address)) throw error
    throw new Problem(error.code)
  }

  return {
    userLocalToken: statement(async (call) => {
      const { query, request } = call
      const code = await finder.run(digestOf(query.code))
      if (!code) {
        // Counts an unknown code for the rate limit of the network.
        await rateLimiter.consumeForNetwork('handle', request.address)
        throw new Problem('code-not-found')
      }
      return codes.exchange(code, call).catch((error: unknown) => refuse(error, request.address))
    }),

    userValidate: cachedRead(({ who }) => validityOf(who)),

    async userTokenValidate({ body, request }) {
      const who = await service.identify(body.access_token, request.browser)
      return {
        ...validityOf(who),
        decodedToken: service.describe(who.session, who.place, who.place?.grants),
      }
    },

    userValid: cachedRead(({ who, body }) => {
      const actions = allowedActions(who, body)
      if (!actions) throw new Problem('forbidden')
      return { valid: true as const, actions }
    }),

    userInvalidateToken: transaction({
      beforeTransaction: ({ db, who }) => signOut.addressFor(db, who),
      async run({ db, who, body, audit }, address) {
        await service.requireSameSession(who, body.access_token)
        await endSession(db, who.session.id, 'sign-out', clock.now())
        audit({ target: `session:${who.session.id}` })
        return { logout_url: address }
      },
    }),

    async userVerifyLastAccess({ db, who, body }) {
      await service.requireSameSession(who, body.token)
      const at = await findPreviousAccess(db, who.userId)
      return { formatedDate: at && formatAccess(at) }
    },

    userSessionList: ({ db, who }) => listOwnSessions(db, who, clock.now()),
    userSessionEnd: (call) => endOwnSession(call, call.params.id, clock.now()),
    userSessionEndOthers: (call) => endOtherSessions(call, clock.now()),
  }
}

function validityOf(who: SignedInPrincipal) {
  return {
    active: true as const,
    user_id: who.userId,
    session_id: who.session.id,
    module_id: who.place?.moduleId ?? null,
    company_id: who.place?.companyId ?? null,
    spid: who.place?.spid ?? null,
    expires_at: who.expiresAt,
    ...claimsOfAuthentication(who.session.authentication),
  }
}

/** Returns the caller's actions on a screen or endpoint; undefined if it is not granted (portal.md §6). */
function allowedActions(
  who: Principal,
  { environment, path, method }: { environment: string; path: string; method: string },
): string[] | undefined {
  const grants = who.place?.moduleId === consoleModuleId ? who.place.grants : undefined
  if (environment === 'back') return grants?.endpoints.has(`${method} ${path}`) ? [] : undefined
  if (unrestrictedScreens.has(path)) return []
  const actions = grants?.screens.get(path)
  return actions && [...actions]
}
