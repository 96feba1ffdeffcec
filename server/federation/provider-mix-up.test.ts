import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider } from '../../test/testing/hostile-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const honest = new HostileProvider()
const hostile = new HostileProvider()
let world: FederationWorld
let providerId: number

beforeAll(async () => {
  await honest.start()
  await hostile.start()
  world = await FederationWorld.start(honest)
  providerId = await world.addProvider(hostile, 'operadora.example')
  await world.test.build.user({ email: 'federado@portaria.example', federated: true })
  await world.test.build.user({ email: 'ana@operadora.example', federated: true })
})
beforeEach(() => {
  // The attacker's provider omits the issuer from its responses, which would reveal the mix-up.
  const metadata = { authorization_response_iss_parameter_supported: false }
  hostile.lies = { claims: { email: 'ana@operadora.example' }, metadata }
  honest.lies = {}
})
afterAll(async () => {
  await world.test.close()
  await honest.stop()
  await hostile.stop()
})

const refused = '/auth?problem=federated-refused'
const atCallback = ({ pathname }: URL): boolean => pathname.startsWith('/api/federated/callback')

test('each provider has its own redirect URI', async () => {
  expect(await world.completeFlow('sign-in', new TestBrowser(), 'ana@operadora.example')).toBe(
    '/auth?code=…',
  )
  expect(hostile.asked.get('redirect_uri')).toBe(
    `${world.url}/api/federated/callback/${providerId}`,
  )
  expect(await world.completeFlow('sign-in')).toBe('/auth?code=…')
  expect(honest.asked.get('redirect_uri')).toBe(`${world.url}/api/federated/callback`)
})

/** Returns a callback of the honest provider with the state of a flow at the hostile provider. */
async function mixedUp(browser: TestBrowser, path: string): Promise<URL> {
  const toHostile = await world.startFlow(browser, 'sign-in', {
    email: 'ana@operadora.example',
    until: atCallback,
  })
  const fromHonest = new URL(path, world.url)
  fromHonest.searchParams.set('code', 'of-the-honest-one')
  fromHonest.searchParams.set('state', toHostile.url.searchParams.get('state') ?? '')
  return fromHonest
}

test('a response of one provider to the flow of another is refused, and its code is sent to neither provider', async () => {
  const browser = new TestBrowser()
  const response = await mixedUp(browser, '/api/federated/callback')
  const before = hostile.tokenRequests
  expect(world.outcome((await browser.open(response, { from: hostile.issuer })).url)).toBe(refused)
  expect(await world.lastReason(), 'without RFC 9207, by the address alone').toBe('provider-mix-up')
  const ofAnother = await mixedUp(browser, `/api/federated/callback/${providerId}`)
  ofAnother.searchParams.set('iss', honest.issuer)
  expect(
    world.outcome((await browser.open(ofAnother, { from: hostile.issuer })).url),
    'RFC 9207',
  ).toBe(refused)
  expect(hostile.tokenRequests).toBe(before)
})

test('a response of a provider deactivated during the flow is refused; the next flow uses the association’s', async () => {
  const browser = new TestBrowser()
  const { url } = await world.startFlow(browser, 'sign-in', {
    email: 'ana@operadora.example',
    until: atCallback,
  })
  await world.test.db
    .updateTable('identity_providers')
    .set({ active: false })
    .where('id', '=', providerId)
    .execute()
  expect(world.outcome((await browser.open(url, { from: hostile.issuer })).url)).toBe(refused)
  expect(await world.lastReason()).toBe('provider-changed')
  expect(await world.completeFlow('sign-in', browser, 'ana@operadora.example')).toBe('/auth?code=…')
  expect(honest.asked.get('login_hint')).toBe('ana@operadora.example')
  await world.test.db
    .updateTable('identity_providers')
    .set({ active: true })
    .where('id', '=', providerId)
    .execute()
})

test('a response of a provider replaced during the flow is refused', async () => {
  const browser = new TestBrowser()
  const { url } = await world.startFlow(browser, 'sign-in', {
    email: 'ana@operadora.example',
    until: atCallback,
  })
  const provider = world.test.db.updateTable('identity_providers').where('id', '=', providerId)
  await provider.set({ issuer: 'https://outro.example' }).execute()
  expect(world.outcome((await browser.open(url, { from: hostile.issuer })).url)).toBe(refused)
  expect(await world.lastReason()).toBe('provider-changed')
  await provider.set({ issuer: hostile.issuer }).execute()
})

test('a provider with another issuer than configured is not used', async () => {
  const liar = await new HostileProvider().start()
  liar.lies = { metadata: { issuer: honest.issuer } }
  await world.addProvider(liar, 'mentira.example')
  expect(await world.completeFlow('sign-in', new TestBrowser(), 'ana@mentira.example')).toBe(
    '/auth?problem=federated-unavailable',
  )
  await liar.stop()
})
