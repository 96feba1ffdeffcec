import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import type { Account } from './accounts.ts'
import { securityHeaders, sentencePage, signOutPage } from './identity-pages.ts'
import { Interaction } from './interaction.ts'
import { memoryAdapters } from './memory-adapter.ts'
import { Provider } from './oidc-library.ts'

export interface IdentityProviderSettings {
  issuer: string
  client: { id: string; secret: string; redirectUris: string[]; postLogoutRedirectUris: string[] }
  accounts: readonly Account[]
}

/** Creates an OpenID Connect provider for the demo and the tests, with in-memory state. */
export function createIdentityProvider(settings: IdentityProviderSettings): Server {
  const { client, accounts } = settings
  const origins = [...new Set(client.redirectUris.map((uri) => new URL(uri).origin))]
  const portal = origins[0] ?? '/'
  const headers = securityHeaders(origins)
  const provider = new Provider(settings.issuer, configure(settings, portal))
  provider.use(async (ctx, next) => {
    ctx.set(headers)
    await next()
  })
  const sayServerError = (_: unknown, error: Error): void =>
    console.error(`Identity provider: ${error.message}`)
  provider.on('server_error', sayServerError)
  const interaction = new Interaction({ provider, accounts, headers, portal })
  const answerProtocol = provider.callback()
  return createServer((request, response) => {
    const handling = request.url?.startsWith('/interaction/')
      ? interaction.answer(request, response)
      : answerProtocol(request, response)
    handling.catch((error: unknown) => {
      console.error(`Identity provider: ${error instanceof Error ? error.message : String(error)}`)
      if (!response.headersSent) response.writeHead(500, headers)
      response.end()
    })
  })
}

function configure({ client, accounts }: IdentityProviderSettings, portal: string): Configuration {
  return {
    adapter: memoryAdapters(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: client.redirectUris,
        post_logout_redirect_uris: client.postLogoutRedirectUris,
        id_token_signed_response_alg: 'ES256',
        require_auth_time: true,
      },
    ],
    jwks: { keys: [newSigningKey()] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, sub) => findAccount(accounts, sub),
    loadExistingGrant: grantWithoutAsking,
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    // Browsers send cookies to every port of a host, so the names must differ from those of other servers there.
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: 'example_idp',
        interaction: 'example_idp_interaction',
        resume: 'example_idp_resume',
      },
    },
    ttl: { AccessToken: 600, Grant: 86_400, IdToken: 600, Interaction: 600, Session: 86_400 },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = signOutPage(form, ctx.oidc.entities.IdTokenHint !== undefined)
        },
        postLogoutSuccessSource(ctx) {
          ctx.body = sentencePage('Até logo', 'Sua sessão neste provedor terminou.', portal)
        },
      },
    },
    renderError(ctx, out) {
      ctx.type = 'html'
      ctx.body = sentencePage(
        'Não foi possível continuar',
        `O pedido foi recusado (${out.error}).`,
        portal,
      )
    },
  }
}

function findAccount(accounts: readonly Account[], sub: string) {
  const account = accounts.find((candidate) => candidate.sub === sub)
  if (!account) return undefined
  const { email, emailVerified, name } = account
  return { accountId: sub, claims: () => ({ sub, email, email_verified: emailVerified, name }) }
}

/** Grants consent without asking the user, because the client belongs to the same organisation. */
async function grantWithoutAsking({ oidc }: KoaContextWithOIDC) {
  const { client, session, account } = oidc
  if (!client || !account) return undefined
  const grantId = session?.grantIdFor(client.clientId)
  const grant =
    (grantId === undefined ? undefined : await oidc.provider.Grant.find(grantId)) ??
    new oidc.provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = randomBytes(8).toString('hex')
  return { ...privateKey.export({ format: 'jwk' }), kty: 'EC', alg: 'ES256', use: 'sig', kid }
}
