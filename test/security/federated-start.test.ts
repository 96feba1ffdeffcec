import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FederationWorld } from '../testing/federation-world.ts'
import { HostileProvider } from '../testing/hostile-provider.ts'
import { countRows } from '../testing/test-app.ts'
import { TestBrowser } from '../testing/test-browser.ts'

const ana = { sub: 'ana', email: 'ana@operadora.example' }
const bia = { sub: 'bia', email: 'bia@operadora.example' }
const provider = new HostileProvider()
let world: FederationWorld

beforeAll(async () => {
  await provider.start()
  world = await FederationWorld.start(provider)
  for (const { email } of [ana, bia]) await world.test.build.user({ email, federated: true })
})
beforeEach(() => {
  provider.lies = { claims: ana }
})
afterAll(async () => {
  await world.test.close()
  await provider.stop()
})

/** Whether the token is still valid in this browser. */
async function lives(browser: TestBrowser, token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  return (await browser.call(`${world.url}/api/user/validate`, { headers })).status === 200
}

test('a link from another site to the start of a flow does not replace the present session', async () => {
  const browser = new TestBrowser()
  const token = await world.signIn(browser)
  provider.lies = { claims: bia }
  const link = `${world.url}/api/federated/start?purpose=sign-in`
  for (const from of ['https://mal.example', world.url]) {
    const { status, url } = await browser.open(link, { from })
    expect([status, url.href]).toEqual([405, link])
    expect(await lives(browser, token)).toBe(true)
  }
})

describe('a request that this site did not make starts no flow, writes nothing and counts nothing', () => {
  test.for<[what: string, headers: Record<string, string>]>([
    ['a form of another site', { origin: 'https://mal.example', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['another port of this host', { origin: 'http://localhost:1', 'sec-fetch-site': 'same-site' }],
    ['our origin with sec-fetch-site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['a typed URL', { 'sec-fetch-site': 'none' }],
    ['a request with an empty origin', { origin: '' }],
  ])('%s', async ([, headers]) => {
    const count = () => Promise.all([countRows(world.test.db), counters()])
    const before = await count()
    const browser = new TestBrowser()
    expect(await world.start(browser, { purpose: 'sign-in' }, headers)).toMatchObject({
      status: 403,
      body: { result: { code: 'cross-site-request' } },
    })
    expect(browser.cookie(world.url)).toBe('')
    expect(await count()).toEqual(before)
  })

  const counters = () =>
    world.test.db
      .selectFrom('rate_limits')
      .select(['key', 'points'])
      .where('key', 'like', '%:trip:%')
      .execute()
})

test('a browser without sec-fetch-site is checked by its origin', async () => {
  const { status } = await world.test.client.request('POST', '/api/federated/start', {
    headers: { origin: world.url },
    body: JSON.stringify({ purpose: 'sign-in' }),
  })
  expect(status).toBe(200)
})

test('a form cannot start a flow, whatever its origin', async () => {
  const { outcome } = await world.test.client.request('POST', '/api/federated/start', {
    headers: { origin: world.url, 'content-type': 'text/plain' },
    body: JSON.stringify({ purpose: 'sign-in' }),
  })
  expect(outcome).toBe('415 unsupported-media-type')
})
