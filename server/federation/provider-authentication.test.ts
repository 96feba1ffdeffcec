import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider } from '../../test/testing/hostile-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const provider = new HostileProvider()
const email = 'federado@portaria.example'
let world: FederationWorld
let visitor: Visitor

beforeAll(async () => {
  await provider.start()
  world = await FederationWorld.start({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
  })
  const user = await world.test.build.user({ email, federated: true })
  visitor = await world.test.build.visitor({ user })
})
beforeEach(() => {
  provider.lies = {}
})
afterAll(async () => {
  await world.test.close()
  await provider.stop()
})

const now = () => Math.floor(Date.now() / 1000)

/** Signs in with these claims of the ID token. */
function signIn(claims: Record<string, unknown>, browser = new TestBrowser()) {
  provider.lies = { claims: { auth_time: undefined, ...claims } }
  return world.signIn(browser)
}

/** Requests the code of the module; `required` are the requirements of its link. */
async function askForCode(browser: TestBrowser, token: string, required: object = {}) {
  const { body } = await browser.call(`${world.url}/api/user-local/code`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      module_id: visitor.module.id,
      redirect_uri: visitor.module.address,
      access_token: token,
      company_id: visitor.company.id,
      ...required,
    }),
  })
  return (body as { result: { code?: string; data?: { code: string } } }).result
}

/** Signs in with these claims and returns what the token of the module states. */
async function statedAfter(claims: Record<string, unknown>) {
  const browser = new TestBrowser()
  const { data } = await askForCode(browser, await signIn(claims, browser))
  const exchanged = await world.test.trips.exchange(data?.code ?? '', visitor.module)
  const { amr, acr, auth_time: time } = decodeJwt(exchanged.data.access_token)
  return { amr, acr, time }
}

test('without claims of the provider, the token states only that a provider was used', async () => {
  expect(await statedAfter({})).toEqual({ amr: ['fed'], acr: 'pwd', time: undefined })
})

test.each([
  [{ amr: ['pwd'] }, ['fed', 'pwd'], 'pwd'],
  [{ amr: ['pwd', 'otp', 'mfa', 'mfa'] }, ['fed', 'pwd', 'otp', 'mfa'], 'mfa'],
  [{ amr: ['hwk', 'user', 'mfa'] }, ['fed', 'pop', 'mfa'], 'phr'],
  [{ amr: ['fido', 'rsa'] }, ['fed', 'pop'], 'phr'],
  [{ acr: 'phrh' }, ['fed', 'pop'], 'phr'],
  [{ acr: 'urn:other', amr: ['constructor', 'geo', 7, null] }, ['fed'], 'pwd'],
])('%j of the provider is stated as %j, %s', async (claims, amr, acr) => {
  expect(await statedAfter(claims)).toEqual({ amr, acr, time: undefined })
})

test('the time is that of the authentication at the provider', async () => {
  const time = now() - 3000
  expect(await statedAfter({ auth_time: time })).toMatchObject({ time })
})

test('a maximum age refers to the authentication at the provider, and an unknown one is refused', async () => {
  const browser = new TestBrowser()
  for (const [claims, code] of [
    [{}, 'sign-in-too-old'],
    [{ auth_time: now() - 600 }, 'sign-in-too-old'],
    [{ auth_time: now() - 30 }, undefined],
  ] as const)
    expect(
      await askForCode(browser, await signIn(claims, browser), { max_age: 300 }),
    ).toMatchObject(code ? { code } : { data: {} })
})

test('the provider is asked for what the module requires', async () => {
  const required = { acr_values: 'phr mfa', max_age: 300 }
  const { body } = await world.start(new TestBrowser(), { purpose: 'redirect', ...required })
  const { redirect_uri } = (body as { result: { data: { redirect_uri: string } } }).result.data
  const asked = new URL(redirect_uri).searchParams
  expect([asked.get('acr_values'), asked.get('max_age')]).toEqual(['phr mfa', '300'])
})
