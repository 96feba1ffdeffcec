import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../../test/testing/free-port.ts'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider } from '../../test/testing/hostile-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const provider = new HostileProvider()
let port: number
let world: FederationWorld

beforeAll(async () => {
  port = await findFreePort()
  const issuer = `http://127.0.0.1:${port}`
  world = await FederationWorld.start({
    issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
  })
  await world.test.build.user({ email: 'federado@portaria.example', federated: true })
})
beforeEach(() => {
  provider.lies = {}
})
afterAll(() => world.test.close())

const unavailable = '/auth?problem=federated-unavailable'
const atCallback = ({ pathname }: URL): boolean => pathname.startsWith('/api/federated/callback')

test('the server starts while a provider is down; users who choose it see the problem', async () => {
  expect(await world.completeFlow('sign-in')).toBe(unavailable)
  expect(await world.lastReason()).toBe('discovery')
  expect(await world.lastAudit()).toMatchObject({ event: 'federation.started', user_id: null })
})

test('a provider with invalid metadata counts as down', async () => {
  await provider.start(port)
  provider.lies = { metadata: { issuer: 42 } }
  expect(await world.completeFlow('sign-in')).toBe(unavailable)
})

test('failures are not cached: sign-in works as soon as the provider is back', async () => {
  expect(await world.completeFlow('sign-in')).toBe('/auth?code=…')
})

test('a provider that fails during the code exchange counts as down', async () => {
  provider.lies = { tokenStatus: 503 }
  expect(await world.completeFlow('sign-in')).toBe(unavailable)
  expect(await world.lastReason()).toBe('OAUTH_RESPONSE_IS_NOT_CONFORM')
  provider.lies = { response: { error: 'temporarily_unavailable' } }
  expect(await world.completeFlow('sign-in')).toBe(unavailable)
})

test('a provider that goes down during the flow causes a refusal', async () => {
  const browser = new TestBrowser()
  const { url } = await world.startFlow(browser, 'sign-in', { until: atCallback })
  await provider.stop()
  expect(world.outcome((await browser.open(url, { from: world.url })).url)).toBe(unavailable)
  expect(await world.lastReason()).toBe('no-answer')
})

test('provider metadata is cached for an hour', async () => {
  const known = await world.destination(new TestBrowser(), 'sign-in')
  expect([known.host, known.pathname]).toEqual([`127.0.0.1:${port}`, '/authorize'])
  world.test.clock.advance(3_600_000)
  expect(await world.completeFlow('sign-in')).toBe(unavailable)
  world.test.clock.advance(-3_600_000)
})

test('without a configured provider there is no federated sign-in', async () => {
  const lonely = await FederationWorld.start(undefined)
  const { body } = await new TestBrowser().call(`${lonely.url}/api/sign-in-options`)
  expect(body).toEqual({ result: { data: { federated: false } } })
  expect(await lonely.completeFlow('sign-in')).toBe(unavailable)
  await lonely.addProvider(
    { issuer: 'https://idp.example', clientId: 'c', clientSecret: 's' },
    'operadora.example',
  )
  const { body: then } = await new TestBrowser().call(`${lonely.url}/api/sign-in-options`)
  expect(then).toEqual({ result: { data: { federated: true } } })
  await lonely.test.close()
})
