import type { Logger } from 'pino'
import type { federation } from '../../contract/federation.ts'
import type { Redirect } from '../../contract/endpoint.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Call, RequestContext } from '../pipeline/call.ts'
import { type Handlers, statement, transaction } from '../pipeline/handler.ts'
import { Cookie } from '../pipeline/cookie.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import type { SessionService } from '../sessions/session-service.ts'
import type { Clock } from '../shared/clock.ts'
import { newHandle } from '../secrets/random.ts'
import { AuthorizationRequests, flowLifetime } from './authorization-requests.ts'
import { FederatedEntry } from './federated-entry.ts'
import {
  type FederationProblem,
  type FederationRefusal,
  type Outcome,
  outcomeOf,
} from './federation-refusal.ts'
import type { IdentityProviders } from './identity-providers.ts'
import { requireOwnPage } from './own-page.ts'
import type { ProviderConnections } from './provider-connections.ts'
import { type Callback, Callbacks } from './callbacks.ts'

interface FederationParts {
  rateLimiter: RateLimiter
  providers: IdentityProviders
  connections: ProviderConnections
  sessions: SessionService
  sessionCache: SessionCache
  config: Pick<Config, 'publicUrl'>
  clock: Clock
  log: Logger
}

/** Dependencies of completing a flow. */
interface Completion {
  entry: FederatedEntry
  log: Logger
}

/** An authorization response, as the browser sends it. */
interface ProviderResponse {
  db: Db
  query: Readonly<Record<string, unknown>>
  request: RequestContext
}

/** The fields of a call that are needed to complete a flow. */
type CompletionCall = Pick<
  Call<(typeof federation)['federatedCallback']>,
  'db' | 'request' | 'audit' | 'setBrowser' | 'setHeader'
>

export function federationRoutes(parts: FederationParts): Handlers<typeof federation> {
  const { rateLimiter, providers, log } = parts
  const requests = new AuthorizationRequests(parts)
  const callbacks = new Callbacks(parts)
  const completion: Completion = { entry: new FederatedEntry(parts), log }
  // `Strict` would not work, because the provider redirects from another site.
  const cookie = new Cookie('portaria-flow', parts.config.publicUrl, {
    maxAge: flowLifetime,
    sameSite: 'Lax',
  })

  /**
   * Uses up the flow before the provider is called, so that no response is tried twice. An unknown flow causes no audit
   * event. So events are limited by the number of flows, which is rate-limited.
   */
  async function receive({ db, query, request }: ProviderResponse, providerId: number | null) {
    const flowBrowser = cookie.read(request.cookies)
    const flow = await callbacks.takeFlow(db, { state: query['state'], flowBrowser })
    if (!flow) return { output: { location: problemPage('federated-refused') } }
    const outcome = await outcomeOf(() => callbacks.receive(db, flow, { query, providerId }))
    return {
      transaction: (call: CompletionCall) => finish(completion, call, flow.purpose, outcome),
    }
  }

  return {
    async signInOptions({ db }) {
      return { federated: await providers.exist(db) }
    },

    federatedStart: transaction({
      async beforeTransaction({ db, body, request }) {
        requireOwnPage(request, parts.config.publicUrl)
        // The rate limit of a confirmation is per session, so that other users of the same network cannot block it.
        if (body.purpose === 'validating') {
          const outcome = await outcomeOf(() => requests.prepare(db, body, request.browser))
          const session = outcome.refusal ? undefined : outcome.value.session
          await (session
            ? rateLimiter.consumeForSession('trip', session.id)
            : rateLimiter.consumeForNetwork('trip', request.address))
          return outcome
        }
        await rateLimiter.consumeForNetwork('trip', request.address)
        return outcomeOf(() => requests.prepare(db, body, request.browser))
      },
      async run(call, outcome) {
        const { db, request } = call
        const { purpose } = call.body
        if (outcome.refusal)
          return { redirect_uri: refuse(completion, call, outcome.refusal, purpose).location }
        const { provider, session } = outcome.value
        // All pending flows of a browser use the same cookie value.
        const flowBrowser = validHandle(cookie.read(request.cookies)) ?? newHandle()
        const location = await requests.begin(db, outcome.value, flowBrowser)
        call.setHeader('set-cookie', cookie.serialize(flowBrowser))
        call.audit({
          ...(session && { sessionId: session.id }),
          after: { purpose, issuer: provider.issuer },
        })
        return { redirect_uri: location.href }
      },
    }),

    federatedCallback: statement((call) => receive(call, null)),
    federatedCompanyCallback: statement((call) => receive(call, call.params.provider)),
  }
}

/** Redirects to `/auth` with the result of the flow, or with the problem. */
async function finish(
  completion: Completion,
  call: CompletionCall,
  purpose: string,
  outcome: Outcome<Callback>,
): Promise<Redirect> {
  const complete = purpose === 'validating' ? issueProof : startSession
  const done = outcome.refusal
    ? outcome
    : await outcomeOf(() => complete(completion.entry, call, outcome.value))
  return done.refusal ? refuse(completion, call, done.refusal, purpose) : done.value
}

async function issueProof(
  entry: FederatedEntry,
  call: CompletionCall,
  callback: Callback,
): Promise<Redirect> {
  const { proof, userId, sessionId } = await entry.prove(call.db, callback)
  const after = { purpose: callback.flow.purpose, issuer: callback.identity.issuer }
  call.audit({ userId, sessionId, target: `user:${userId}`, after })
  return { location: `/auth?proof=${proof}` }
}

async function startSession(
  entry: FederatedEntry,
  call: CompletionCall,
  callback: Callback,
): Promise<Redirect> {
  const entered = await entry.enter(call.db, callback, call.request)
  const { userId, sessionId, linked } = entered
  const after = { purpose: callback.flow.purpose, issuer: callback.identity.issuer, linked }
  call.audit({ userId, sessionId, target: `user:${userId}`, after })
  call.setBrowser(entered.browser)
  return { location: `/auth?code=${entered.code}` }
}

function refuse(
  { log }: Completion,
  call: Pick<CompletionCall, 'audit'>,
  { problem, reason, userId }: FederationRefusal,
  purpose: string,
): Redirect {
  log.info({ problem, reason, purpose }, 'federated access refused')
  call.audit({
    ...(userId !== undefined && { target: `user:${userId}` }),
    after: { purpose, refused: problem, reason },
  })
  return { location: problemPage(problem, purpose) }
}

/** Returns the page that shows the problem. In a confirmation, that page closes the popup. */
function problemPage(problem: FederationProblem, purpose?: string): string {
  return `/auth?problem=${problem}${purpose === 'validating' ? '&purpose=validating' : ''}`
}

/** Returns the cookie value only if it has the format of this server. */
function validHandle(value: string | undefined): string | undefined {
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}
