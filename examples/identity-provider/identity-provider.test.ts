import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Page, TestBrowser } from '../../test/testing/test-browser.ts'
import { findFreePort } from '../../test/testing/free-port.ts'
import { waitUntilReady, callback, client, start, type Started } from './provider-process.ts'

const federated = { email: 'federado@portaria.example', password: 'Portaria-Demo-2026!' }

let issuer: string
let main: Started

beforeAll(async () => {
  issuer = `http://127.0.0.1:${await findFreePort()}`
  main = start(issuer)
  await waitUntilReady(main, issuer)
})
afterAll(() => {
  main.process.kill('SIGKILL')
})

function authorizationUrl(more: Record<string, string> = {}): string {
  const parameters = {
    client_id: 'portaria',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: callback,
    state: 'state',
    nonce: 'nonce',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...more,
  }
  return `${issuer}/auth?${new URLSearchParams(parameters).toString()}`
}

const until = ({ host }: URL): boolean => host === 'localhost:9'
const signIn = (browser: TestBrowser, page: Page, form = federated) =>
  browser.submit(page, form, { until })

test('the sign-in page is in Portuguese, prefills the e-mail from the portal, and allows no foreign content', async () => {
  const { html, headers } = await new TestBrowser().open(
    authorizationUrl({ login_hint: '"><b>@x.example' }),
  )
  expect(html).toContain('<html lang="pt-BR">')
  expect(html).toContain('value="&#34;&#62;&#60;b&#62;@x.example"')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain(`form-action 'self' ${client};`)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('e-mail and password redirect to the portal with code, state and issuer', async () => {
  const browser = new TestBrowser()
  const { url } = await signIn(browser, await browser.open(authorizationUrl()))
  expect(url.origin + url.pathname).toBe(callback)
  expect(Object.fromEntries(url.searchParams)).toEqual({
    code: expect.any(String) as string,
    state: 'state',
    iss: issuer,
  })
})

test('a wrong password is reported and can be corrected', async () => {
  const browser = new TestBrowser()
  const wrong = await signIn(browser, await browser.open(authorizationUrl()), {
    ...federated,
    password: 'errada',
  })
  expect(wrong.status).toBe(401)
  expect(wrong.html).toContain('<p class="wrong" role="alert">E-mail ou senha incorretos.</p>')
  expect((await signIn(browser, wrong)).url.searchParams.has('code')).toBe(true)
})

test('a signed-in user is asked again only for a confirmation', async () => {
  const browser = new TestBrowser()
  await signIn(browser, await browser.open(authorizationUrl()))
  const known = await browser.open(authorizationUrl(), { until })
  expect(known.url.searchParams.has('code')).toBe(true)
  const confirmation = await browser.open(authorizationUrl({ prompt: 'login', max_age: '0' }), {
    until,
  })
  expect(confirmation.html).toContain('<h1>Confirme sua identidade</h1>')
  expect((await signIn(browser, confirmation)).url.searchParams.has('code')).toBe(true)
})

test('a client must use PKCE and a registered redirect URI', async () => {
  const browser = new TestBrowser()
  const { url } = await browser.open(
    authorizationUrl({ code_challenge: '', code_challenge_method: '' }),
    { until },
  )
  expect(url.searchParams.get('error')).toBe('invalid_request')
  const elsewhere = await browser.open(
    authorizationUrl({ redirect_uri: 'https://elsewhere.example' }),
  )
  expect(elsewhere).toMatchObject({
    status: 400,
    html: expect.stringContaining('Voltar ao portal') as string,
  })
})

test('an expired request is reported', async () => {
  const page = await new TestBrowser().open(`${issuer}/interaction/long-gone`)
  expect(page).toMatchObject({
    status: 400,
    html: expect.stringContaining('Comece de novo pelo portal.') as string,
  })
})

test('the process ends with its parent and writes no output', async () => {
  main.process.disconnect()
  const [code] = (await once(main.process, 'exit')) as [number]
  expect(code).toBe(0)
  expect(main.output).toBe('')
})

test('the process reports missing settings', async () => {
  const started = start(issuer, { CLIENT_SECRET: '' })
  const [code] = (await once(started.process, 'close')) as [number]
  expect(code).toBe(1)
  expect(started.output).toBe('Identity provider: CLIENT_SECRET is not set.\n')
})
