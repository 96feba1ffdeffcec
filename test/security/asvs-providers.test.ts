/** Refusals that ASVS 5.0 V6 and V7 require at an identity provider; see asvs.test.ts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FederationWorld } from '../testing/federation-world.ts'
import { HostileProvider } from '../testing/hostile-provider.ts'
import { TestBrowser } from '../testing/test-browser.ts'

describe('at a provider', () => {
  const association = new HostileProvider()
  const company = new HostileProvider()
  let world: FederationWorld

  beforeAll(async () => {
    await association.start()
    await company.start()
    world = await FederationWorld.start(association)
    await world.addProvider(company, 'operadora.example')
    await world.test.build.user({ email: 'federado@portaria.example', federated: true })
    await world.test.build.user({ email: 'ana@operadora.example', federated: true })
  })
  beforeEach(() => {
    association.lies = {}
    company.lies = {}
  })
  afterAll(async () => {
    await world.test.close()
    await association.stop()
    await company.stop()
  })

  const refused = '/auth?problem=federated-refused'
  const ana = 'ana@operadora.example'

  test("V6.8.1 refuses a company's provider that asserts a user of another company", async () => {
    company.lies = { claims: { email: 'federado@portaria.example' } }
    expect(await world.completeFlow('sign-in', new TestBrowser(), ana)).toMatch(/^\/auth\?problem=/)
  })

  test.each(['none', 'client-secret', 'foreign-key'] as const)(
    'V6.8.2 refuses an assertion whose signature is %s',
    async (signature) => {
      association.lies = { signature }
      expect(await world.completeFlow('sign-in')).toBe(refused)
    },
  )

  test('V6.8.4 refuses a confirmation based on an old authentication', async () => {
    const browser = new TestBrowser()
    await world.signIn(browser)
    association.lies = { claims: { auth_time: Math.floor(Date.now() / 1000) - 300 } }
    expect(await world.completeFlow('validating', browser)).toBe(`${refused}&purpose=validating`)
  })

  test('V7.6.2 creates no session from an unsolicited response', async () => {
    const until = ({ pathname }: URL): boolean => pathname.startsWith('/api/federated/callback')
    const { url } = await world.startFlow(new TestBrowser(), 'sign-in', { until })
    const victim = new TestBrowser()
    expect(world.outcome((await victim.open(url, { from: association.issuer })).url)).toBe(refused)
  })
})
