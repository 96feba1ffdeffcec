import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { digestOf } from '../secrets/random.ts'
import { type VerifiedIdentity, authenticate, verifiedEmailOf } from './authentication.ts'
import { FederationRefusal } from './federation-refusal.ts'
import { takeFlow, type TakenFlow } from './flow-queries.ts'
import type { IdentityProvider, IdentityProviders } from './identity-providers.ts'
import { findUserOfIdentity } from './identity-queries.ts'
import type { ProviderConnections } from './provider-connections.ts'

/** A verified authorization response. Whether the user may sign in is decided later. */
export interface Callback {
  flow: TakenFlow
  provider: IdentityProvider
  identity: VerifiedIdentity
  verifiedEmail: string | undefined
}

/** Processes authorization responses. Runs outside a transaction, because it calls the provider. */
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

  /** Uses up the flow that a response belongs to and returns it. Undefined if this browser has no such flow. */
  async takeFlow(
    db: Db,
    { state, flowBrowser }: { state: unknown; flowBrowser: string | undefined },
  ) {
    if (typeof state !== 'string' || flowBrowser === undefined) return undefined
    const digests = { stateDigest: digestOf(state), browserDigest: digestOf(flowBrowser) }
    const flow = await takeFlow(db, { ...digests, now: this.#clock.now() })
    return flow && { ...flow, state }
  }

  /**
   * Exchanges the code at the provider of the flow. Refuses a response that is late or arrives at the address of
   * another provider.
   */
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

/** Rebuilds the URL of the response. Keeps repeated parameters, so that the library refuses them. */
function responseAt(redirectUri: string, query: Readonly<Record<string, unknown>>): URL {
  const response = new URL(redirectUri)
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) response.searchParams.append(name, String(one))
  }
  return response
}
