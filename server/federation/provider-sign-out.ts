import * as client from 'openid-client'
import type { Logger } from 'pino'
import { consoleModuleId } from '../../contract/constants.ts'
import type { SignedInPrincipal } from '../pipeline/principal.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { FederationRefusal } from './federation-refusal.ts'
import type { IdentityProviders } from './identity-providers.ts'
import { findIdToken } from './identity-queries.ts'
import type { ProviderConnections } from './provider-connections.ts'

/** Sign-out at the provider (OpenID Connect RP-Initiated Logout). */
export class ProviderSignOut {
  readonly #providers: IdentityProviders
  readonly #connections: ProviderConnections
  readonly #returnTo: string
  readonly #log: Logger

  constructor(parts: {
    providers: IdentityProviders
    connections: ProviderConnections
    config: Pick<Config, 'publicUrl'>
    log: Logger
  }) {
    this.#providers = parts.providers
    this.#connections = parts.connections
    this.#returnTo = `${parts.config.publicUrl}/auth`
    this.#log = parts.log
  }

  /**
   * Returns the URL at which the provider ends its own session. Undefined if the session is not federated, or the
   * provider has no such endpoint. Undefined for sign-outs from modules too, because the URL contains the ID token.
   */
  async addressFor(db: Db, who: SignedInPrincipal): Promise<string | undefined> {
    if (who.place && who.place.moduleId !== consoleModuleId) return undefined
    const idToken = await findIdToken(db, who.session.id)
    const provider =
      idToken === undefined ? undefined : await this.#providers.ofIdToken(db, idToken)
    if (idToken === undefined || !provider) return undefined
    try {
      const connection = await this.#connections.to(provider)
      if (!connection.serverMetadata().end_session_endpoint) return undefined
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: this.#returnTo }
      return client.buildEndSessionUrl(connection, parameters).href
    } catch (error) {
      if (!(error instanceof FederationRefusal)) throw error
      // Signing out of this server must work even if the provider is down.
      this.#log.warn(
        { issuer: provider.issuer, reason: error.reason },
        'signed out here but not at the provider',
      )
      return undefined
    }
  }
}
