import * as client from 'openid-client'
import type { FederationPurpose } from '../../contract/federation.ts'
import type { SessionMemory } from '../sessions/session-memory.ts'
import { after, type Clock, minutes } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { FederationRefusal } from './federation-refusal.ts'
import { insertFlow } from './flow-queries.ts'
import type { IdentityProvider, IdentityProviders } from './identity-providers.ts'
import { findSessionOfBrowser } from './identity-queries.ts'
import type { ProviderConnections } from './provider-connections.ts'

/** How long a person may take at the provider. */
export const flowLifetime = minutes(10)

/** What a trip to an identity provider needs to begin. */
export interface AuthorizationRequest {
  purpose: FederationPurpose
  provider: IdentityProvider
  connection: client.Configuration
  /** The session whose person is to confirm their identity; undefined for a sign-in. */
  session: { id: string; email: string } | undefined
  loginHint: string | undefined
}

/** Sends people to an identity provider, to sign in or to confirm their identity. */
export class AuthorizationRequests {
  readonly #providers: IdentityProviders
  readonly #connections: ProviderConnections
  readonly #memory: SessionMemory
  readonly #clock: Clock

  constructor(parts: {
    providers: IdentityProviders
    connections: ProviderConnections
    memory: SessionMemory
    clock: Clock
  }) {
    this.#providers = parts.providers
    this.#connections = parts.connections
    this.#memory = parts.memory
    this.#clock = parts.clock
  }

  /** Where to go, and that somebody is there. `browser` is the value of the session's cookie. */
  async prepare(
    db: Db,
    { purpose, email }: { purpose: FederationPurpose; email?: string | undefined },
    browser: string | undefined,
  ): Promise<AuthorizationRequest> {
    const { provider, session } = await (purpose === 'validating'
      ? this.#ofSession(db, browser)
      : this.#byEmail(db, email))
    const connection = await this.#connections.to(provider)
    return { purpose, provider, connection, session, loginHint: session?.email ?? email }
  }

  /** Remembers the trip for this browser alone and answers the address to go to. */
  async begin(
    db: Db,
    { purpose, provider, connection, session, loginHint }: AuthorizationRequest,
    flowBrowser: string,
  ): Promise<URL> {
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

  async #byEmail(db: Db, email: string | undefined) {
    const provider = await this.#providers.choose(db, email)
    if (!provider) throw new FederationRefusal('federated-unavailable', 'no-provider')
    return { provider, session: undefined }
  }

  /** Identity is confirmed where the session began: at its provider. */
  async #ofSession(db: Db, browser: string | undefined) {
    const row =
      browser === undefined ? undefined : await findSessionOfBrowser(db, digestOf(browser))
    const session = row && (await this.#memory.liveSession(row.id))
    const provider = row?.id_token ? await this.#providers.ofIdToken(db, row.id_token) : undefined
    if (!session || !provider)
      throw new FederationRefusal('federated-refused', 'no-federated-session')
    return { provider, session: { id: session.id, email: session.user.email } }
  }
}
