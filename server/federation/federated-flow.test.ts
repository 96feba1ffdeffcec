import { afterAll, beforeAll, expect, test } from 'vitest'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider } from '../../test/testing/hostile-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const provider = new HostileProvider()
let world: FederationWorld

beforeAll(async () => {
  await provider.start()
  world = await FederationWorld.start(provider)
  await world.test.build.user({ email: 'federado@portaria.example', federated: true })
})
afterAll(async () => {
  await world.test.close()
  await provider.stop()
})

/** Returns the callback URL of the provider's response, without visiting it. */
async function response(browser: TestBrowser): Promise<URL> {
  const until = ({ pathname }: URL): boolean => pathname.startsWith('/api/federated/callback')
  const { url } = await world.startFlow(browser, 'sign-in', { until })
  return url
}

/** Returns the page to which the callback redirects. */
const visit = async (browser: TestBrowser, address: URL): Promise<string> =>
  world.outcome((await browser.open(address, { from: provider.issuer })).url)

const refused = '/auth?problem=federated-refused'

test('an authorization request has PKCE S256, state and nonce of 256 bits each, and asks for the e-mail', async () => {
  expect(await world.completeFlow('sign-in')).toBe('/auth?code=…')
  const asked = Object.fromEntries(provider.asked)
  expect(asked).toMatchObject({
    client_id: 'portaria',
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${world.url}/api/federated/callback`,
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(asked[name]).toMatch(/^[\w-]{43}$/)
  expect(asked).not.toHaveProperty('prompt')
})

test('only the digest of the state is stored, for ten minutes', async () => {
  const browser = new TestBrowser()
  const address = await response(browser)
  const flows = await world.test.db.selectFrom('federated_flows').selectAll().execute()
  expect(JSON.stringify(flows)).not.toContain(address.searchParams.get('state'))
  const flow = flows.at(-1)
  expect(Number(flow?.expires_at) - Number(flow?.created_at)).toBe(600_000)
})

test('a response without state, or with the state of another flow, is refused', async () => {
  const browser = new TestBrowser()
  const address = await response(browser)
  const without = new URL(address)
  without.searchParams.delete('state')
  expect(await visit(browser, without)).toBe(refused)
  const foreign = new URL(address)
  foreign.searchParams.set('state', 'A'.repeat(43))
  expect(await visit(browser, foreign)).toBe(refused)
})

test('a response with a repeated parameter is refused', async () => {
  const browser = new TestBrowser()
  const address = await response(browser)
  address.searchParams.append('code', 'another')
  expect(await visit(browser, address)).toBe(refused)
})

test('of three concurrent responses with the same state one is accepted, even if the provider accepts the code again', async () => {
  provider.lies = { codesAgain: true }
  const browser = new TestBrowser()
  const address = await response(browser)
  const outcomes = await Promise.all([
    visit(browser, address),
    visit(browser, address),
    visit(browser, address),
  ])
  expect(outcomes.filter((outcome) => outcome === '/auth?code=…')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === refused)).toHaveLength(2)
  expect(await visit(browser, address)).toBe(refused)
})

test('a response is refused in another browser, and still accepted in its own', async () => {
  const browser = new TestBrowser()
  const address = await response(browser)
  expect(await visit(new TestBrowser(), address), 'without any flow').toBe(refused)
  const other = new TestBrowser()
  await response(other)
  expect(await visit(other, address), 'with its own flow').toBe(refused)
  expect(await visit(browser, address)).toBe('/auth?code=…')
})

test('a flow expires after ten minutes', async () => {
  const browser = new TestBrowser()
  const late = await response(browser)
  world.test.clock.advance(10 * 60_000)
  expect(await visit(browser, late)).toBe(refused)
  world.test.clock.advance(-10 * 60_000)
})

test('the flow cookie is HttpOnly and is sent with the provider’s redirect', async () => {
  const { headers } = await world.test.client.call('federatedStart', {
    body: { purpose: 'sign-in' },
    headers: { origin: world.url },
  })
  expect(headers.get('cache-control')).toBe('no-store')
  const [cookie] = headers.getSetCookie()
  expect(cookie).toMatch(/^portaria-flow=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
})

test('the cookie value of a pending flow is reused, a foreign value is not', async () => {
  const begin = async (cookie: string) => {
    const { headers } = await world.test.client.call('federatedStart', {
      body: { purpose: 'sign-in' },
      headers: { origin: world.url },
      cookie: `portaria-flow=${cookie}`,
    })
    return /^portaria-flow=([^;]*)/.exec(headers.getSetCookie()[0] ?? '')?.[1]
  }
  for (const invented of ['x', 'A'.repeat(44), `${'A'.repeat(42)}.`])
    expect(await begin(invented)).toMatch(/^(?!A{42})[\w-]{43}$/)
  const given = (await begin('')) ?? ''
  expect(await begin(given)).toBe(given)
})

test('an invalid purpose is refused, and no flow begins', async () => {
  const { status } = await world.start(new TestBrowser(), { purpose: 'elsewhere' })
  expect(status).toBe(400)
})
