/** Alternative for code exchange: oidc-provider with PostgreSQL, without an audit log. */
import { generateKeyPairSync, hash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { Configuration } from 'oidc-provider'
import pg from 'pg'
import { Provider } from '../examples/identity-provider/oidc-library.ts'
import { basic } from '../test/testing/portal-client.ts'
import type { BesideOrder, OidcRequests } from './load-plan.ts'
import { openOidcStore } from './oidc-store.ts'

process.on('message', (order: BesideOrder) => {
  start(order).then(
    (requests) => process.send?.(requests),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())

const client = {
  client_id: 'module',
  client_secret: randomBytes(32).toString('base64url'),
  redirect_uris: ['https://module.example/callback'],
  id_token_signed_response_alg: 'ES256' as const,
}
const [callback = ''] = client.redirect_uris
const accountId = 'person'
const verifier = randomBytes(32).toString('base64url')

/** Starts the server, signs a user in, and returns the requests of that session. */
async function start({ port, databaseUrl }: BesideOrder): Promise<OidcRequests> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  const url = `http://127.0.0.1:${port}`
  const provider = new Provider(url, configure(await openOidcStore(pool)))
  const answerProtocol = provider.callback()
  const server = createServer((request, response) => {
    const answering = request.url?.startsWith('/interaction/')
      ? agree(provider)(request, response)
      : answerProtocol(request, response)
    answering.catch((error: unknown) => {
      console.error(error)
      process.exit(1)
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return requestsIn(await signIn(url + authorizePath))
}

const authorizePath = `/auth?${new URLSearchParams({
  client_id: client.client_id,
  response_type: 'code',
  scope: 'openid',
  redirect_uri: callback,
  code_challenge: hash('sha256', verifier, 'base64url'),
  code_challenge_method: 'S256',
}).toString()}`

function configure(adapter: Configuration['adapter']): Configuration {
  return {
    adapter,
    clients: [client],
    jwks: { keys: [signingKey()] },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false }, introspection: { enabled: true } },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3600,
      Session: 86_400,
    },
  }
}

type Handler = ReturnType<InstanceType<typeof Provider>['callback']>

/** Signs the user in and grants consent immediately. */
function agree(provider: InstanceType<typeof Provider>): Handler {
  return async (request, response) => {
    const grant = new provider.Grant({ clientId: client.client_id, accountId })
    grant.addOIDCScope('openid')
    const grantId = await grant.save()
    await provider.interactionFinished(request, response, {
      login: { accountId },
      consent: { grantId },
    })
  }
}

interface SignedIn {
  url: string
  cookie: string
  code: string
}

/** Follows the redirects until the client's code arrives. */
async function signIn(authorize: string): Promise<SignedIn> {
  const cookies = new Map<string, string>()
  const header = (matches: (name: string) => boolean) =>
    [...cookies]
      .filter(([name]) => matches(name))
      .map((pair) => pair.join('='))
      .join('; ')
  for (let address = authorize; ;) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: header(() => true) },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location)
      throw new Error(`${address} returned ${response.status}: ${await response.text()}`)
    const next = new URL(location, address)
    const code = next.searchParams.get('code')
    if (next.href.startsWith(callback)) {
      if (!code) throw new Error(`No code: ${next.search}`)
      const cookie = header((name) => name.startsWith('_session'))
      return { url: new URL(authorize).origin, cookie, code }
    }
    address = next.href
  }
}

/** Returns the two requests of a code exchange, and the introspection of a token. */
async function requestsIn({ url, cookie, code }: SignedIn): Promise<OidcRequests> {
  const headers = {
    ...basic(client.client_id, client.client_secret),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const grant = new URLSearchParams({
    grant_type: 'authorization_code',
    redirect_uri: callback,
    code_verifier: verifier,
  })
  const exchange = {
    method: 'POST',
    path: '/token',
    headers,
    body: `${grant.toString()}&code=`,
  } as const
  const response = await fetch(url + exchange.path, { ...exchange, body: exchange.body + code })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  if (!token) throw new Error(`The code was not exchanged: ${response.status}`)
  return {
    authorize: { method: 'GET', path: authorizePath, headers: { cookie }, code: 'from redirect' },
    exchange: { ...exchange, code: 'to body' },
    introspect: {
      method: 'POST',
      path: '/token/introspection',
      headers,
      body: new URLSearchParams({ token }).toString(),
    },
  }
}

function signingKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    ...privateKey.export({ format: 'jwk' }),
    kty: 'EC',
    kid: 'bench',
    alg: 'ES256',
    use: 'sig',
  }
}
