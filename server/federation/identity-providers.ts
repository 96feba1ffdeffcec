import { decodeJwt } from 'jose'
import { asciiDomain } from '../../contract/email-shape.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import {
  findProvider,
  findProviderOfClient,
  findProviderOfDomain,
  hasProvider,
  type ProviderRow,
} from './provider-queries.ts'

/** An OpenID Connect provider that this installation is a client of. */
export interface IdentityProvider {
  /** Id in the table. Null for the association's provider, which is configured by environment variables. */
  id: number | null
  issuer: string
  clientId: string
  clientSecret: string
  /**
   * The only e-mail domain that the provider may authenticate. Null for the association's provider, which has no such
   * limit.
   */
  emailDomain: string | null
  /** Redirect URI. Each provider has its own, to prevent mix-up attacks (RFC 9700 §4.4.2.2). */
  redirectUri: string
}

/** Returns the context to which the encrypted client secret is bound. */
export const providerSecretContext = (id: number | string): string => `identity-provider:${id}`

export class IdentityProviders {
  readonly #keyring: Keyring
  readonly #callback: string
  readonly #own: IdentityProvider | undefined

  constructor(
    { federation, publicUrl }: Pick<Config, 'federation' | 'publicUrl'>,
    keyring: Keyring,
  ) {
    this.#keyring = keyring
    this.#callback = `${publicUrl}/api/federated/callback`
    this.#own = federation && {
      ...federation,
      id: null,
      emailDomain: null,
      redirectUri: this.#callback,
    }
  }

  /** Whether any provider is configured. */
  async exist(db: Db): Promise<boolean> {
    return this.#own !== undefined || hasProvider(db)
  }

  /** Returns the provider for the domain of the e-mail, otherwise the association's provider. */
  async choose(db: Db, email: string | undefined): Promise<IdentityProvider | undefined> {
    const row = email === undefined ? undefined : await findProviderOfDomain(db, domainOf(email))
    return row ? this.#open(row) : this.#own
  }

  async byId(db: Db, id: number | null): Promise<IdentityProvider | undefined> {
    if (id === null) return this.#own
    const row = await findProvider(db, id)
    return row && this.#open(row)
  }

  /** Returns the provider that issued this ID token. The token was verified at sign-in. */
  async ofIdToken(db: Db, idToken: string): Promise<IdentityProvider | undefined> {
    const { iss = '', aud = [] } = decodeJwt(idToken)
    const audiences = [aud].flat()
    if (this.#own?.issuer === iss && audiences.includes(this.#own.clientId)) return this.#own
    const row = await findProviderOfClient(db, iss, audiences)
    return row && this.#open(row)
  }

  #open(row: ProviderRow): IdentityProvider {
    const sealed = { ciphertext: row.client_secret_ciphertext, keyId: row.key_id }
    return {
      id: row.id,
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret: this.#keyring.open(sealed, providerSecretContext(row.id)),
      emailDomain: asciiDomain(row.email_domain),
      redirectUri: `${this.#callback}/${row.id}`,
    }
  }
}

export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}
