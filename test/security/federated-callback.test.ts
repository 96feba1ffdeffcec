import { afterAll, beforeAll, expect, test } from 'vitest'
import { FederationWorld } from '../testing/federation-world.ts'
import { HostileProvider } from '../testing/hostile-provider.ts'
import { statementsOf } from '../testing/statements.ts'
import { TestBrowser } from '../testing/test-browser.ts'

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

const refused = '/auth?problem=federated-refused'

async function events(): Promise<number> {
  const { count } = await world.test.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the callback URL that the provider redirects to, without visiting it. */
async function response(browser: TestBrowser): Promise<URL> {
  const until = ({ pathname }: URL): boolean => pathname.startsWith('/api/federated/callback')
  const { url } = await world.startFlow(browser, 'sign-in', { until })
  return url
}

const visit = async (browser: TestBrowser, address: URL): Promise<string> =>
  world.outcome((await browser.open(address, { from: provider.issuer })).url)

/** Calls the callback without a started flow. */
async function call(query: string, cookie?: string): Promise<string | null> {
  const { headers } = await world.test.client.request('GET', `/api/federated/callback${query}`, {
    address: '192.0.2.9',
    ...(cookie !== undefined && { cookie }),
  })
  return headers.get('location')
}

test('a response to an unknown flow is refused and leaves no event, however often it is sent', async () => {
  const before = await events()
  for (let i = 0; i < 20; i++) {
    expect(await call('?state=x')).toBe(refused)
    expect(await call('/1?state=x', `portaria-flow=${'A'.repeat(43)}`)).toBe(refused)
  }
  expect(await events()).toBe(before)
})

test('without a flow cookie no query is made', async () => {
  expect(await statementsOf(() => call('?state=x'))).toEqual([])
})

test('a started flow leaves one event, however often its callback is called', async () => {
  const browser = new TestBrowser()
  const address = await response(browser)
  address.searchParams.set('error', 'access_denied')
  const before = await events()
  for (let i = 0; i < 5; i++) expect(await visit(browser, address)).toBe(refused)
  expect(await events()).toBe(before + 1)
})

test('a callback that is too late, or at another provider’s path, leaves one event and ends the flow', async () => {
  const browser = new TestBrowser()
  const late = await response(browser)
  const before = await events()
  world.test.clock.advance(10 * 60_000)
  for (let i = 0; i < 3; i++) expect(await visit(browser, late)).toBe(refused)
  world.test.clock.advance(-10 * 60_000)
  expect(await events()).toBe(before + 1)
  expect(await world.lastReason()).toBe('flow-expired')
  const mixedUp = await response(browser)
  const elsewhere = new URL(mixedUp)
  elsewhere.pathname += '/1'
  const began = await events()
  for (let i = 0; i < 3; i++) expect(await visit(browser, elsewhere)).toBe(refused)
  expect(await events()).toBe(began + 1)
  expect(await world.lastReason()).toBe('provider-mix-up')
  expect(await visit(browser, mixedUp)).toBe(refused)
})
