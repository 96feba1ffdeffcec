import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../examples/identity-provider/accounts.ts'
import type { FederationWorld } from '../../test/testing/federation-world.ts'
import { startRealProvider } from '../../test/testing/real-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const password = 'Portaria-Demo-2026!'
const ana: Account = {
  sub: 'ana',
  email: 'ana@operadora.example',
  emailVerified: true,
  name: 'Ana',
  password,
}

let world: FederationWorld
let stop: () => Promise<void>
let stopProvider: () => void
let user: { id: number; email: string }

beforeAll(async () => {
  ;({ world, stop, stopProvider } = await startRealProvider([ana]))
  user = await world.test.build.user({ email: ana.email, federated: true })
})
afterAll(() => stop())

/** Signs in at the provider, which requires the password unless it knows the browser. */
async function signIn(browser: TestBrowser) {
  const page = await world.startFlow(browser, 'sign-in')
  const known = page.url.searchParams.has('code')
  const back = known ? page : await browser.submit(page, { email: ana.email, password })
  const { access_token: token, decodedToken } = (await world.exchange(browser, back)).body.result
    .data
  return { token, decodedToken, cookie: browser.cookie(world.url), known }
}

/** Signs out. `url` in the response is the page to which the browser is redirected. */
async function signOut({ token, cookie }: { token: string; cookie: string }) {
  const answer = await world.test.client.call('userInvalidateToken', {
    token,
    cookie,
    body: { access_token: token },
  })
  return { status: answer.status, url: answer.data.logout_url }
}

test('signing out redirects to the provider, which signs out too and returns to the sign-in page', async () => {
  const browser = new TestBrowser()
  await signIn(browser)
  const again = await signIn(browser)
  expect(again.known).toBe(true)
  const { url } = await signOut(again)
  const page = await browser.open(url ?? '')
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
  const back = await browser.submit(page, { logout: 'yes', xsrf })
  expect(back.url.href).toBe(`${world.url}/auth`)
  expect(await signIn(browser), 'the provider asks again').toMatchObject({ known: false })
})

test('the URL has the ID token as a hint and a return address', async () => {
  const { url } = await signOut(await signIn(new TestBrowser()))
  expect(Object.fromEntries(new URL(url ?? '').searchParams)).toMatchObject({
    id_token_hint: expect.stringMatching(/^eyJ/) as string,
    post_logout_redirect_uri: `${world.url}/auth`,
    client_id: 'portaria',
  })
})

test('a module that signs a user out gets no URL, which would contain the ID token', async () => {
  const who = await signIn(new TestBrowser())
  const { at } = await world.test.build.visitor({ user })
  const inModule = await world.test.trips.arrive(who, at)
  expect(await signOut({ token: inModule.token, cookie: '' })).toEqual({
    status: 200,
    url: undefined,
  })
})

test('after a password sign-in there is no redirect', async () => {
  const { email } = await world.test.build.user()
  expect(await signOut(await world.test.trips.signIn(email))).toEqual({
    status: 200,
    url: undefined,
  })
})

test('signing out does not wait for a provider that is down', async () => {
  const begun = await signIn(new TestBrowser())
  world.test.clock.advance(50 * 60_000)
  const { token } = begun
  expect(await world.test.trips.validate(token, begun.cookie)).toMatchObject({ status: 200 })
  // More than an hour after its retrieval, the cached metadata has expired.
  world.test.clock.advance(11 * 60_000)
  stopProvider()
  expect(await signOut(begun)).toEqual({ status: 200, url: undefined })
  expect(await world.test.trips.validate(token, begun.cookie)).toMatchObject({ status: 401 })
})
