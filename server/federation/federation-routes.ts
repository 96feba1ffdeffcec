import type { Logger } from 'pino'
import type { federation } from '../../contract/federation.ts'
import type { Redirect } from '../../contract/endpoint.ts'
import type { AuditDetails } from '../shared/audit.ts'
import { type Handlers, prepared, type RequestFacts } from '../shared/call.ts'
import { Cookie } from '../shared/cookie.ts'
import type { Db } from '../shared/database.ts'
import { newHandle } from '../shared/random.ts'
import type { FederatedEntry } from './federated-entry.ts'
import { type FederationRefusal, type Outcome, outcomeOf } from './federation-refusal.ts'
import { type FederationService, flowLifetime, type Return } from './federation-service.ts'
import type { IdentityProviders } from './identity-providers.ts'

export interface FederationParts {
  service: FederationService
  entry: FederatedEntry
  providers: IdentityProviders
  publicUrl: string
  log: Logger
}

/** A response of the provider, as the browser brings it. */
interface Coming {
  db: Db
  query: Readonly<Record<string, unknown>>
  request: RequestFacts
}

/** The parts of a call that a finished trip writes through. */
interface Finishing {
  db: Db
  request: RequestFacts
  audit(details: AuditDetails): void
  setBrowser(value: string): void
  setHeader(name: string, value: string): void
}

export function federationRoutes(parts: FederationParts): Handlers<typeof federation> {
  const { service, providers, publicUrl } = parts
  // The provider sends the browser back from another site: a stricter cookie would stay at home.
  const cookie = new Cookie('portaria-flow', publicUrl, { maxAge: flowLifetime, sameSite: 'Lax' })

  /** Takes the flow before its provider is asked anything, so no response is tried twice. */
  async function receive({ db, query, request }: Coming, providerId: number | null) {
    const flowBrowser = cookie.read(request.cookies)
    const taken = await outcomeOf(() => service.takeFlow(db, { state: query['state'], flowBrowser, providerId }))
    if (taken.refusal) return { purpose: undefined, outcome: taken }
    const outcome = await outcomeOf(() => service.receive(db, taken.value, query))
    return { purpose: taken.value.purpose, outcome }
  }

  return {
    async signInOptions({ db }) {
      return { federated: await providers.exist(db) }
    },

    federatedStart: prepared({
      prepare: ({ db, query, request }) => outcomeOf(() => service.prepareDeparture(db, query, request.browser)),
      async write({ db, query, request, audit, setHeader }, outcome) {
        setHeader('cache-control', 'no-store')
        audit({ after: { purpose: query.purpose } })
        if (outcome.refusal) return refuse(parts, outcome.refusal, query.purpose, audit)
        const { provider, session } = outcome.value
        // One value for all trips of a browser that are under way.
        const flowBrowser = validHandle(cookie.read(request.cookies)) ?? newHandle()
        const location = await service.depart(db, outcome.value, flowBrowser)
        setHeader('set-cookie', cookie.serialize(flowBrowser))
        audit({ ...(session && { sessionId: session.id }), after: { purpose: query.purpose, issuer: provider.issuer } })
        return { location: location.href }
      },
    }),

    federatedCallback: prepared({
      prepare: (call) => receive(call, null),
      write: (call, { purpose, outcome }) => finish(parts, call, purpose, outcome),
    }),

    federatedCompanyCallback: prepared({
      prepare: (call) => receive(call, call.params.provider),
      write: (call, { purpose, outcome }) => finish(parts, call, purpose, outcome),
    }),
  }
}

/** Gives what the trip was for, or says why not; on the same page either way. */
async function finish(parts: FederationParts, call: Finishing, purpose: string | undefined, outcome: Outcome<Return>): Promise<Redirect> {
  const { entry } = parts
  const { db, request, audit, setBrowser, setHeader } = call
  setHeader('cache-control', 'no-store')
  const done = outcome.refusal
    ? outcome
    : await outcomeOf(async () => {
        const { issuer } = outcome.value.arrival
        if (purpose === 'validating') {
          const { proof, userId, sessionId } = await entry.prove(db, outcome.value)
          audit({ userId, sessionId, target: `user:${userId}`, after: { purpose, issuer } })
          return { location: `/auth?proof=${proof}` }
        }
        const { code, browser, userId, sessionId, linked } = await entry.enter(db, outcome.value, request)
        audit({ userId, sessionId, target: `user:${userId}`, after: { purpose: purpose ?? null, issuer, linked } })
        setBrowser(browser)
        return { location: `/auth?code=${code}` }
      })
  return done.refusal ? refuse(parts, done.refusal, purpose, audit) : done.value
}

function refuse(
  { log }: FederationParts,
  { problem, reason, userId }: FederationRefusal,
  purpose: string | undefined,
  audit: (details: AuditDetails) => void,
): Redirect {
  log.info({ problem, reason, purpose }, 'federated access refused')
  audit({ ...(userId !== undefined && { target: `user:${userId}` }), after: { purpose: purpose ?? null, refused: problem, reason } })
  const popup = purpose === 'validating' ? '&purpose=validating' : ''
  return { location: `/auth?problem=${problem}${popup}` }
}

/** What a browser shows is only taken up again where we may have given it. */
function validHandle(value: string | undefined): string | undefined {
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}
