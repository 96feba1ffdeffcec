import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { digestOf } from '../secrets/random.ts'
import { type VerifiedIdentity, authenticate, verifiedEmailOf } from './authentication.ts'
import { FederationRefusal } from './federation-refusal.ts'
import { takeFlow, type TakenFlow } from './flow-queries.ts'
import type { IdentityProvider, IdentityProviders } from './identity-providers.ts'
import { findUserOfIdentity } from './identity-queries.ts'
import type { ProviderConnections } from './provider-connections.ts'

/** A successful authorization response; whether the user may sign in is decided afterwards. */
export interface Callback {
  flow: TakenFlow
  provider: IdentityProvider
  identity: VerifiedIdentity
  verifiedEmail: string | undefined
}

/** Receives authorization responses. Calls the provider, so it runs outside a transaction. */
export class Callbacks {
  readonly #providers: IdentityProviders
  readonly #connections: ProviderConnections
  readonly #clock: Clock

  constructor(parts: {
    providers: IdentityProviders
    connections: ProviderConnections
    clock: Clock
  }) {
    this.#providers = parts.providers
    this.#connections = parts.connections
    this.#clock = parts.clock
  }

  /** Finds the flow of a response and uses it up; undefined if this browser began none. */
  async takeFlow(
    db: Db,
    { state, flowBrowser }: { state: unknown; flowBrowser: string | undefined },
  ) {
    if (typeof state !== 'string' || flowBrowser === undefined) return undefined
    const digests = { stateDigest: digestOf(state), browserDigest: digestOf(flowBrowser) }
    const flow = await takeFlow(db, { ...digests, now: this.#clock.now() })
    return flow && { ...flow, state }
  }

  /** Exchanges the code at the provider of the flow. The response must be in time and at the provider's own address. */
  async receive(
    db: Db,
    flow: TakenFlow & { state: string },
    { query, providerId }: { query: Readonly<Record<string, unknown>>; providerId: number | null },
  ): Promise<Callback> {
    if (flow.provider_id !== providerId)
      throw new FederationRefusal('federated-refused', 'provider-mix-up')
    if (flow.expires_at <= this.#clock.now())
      throw new FederationRefusal('federated-refused', 'flow-expired')
    const provider = await this.#providers.byId(db, flow.provider_id)
    if (provider?.issuer !== flow.issuer)
      throw new FederationRefusal('federated-refused', 'provider-changed')
    const connection = await this.#connections.to(provider)
    const response = responseAt(provider.redirectUri, query)
    const identity = await authenticate(connection, response, flow, this.#clock)
    const known = await findUserOfIdentity(db, identity)
    const verifiedEmail = known ? undefined : await verifiedEmailOf(connection, identity)
    return { flow, provider, identity, verifiedEmail }
  }
}

/** Rebuilds the response URL, including repeated parameters, which the library refuses. */
function responseAt(redirectUri: string, query: Readonly<Record<string, unknown>>): URL {
  const response = new URL(redirectUri)
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) response.searchParams.append(name, String(one))
  }
  return response
}
