/**
 * Refusals that RFC 9700 (OAuth 2.0 Security Best Current Practice) requires. The portal is an authorization server
 * towards modules and a client towards identity providers. Features that do not exist here need no refusal: implicit
 * grant, password grant, refresh tokens, dynamic clients.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FederationWorld } from '../testing/federation-world.ts'
import { HostileProvider, type Lies } from '../testing/hostile-provider.ts'
import { TestBrowser } from '../testing/test-browser.ts'
import { forgedTokens } from '../testing/forged-tokens.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'
import type { Visitor } from '../testing/builders.ts'

describe('towards modules', () => {
  let app: TestApp
  let visitor: Visitor
  let other: Visitor
  let who: SignedIn
  let console: SignedIn

  beforeAll(async () => {
    app = await createTestApp()
    const person = await app.build.consoleUser()
    visitor = await app.build.visitor({ user: person })
    other = await app.build.visitor({ user: person })
    who = await app.trips.signIn(person.email)
    console = await app.trips.arrive(who, person.at)
  })
  afterAll(() => app.close())

  const codeFor = async (at = visitor.at) => (await app.trips.askForCode(who, at)).data.code
  const askWith = async (redirectUri: string) => {
    const module = { ...visitor.module, address: redirectUri }
    return (await app.trips.askForCode(who, { ...visitor.at, module })).outcome
  }
  const exchange = async (code: string, headers: Record<string, string>, cookie?: string) => {
    const caller = { headers, ...(cookie !== undefined && { cookie }) }
    return (await app.client.call('userLocalToken', { query: { code }, ...caller })).outcome
  }
  const ownSecret = () => basic(visitor.module.id, visitor.module.secret ?? '')
  const otherSecret = () => basic(other.module.id, other.module.secret ?? '')
  const tokenOf = async () => (await app.trips.arrive(who, visitor.at)).token

  /** Redirect targets to refuse. `change` derives one from the module's URL. */
  const redirects: [section: string, what: string, change: (address: URL) => string][] = [
    ['4.1.3', 'another host', () => 'https://evil.example/app/'],
    ['4.1.3', 'a host with the same ending', (url) => url.href.replace('//', '//evil-')],
    [
      '4.1.3',
      'a host with the same beginning',
      (url) => url.href.replace('/app', '.evil.example/app'),
    ],
    ['4.1.3', 'another port', (url) => url.href.replace('/app', ':8443/app')],
    ['4.1.3', 'without encryption', (url) => url.href.replace('https:', 'http:')],
    ['4.1.3', 'credentials before the host', (url) => url.href.replace('//', '//evil.example@')],
    ['4.1.3', 'another path', (url) => new URL('/elsewhere', url).href],
    ['4.1.3', 'a longer path', (url) => `${url.href}/../../elsewhere`],
    ['4.1.3', 'a path in capitals', (url) => url.href.replace('/app', '/APP')],
    ['4.1.3', 'a query of its own', (url) => `${url.href}?next=https://evil.example`],
    ['4.1.3', 'a fragment (4.1.2)', (url) => `${url.href}#x`],
    ['4.11', 'a script', () => 'javascript:alert(1)'],
    ['4.11', 'a URL without a scheme', () => '//evil.example/app'],
  ]
  test.for(redirects)('%s a code is not sent to: %s', async ([, , change]) => {
    const outcome = await askWith(change(new URL(visitor.module.address)))
    expect(outcome).toBe('400 redirect-uri-mismatch')
  })

  const attempts: [section: string, what: string, attempt: () => Promise<string>, is: string][] = [
    [
      '4.5.3',
      'a code that was exchanged before',
      async () => {
        const code = await codeFor()
        await exchange(code, ownSecret())
        return exchange(code, ownSecret())
      },
      '404 code-not-found',
    ],
    [
      '4.5.1',
      'the code of one module at another',
      async () => exchange(await codeFor(), otherSecret()),
      '401 module-secret-invalid',
    ],
    [
      '4.5.1',
      'the code of this console in another browser',
      async () => exchange(await codeFor((await consoleAt()).at), {}, 'portaria=another'),
      '404 code-not-found',
    ],
    [
      '2.5',
      'a module without its secret',
      async () => exchange(await codeFor(), {}),
      '401 module-secret-invalid',
    ],
    [
      '2.5',
      'a module with the secret of another',
      async () => exchange(await codeFor(), basic(visitor.module.id, other.module.secret ?? '')),
      '401 module-secret-invalid',
    ],
    [
      '2.5',
      'a module with a secret that was retired',
      async () => {
        const retired = await app.build.moduleSecret(visitor.module.id, 2)
        await app.db
          .deleteFrom('module_secrets')
          .where('module_id', '=', visitor.module.id)
          .where('slot', '=', 2)
          .execute()
        return exchange(await codeFor(), basic(visitor.module.id, retired))
      },
      '401 module-secret-invalid',
    ],
    [
      '2.2.1',
      'a token of the console shown by another browser (sender-constrained)',
      async () => (await app.trips.validate(console.token)).outcome,
      '401 access-token-invalid',
    ],
    [
      '2.3',
      'the token of a module at the console (audience)',
      async () => (await app.trips.valid({ token: await tokenOf(), cookie: who.cookie })).outcome,
      '403 forbidden',
    ],
    [
      '2.3',
      'an initial token where a company must be chosen (privileges)',
      async () => (await app.client.call('serviceList', { ...who, query: {} })).outcome,
      '403 forbidden',
    ],
    [
      '4.3.2',
      'a token in a URL',
      async () =>
        (
          await app.client.request('GET', `/api/user/validate?access_token=${console.token}`, {
            cookie: console.cookie,
          })
        ).outcome,
      '401 access-token-missing',
    ],
    [
      '2.4',
      'the password grant',
      async () =>
        (
          await app.client.request('POST', '/api/oauth/token', {
            body: JSON.stringify({ grant_type: 'password', username: 'a', password: 'b' }),
          })
        ).outcome,
      '404 unknown-path',
    ],
    [
      '2.1.2',
      'the implicit grant: a token in place of a code',
      async () =>
        (
          await app.client.request('POST', '/api/user-local/code', {
            ...who,
            body: JSON.stringify({
              module_id: visitor.module.id,
              company_id: visitor.company.id,
              redirect_uri: visitor.module.address,
              access_token: who.token,
              response_type: 'token',
            }),
          })
        ).outcome,
      '400 invalid-input',
    ],
    [
      '4.15',
      'a module that signs in as a user with its secret',
      async () =>
        (
          await app.client.call('authLocal', {
            headers: basic(visitor.module.id, visitor.module.secret ?? ''),
          })
        ).outcome,
      '401 invalid-credentials',
    ],
    [
      '4.15',
      "a module's secret in place of a token",
      async () => (await app.trips.validate(visitor.module.secret ?? '')).outcome,
      '401 access-token-invalid',
    ],
  ]
  const consoleAt = async () => {
    const { id, ...person } = visitor
    return app.build.consoleUser({ user: { id, email: person.email }, company: visitor.company })
  }
  test.for(attempts)('%s is refused: %s', async ([, , attempt, refusal]) => {
    expect(await attempt()).toBe(refusal)
  })

  test('4.5.3 reuse of a code revokes the token that it was exchanged for', async () => {
    const code = await codeFor()
    const answer = await app.client.call('userLocalToken', {
      query: { code },
      headers: ownSecret(),
    })
    await exchange(code, ownSecret())
    expect((await app.trips.validate(answer.data.access_token)).outcome).toBe(
      '401 access-token-expired',
    )
  })

  test('2.6 forged tokens are refused (RFC 8725)', async () => {
    const forged = await forgedTokens(console.token, { db: app.db, keyring: app.app.keyring })
    const outcomes = await Promise.all(
      Object.values(forged).map(
        async (token) => (await app.trips.validate(token, console.cookie)).outcome,
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['401 access-token-invalid']))
  })

  test.each(['/api/auth-local', '/api/user-local/code', '/api/user-local/token?code=x'])(
    '2.6 %s does not let other origins read its responses',
    async (path) => {
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const preflight = await app.client.request('OPTIONS', path, { headers })
      const call = await app.client.request('POST', path, { headers })
      for (const answer of [preflight, call])
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test.each(['/auth', '/access-page', '/api/user/valid'])(
    '4.16 and 4.2.4 %s cannot be framed by other origins and sends no referrer',
    async (path) => {
      const { headers } = await app.client.request('GET', path)
      expect(headers.get('content-security-policy')).toMatch(/frame-ancestors '(self|none)'/)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )
})

describe('towards providers', () => {
  const provider = new HostileProvider()
  let world: FederationWorld

  beforeAll(async () => {
    await provider.start()
    world = await FederationWorld.start(provider)
    await world.test.build.user({ email: 'federado@portaria.example', federated: true })
  })
  beforeEach(() => {
    provider.lies = {}
  })
  afterAll(async () => {
    await world.test.close()
    await provider.stop()
  })

  const refused = '/auth?problem=federated-refused'
  /** Follows the provider's redirect to the callback after an attacker's change to the URL. */
  async function comeBack(change: (back: URL) => URL, browser = new TestBrowser()) {
    const until = ({ pathname }: URL): boolean => pathname.startsWith('/api/federated/callback')
    const { url } = await world.startFlow(new TestBrowser(), 'sign-in', { until })
    return world.outcome((await browser.open(change(url), { from: provider.issuer })).url)
  }

  test.for<[section: string, what: string, lies: Lies]>([
    ['4.4.2', 'a response of another issuer', { response: { iss: 'https://other.example' } }],
    ['4.4.2', 'a response that hides its issuer', { response: { iss: undefined } }],
    ['4.4.2', 'an identity of another issuer', { claims: { iss: 'https://other.example' } }],
    ['4.5.3', 'an identity for another flow (nonce)', { claims: { nonce: 'another' } }],
    ['4.5.3', 'a code of another flow', { response: { code: 'made-up' } }],
    ['2.3', 'an identity for another client (audience)', { claims: { aud: 'another' } }],
    ['2.6', 'an unsigned identity', { signature: 'none' }],
    ['2.6', 'an identity signed with the shared secret', { signature: 'client-secret' }],
    ['2.6', 'an identity signed with another key', { signature: 'foreign-key' }],
  ])('%s is refused: %s', async ([, , lies]) => {
    provider.lies = lies
    expect(await world.completeFlow('sign-in')).toBe(refused)
  })

  test.for<[section: string, what: string, change: (back: URL) => URL]>([
    ['4.7.1', 'a response without state', (back) => (back.searchParams.delete('state'), back)],
    [
      '4.7.1',
      'a response with a made-up state',
      (back) => (back.searchParams.set('state', 'A'.repeat(43)), back),
    ],
    ['4.7.1', 'a response to a flow of another browser (login CSRF)', (back) => back],
  ])('%s is refused: %s', async ([, , change]) => {
    expect(await comeBack(change)).toBe(refused)
  })

  test('2.1.1 the flow is bound to this browser by PKCE with S256', async () => {
    await world.completeFlow('sign-in')
    expect(provider.asked.get('code_challenge_method')).toBe('S256')
    expect(provider.asked.get('response_type')).toBe('code')
  })

  test('4.11 the redirect target cannot be chosen by a parameter', async () => {
    const input = { purpose: 'sign-in', redirect_uri: 'https://evil.example' }
    expect((await world.start(new TestBrowser(), input)).status).toBe(400)
  })

  test('4.12 the browser is redirected with 302, so that no form is resubmitted elsewhere', async () => {
    const back = new URL('/api/federated/callback?state=x', world.url)
    expect((await fetch(back, { redirect: 'manual' })).status).toBe(302)
  })
})
