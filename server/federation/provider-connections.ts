import * as client from 'openid-client'
import type { Logger } from 'pino'
import { type Clock, hours, seconds } from '../shared/clock.ts'
import { isLoopback } from '../shared/loopback.ts'
import { tracer } from '../shared/trace.ts'
import { tracedFetch } from '../shared/traced-fetch.ts'
import { FederationRefusal } from './federation-refusal.ts'
import type { IdentityProvider } from './identity-providers.ts'
import { protocolFailure } from './protocol-failure.ts'

/** Maximum difference between this clock and a provider's clock, in seconds. */
export const clockTolerance = 30
/** Timeout of requests to a provider. A user is waiting for them. */
const requestTimeout = seconds(5)
/** Lifetime of cached provider metadata. */
const metadataLifetime = hours(1)

interface Connection {
  clientSecret: string
  discoveredAt: number
  configuration: Promise<client.Configuration>
}

/** Cache of provider metadata. Metadata is fetched on first use, and again after an hour or a failure. */
export class ProviderConnections {
  readonly #clock: Clock
  readonly #log: Logger
  readonly #connections = new Map<string, Connection>()

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock
    this.#log = log
  }

  /**
   * Returns the client for a provider. Throws `federated-unavailable` if the provider is unreachable or its metadata
   * invalid.
   */
  async to(provider: IdentityProvider): Promise<client.Configuration> {
    const key = `${provider.id ?? ''} ${provider.issuer} ${provider.clientId}`
    const now = this.#clock.now().getTime()
    const cached = this.#connections.get(key)
    if (
      cached?.clientSecret === provider.clientSecret &&
      cached.discoveredAt + metadataLifetime > now
    )
      return cached.configuration
    const configuration = this.#discover(provider)
    this.#connections.set(key, {
      clientSecret: provider.clientSecret,
      discoveredAt: now,
      configuration,
    })
    try {
      return await configuration
    } catch (error) {
      if (this.#connections.get(key)?.configuration === configuration) this.#connections.delete(key)
      throw error
    }
  }

  async #discover({
    issuer,
    clientId,
    clientSecret,
  }: IdentityProvider): Promise<client.Configuration> {
    // Enables signature checks. By default the library trusts the TLS connection to the token endpoint instead.
    const execute = [client.enableNonRepudiationChecks]
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated as a warning only; used for loopback
    if (isLoopback(issuer)) execute.push(client.allowInsecureRequests)
    const metadata = { [client.clockTolerance]: clockTolerance }
    try {
      const configuration = await client.discovery(
        new URL(issuer),
        clientId,
        metadata,
        authenticateBy(clientSecret),
        {
          execute,
          timeout: requestTimeout / 1000,
          ...(tracer && { [client.customFetch]: fetchFromProvider }),
        },
      )
      const named = configuration.serverMetadata().issuer
      // The library ignores a trailing slash. The issuer must match exactly, because it is part of the stored identity.
      if (named !== issuer)
        throw new client.ClientError(`the provider announces the issuer ${named}`)
      return configuration
    } catch (error) {
      if (!protocolFailure(error)) throw error
      const message = error instanceof Error ? error.message : String(error)
      this.#log.error({ issuer, reason: message }, 'identity provider unavailable')
      throw new FederationRefusal('federated-unavailable', 'discovery', { cause: error })
    }
  }
}

const fetchFromProvider: client.CustomFetch = (url, options) =>
  tracedFetch('identity provider', url, { ...options, body: options.body ?? null })

/** Returns HTTP Basic authentication, which every provider must support, unless the provider's metadata excludes it. */
function authenticateBy(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret)
  const post = client.ClientSecretPost(secret)
  return (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? basic : post
    return authenticate(server, metadata, body, headers)
  }
}
