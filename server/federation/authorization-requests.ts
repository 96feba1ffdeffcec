import * as client from 'openid-client'
import type { Acr } from '../../contract/authentication.ts'
import type { FederationPurpose } from '../../contract/federation.ts'
import type { SessionCache } from '../sessions/session-cache.ts'
import { after, type Clock, minutes } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { FederationRefusal } from './federation-refusal.ts'
import { insertFlow } from './flow-queries.ts'
import type { IdentityProvider, IdentityProviders } from './identity-providers.ts'
import { findSessionOfBrowser } from './identity-queries.ts'
import type { ProviderConnections } from './provider-connections.ts'

/** Maximum time from the authorization request to the callback. */
export const flowLifetime = minutes(10)

/** Values from which an authorization request is built. */
export interface AuthorizationRequest {
  purpose: FederationPurpose
  provider: IdentityProvider
  connection: client.Configuration
  /** Session whose user must confirm their identity; undefined for a sign-in. */
  session: { id: string; email: string } | undefined
  loginHint: string | undefined
  /** Required classes of authentication, and its maximum age in seconds. */
  acrValues: readonly Acr[] | undefined
  maxAge: number | undefined
}

/** Starts flows at an identity provider, to sign in or to confirm an identity. */
export class AuthorizationRequests {
  readonly #providers: IdentityProviders
  readonly #connections: ProviderConnections
  readonly #sessionCache: SessionCache
  readonly #clock: Clock

  constructor(parts: {
    providers: IdentityProviders
    connections: ProviderConnections
    sessionCache: SessionCache
    clock: Clock
  }) {
    this.#providers = parts.providers
    this.#connections = parts.connections
    this.#sessionCache = parts.sessionCache
    this.#clock = parts.clock
  }

  /** Chooses the provider and checks that it is available. `browser` is the value of the session cookie. */
  async prepare(
    db: Db,
    {
      purpose,
      email,
      acr_values: acrValues,
      max_age: maxAge,
    }: {
      purpose: FederationPurpose
      email?: string | undefined
      acr_values?: readonly Acr[] | undefined
      max_age?: number | undefined
    },
    browser: string | undefined,
  ): Promise<AuthorizationRequest> {
    const { provider, session } = await (purpose === 'validating'
      ? this.#forSession(db, browser)
      : this.#forSignIn(db, email))
    const connection = await this.#connections.to(provider)
    const loginHint = session?.email ?? email
    return { purpose, provider, connection, session, loginHint, acrValues, maxAge }
  }

  /** Stores a flow bound to this browser and returns the authorization URL. */
  async begin(db: Db, request: AuthorizationRequest, flowBrowser: string): Promise<URL> {
    const { purpose, provider, connection, session, loginHint, acrValues, maxAge } = request
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
      ...(acrValues && { acr_values: acrValues.join(' ') }),
      ...(maxAge !== undefined && { max_age: String(maxAge) }),
      ...(purpose === 'validating' && { prompt: 'login', max_age: '0' }),
    })
  }

  async #forSignIn(db: Db, email: string | undefined) {
    const provider = await this.#providers.choose(db, email)
    if (!provider) throw new FederationRefusal('federated-unavailable', 'no-provider')
    return { provider, session: undefined }
  }

  /** Chooses the provider of the session, because an identity is confirmed where the user signed in. */
  async #forSession(db: Db, browser: string | undefined) {
    const row =
      browser === undefined ? undefined : await findSessionOfBrowser(db, digestOf(browser))
    const session = row && (await this.#sessionCache.liveSession(row.id))
    const provider = row?.id_token ? await this.#providers.ofIdToken(db, row.id_token) : undefined
    if (!session || !provider)
      throw new FederationRefusal('federated-refused', 'no-federated-session')
    return { provider, session: { id: session.id, email: session.user.email } }
  }
}
