import * as client from 'openid-client'
import type { FederationPurpose } from '../../contract/federation.ts'
import type { SessionMemory } from '../sessions/session-memory.ts'
import { after, type Clock, minutes } from '../shared/clock.ts'
import type { Db } from '../shared/database.ts'
import { digestOf, newHandle } from '../shared/random.ts'
import { type Arrival, authenticate, verifiedEmailOf } from './authentication.ts'
import { FederationRefusal } from './federation-refusal.ts'
import { insertFlow, takeFlow, type TakenFlow } from './flow-queries.ts'
import type { IdentityProvider, IdentityProviders } from './identity-providers.ts'
import { findSessionOfBrowser, findUserOfIdentity } from './identity-queries.ts'
import type { ProviderConnections } from './provider-connections.ts'

/** How long a person may take at the provider. */
export const flowLifetime = minutes(10)

/** A trip that can begin. */
export interface Departure {
  purpose: FederationPurpose
  provider: IdentityProvider
  connection: client.Configuration
  /** Whose identity is to be confirmed. */
  session: { id: string; email: string } | undefined
  loginHint: string | undefined
}

/** A trip that came back well; what it means is for the database to say. */
export interface Return {
  flow: TakenFlow
  provider: IdentityProvider
  arrival: Arrival
  verifiedEmail: string | undefined
}

/** The two halves of a trip to an identity provider; both talk to it, so neither holds a transaction. */
export class FederationService {
  readonly #providers: IdentityProviders
  readonly #connections: ProviderConnections
  readonly #memory: SessionMemory
  readonly #clock: Clock

  constructor(parts: { providers: IdentityProviders; connections: ProviderConnections; memory: SessionMemory; clock: Clock }) {
    this.#providers = parts.providers
    this.#connections = parts.connections
    this.#memory = parts.memory
    this.#clock = parts.clock
  }

  /** Where to go, and that somebody is there. `browser` is the value of the session's cookie. */
  async prepareDeparture(
    db: Db,
    { purpose, email }: { purpose: FederationPurpose; email?: string | undefined },
    browser: string | undefined,
  ): Promise<Departure> {
    const { provider, session } = await (purpose === 'validating' ? this.#ofSession(db, browser) : this.#byEmail(db, email))
    const connection = await this.#connections.to(provider)
    return { purpose, provider, connection, session, loginHint: session?.email ?? email }
  }

  /** Remembers the trip for this browser alone and answers the address to go to. */
  async depart(db: Db, { purpose, provider, connection, session, loginHint }: Departure, flowBrowser: string): Promise<URL> {
    const state = newHandle()
    const nonce = newHandle()
    const codeVerifier = client.randomPKCECodeVerifier()
    const now = this.#clock.now()
    await insertFlow(db, {
      stateDigest: digestOf(state),
      purpose,
      providerId: provider.id,
      issuer: provider.issuer,
      nonce,
      codeVerifier,
      browserDigest: digestOf(flowBrowser),
      sessionId: session?.id ?? null,
      now,
      expiresAt: after(now, flowLifetime),
    })
    return client.buildAuthorizationUrl(connection, {
      redirect_uri: provider.redirectUri,
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(loginHint !== undefined && { login_hint: loginHint }),
      ...(purpose === 'validating' && { prompt: 'login', max_age: '0' }),
    })
  }

  /** The flow that this response belongs to, used up by asking for it. */
  async takeFlow(db: Db, { state, flowBrowser, providerId }: { state: unknown; flowBrowser: string | undefined; providerId: number | null }) {
    if (typeof state !== 'string' || flowBrowser === undefined) throw new FederationRefusal('federated-refused', 'no-flow')
    const digests = { stateDigest: digestOf(state), browserDigest: digestOf(flowBrowser) }
    const flow = await takeFlow(db, { ...digests, providerId, now: this.#clock.now() })
    if (!flow) throw new FederationRefusal('federated-refused', 'no-flow')
    return { ...flow, state }
  }

  /** Exchanges the code at the provider that the flow went to, at the address it was told to come back to. */
  async receive(db: Db, flow: TakenFlow & { state: string }, query: Readonly<Record<string, unknown>>): Promise<Return> {
    const provider = await this.#providers.byId(db, flow.provider_id)
    if (provider?.issuer !== flow.issuer) throw new FederationRefusal('federated-refused', 'provider-changed')
    const connection = await this.#connections.to(provider)
    const response = responseAt(provider.redirectUri, query)
    const arrival = await authenticate(connection, response, flow, this.#clock)
    const known = await findUserOfIdentity(db, arrival)
    const verifiedEmail = known ? undefined : await verifiedEmailOf(connection, arrival)
    return { flow, provider, arrival, verifiedEmail }
  }

  async #byEmail(db: Db, email: string | undefined) {
    const provider = await this.#providers.choose(db, email)
    if (!provider) throw new FederationRefusal('federated-unavailable', 'no-provider')
    return { provider, session: undefined }
  }

  /** Identity is confirmed where the session began: at its provider. */
  async #ofSession(db: Db, browser: string | undefined) {
    const row = browser === undefined ? undefined : await findSessionOfBrowser(db, digestOf(browser))
    const session = row && (await this.#memory.liveSession(row.id))
    const provider = row?.id_token ? await this.#providers.ofIdToken(db, row.id_token) : undefined
    if (!session || !provider) throw new FederationRefusal('federated-refused', 'no-federated-session')
    return { provider, session: { id: session.id, email: session.user.email } }
  }
}

/** The response as it came, parameters sent twice included: the library refuses those. */
function responseAt(redirectUri: string, query: Readonly<Record<string, unknown>>): URL {
  const response = new URL(redirectUri)
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) response.searchParams.append(name, String(one))
  }
  return response
}
