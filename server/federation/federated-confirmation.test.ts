import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hours } from '../shared/clock.ts'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider } from '../../test/testing/hostile-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const provider = new HostileProvider()
const ana = { sub: 'ana', email: 'ana@operadora.example' }
let world: FederationWorld
let browser: TestBrowser
let token: string

beforeAll(async () => {
  await provider.start()
  world = await FederationWorld.start(provider)
  await world.test.build.user({ email: ana.email, federated: true })
  await world.test.build.user({ email: 'bia@operadora.example', federated: true })
})
beforeEach(async () => {
  provider.lies = { claims: ana }
  browser = new TestBrowser()
  token = await world.signIn(browser)
})
afterAll(async () => {
  await world.test.close()
  await provider.stop()
})

const refused = '/auth?problem=federated-refused&purpose=validating'
/** Returns Unix time in seconds, relative to now. */
const at = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

/** Completes a flow in the popup, at the provider and back. Returns the proof. */
async function proof(of = browser): Promise<string> {
  const { url } = await world.startFlow(of, 'validating')
  expect(world.outcome(url)).toBe('/auth?proof=…')
  return url.searchParams.get('proof') ?? ''
}

/** Uses the proof as the page does, with `POST /user-local/validate-token`. */
async function confirm(proven: string, by = { browser, token }): Promise<string> {
  const operations = [{ method: 'PUT', path: '/user/block', body_sha256: '0'.repeat(64) }]
  const { status, body } = await by.browser.call(`${world.url}/api/user-local/validate-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: proven, operations }),
  })
  return status === 200 ? '200' : `${status} ${(body as { result: { code: string } }).result.code}`
}
const invalid = '401 federated-proof-invalid'

test('the popup requests a fresh authentication of this user, and its proof is accepted as a confirmation', async () => {
  const proven = await proof()
  expect(Object.fromEntries(provider.asked)).toMatchObject({
    prompt: 'login',
    max_age: '0',
    login_hint: ana.email,
  })
  expect(await world.lastAudit()).toMatchObject({
    event: 'federation.returned',
    after: { purpose: 'validating' },
  })
  expect(await confirm(proven)).toBe('200')
})

test('the flow limit of a network does not prevent confirmation in an active session', async () => {
  const expire = world.test.clock.now().getTime() + hours(1)
  const key = 'trip:network:127.0.0.1'
  await world.test.db
    .insertInto('rate_limits')
    .values([
      { key: `failures:${key}`, points: 5000, expire },
      { key: `turns:${key}`, points: 1, expire },
    ])
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ points: 5000, expire }))
    .execute()
  try {
    expect(await confirm(await proof())).toBe('200')
  } finally {
    await world.test.db.deleteFrom('rate_limits').where('key', 'like', `%${key}`).execute()
  }
})

test('the popup starts no session', async () => {
  const count = () =>
    world.test.db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirst()
  const before = await count()
  await proof()
  expect(await count()).toEqual(before)
})

test.for<[rule: string, time: () => number | undefined, outcome: string]>([
  ['is a minute older than the popup', () => at(-60), refused],
  ['has no time', () => undefined, refused],
  ['is older by the clock tolerance than the popup', () => at(-20), '/auth?proof=…'],
])('an authentication that %s', async ([, time, outcome]) => {
  provider.lies = { claims: { ...ana, auth_time: time() } }
  expect(await world.completeFlow('validating', browser)).toBe(outcome)
})

test('an old authentication is refused even if the user stays at the provider for long', async () => {
  const until = ({ pathname }: URL): boolean => pathname === '/api/federated/callback'
  provider.lies = { claims: { ...ana, auth_time: at(-60) } }
  const { url } = await world.startFlow(browser, 'validating', { until })
  world.test.clock.advance(20_000)
  const back = await browser.open(url, { from: provider.issuer })
  world.test.clock.advance(-20_000)
  expect(world.outcome(back.url)).toBe(refused)
})

test('an authentication of another user at the provider is refused', async () => {
  await world.signIn(new TestBrowser())
  provider.lies = { claims: { sub: 'bia', email: 'bia@operadora.example' } }
  await world.signIn(new TestBrowser())
  expect(await world.completeFlow('validating', browser)).toBe(refused)
  expect(await world.lastReason()).toBe('another-person')
  provider.lies = { claims: { sub: 'stranger', email: ana.email } }
  expect(
    await world.completeFlow('validating', browser),
    'the same e-mail is not the same person',
  ).toBe(refused)
})

test('a proof can be used once', async () => {
  const proven = await proof()
  const outcomes = await Promise.all([confirm(proven), confirm(proven)])
  expect(outcomes.toSorted()).toEqual(['200', invalid])
  expect(await confirm(proven)).toBe(invalid)
})

test('a proof is valid for its own session only', async () => {
  const proven = await proof()
  const other = new TestBrowser()
  const otherToken = await world.signIn(other)
  expect(await confirm(proven, { browser: other, token: otherToken })).toBe(invalid)
  expect(await confirm(proven)).toBe('200')
})

test('a proof expires after two minutes', async () => {
  // In this test the clock also advances by itself, so the test allows ten seconds for the call.
  const early = await proof()
  world.test.clock.advance(110_000)
  expect(await confirm(early)).toBe('200')
  world.test.clock.advance(-110_000)
  const late = await proof()
  world.test.clock.advance(120_000)
  expect(await confirm(late)).toBe(invalid)
  world.test.clock.advance(-120_000)
})

test('without a federated session in this browser, confirmation is refused', async () => {
  expect(await world.completeFlow('validating', new TestBrowser())).toBe(refused)
  expect(await world.lastReason()).toBe('no-federated-session')
})

test('a session that ends during the flow is not confirmed', async () => {
  const until = ({ pathname }: URL): boolean => pathname === '/api/federated/callback'
  const { url } = await world.startFlow(browser, 'validating', { until })
  const body = JSON.stringify({ access_token: token })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await browser.call(`${world.url}/api/user/invalidate-token`, { method: 'PUT', headers, body })
  expect(world.outcome((await browser.open(url, { from: provider.issuer })).url)).toBe(refused)
  expect(await world.lastReason()).toBe('session-ended')
})

test('the code of a sign-in is not accepted as a proof', async () => {
  const { url } = await world.startFlow(browser, 'sign-in')
  expect(await confirm(url.searchParams.get('code') ?? '')).toMatch(/^401/)
})
