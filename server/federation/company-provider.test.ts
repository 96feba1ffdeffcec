import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserOptions } from '../../test/testing/builders.ts'
import { FederationWorld } from '../../test/testing/federation-world.ts'
import { HostileProvider } from '../../test/testing/hostile-provider.ts'
import { TestBrowser } from '../../test/testing/test-browser.ts'

const association = new HostileProvider()
const company = new HostileProvider()
let world: FederationWorld

beforeAll(async () => {
  await association.start()
  await company.start()
  world = await FederationWorld.start(association)
  await world.addProvider(company, 'operadora.example')
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

const unknown = '/auth?problem=federated-user-unknown'
const entered = '/auth?code=…'
const build = (user: UserOptions) => world.test.build.user({ federated: true, ...user })

/** Completes a flow in which the provider authenticates this person. `hint` is the e-mail typed before. */
async function arrive(
  provider: HostileProvider,
  claims: Record<string, unknown>,
  hint?: string,
): Promise<string> {
  provider.lies = { claims }
  return world.completeFlow('sign-in', new TestBrowser(), hint)
}

const whoCame = async (): Promise<number | null> => (await world.lastAudit()).user_id

test('the e-mail domain selects the provider of its company; other domains use the association’s', async () => {
  const { id, email } = await build({ email: 'bruno@operadora.example' })
  expect(await arrive(company, { sub: 'bruno', email }, email)).toBe(entered)
  expect(await whoCame()).toBe(id)
  const { id: other, email: elsewhere } = await build({ email: 'carla@outra.example' })
  expect(await arrive(association, { sub: 'carla', email: elsewhere }, elsewhere)).toBe(entered)
  expect(await whoCame()).toBe(other)
})

test.each([
  { configured: 'xn--ao-siap.example', stored: 'xn--ao-siap.example', typed: 'AÇÃO.example' },
  { configured: 'bücher.example', stored: 'xn--bcher-kva.example', typed: 'BÜCHER.example' },
])('an internationalised domain is matched, configured as $configured', async (domain) => {
  const provider = new HostileProvider()
  await provider.start()
  await world.addProvider(provider, domain.configured)
  const { id, email } = await build({ email: `bia@${domain.stored}` })
  expect(await arrive(provider, { sub: 'bia', email }, `bia@${domain.typed}`)).toBe(entered)
  expect(await whoCame()).toBe(id)
  await provider.stop()
})

test('users of a domain with its own provider may also use the association’s', async () => {
  const { email } = await build({ email: 'duda@operadora.example' })
  expect(await arrive(association, { sub: 'duda', email })).toBe(entered)
})

test('a company’s provider may authenticate its own domain only, at the first sign-in and later', async () => {
  const { email } = await build({ email: 'eva@outra.example' })
  expect(await arrive(company, { sub: 'eva', email }, 'x@operadora.example')).toBe(unknown)
  expect(await world.lastReason()).toBe('foreign-domain')
  const { id } = await build({ email: 'fabio@operadora.example' })
  const fabio = { sub: 'fabio', email: 'fabio@operadora.example' }
  expect(await arrive(company, fabio, fabio.email)).toBe(entered)
  await world.test.db
    .updateTable('users')
    .set({ email: 'fabio@outra.example' })
    .where('id', '=', id)
    .execute()
  expect(await arrive(company, fabio, fabio.email)).toBe(unknown)
})

test('a subject of one provider is unknown at another', async () => {
  const { email } = await build({ email: 'gil@operadora.example' })
  expect(await arrive(association, { sub: 'gil', email })).toBe(entered)
  expect(await arrive(company, { sub: 'gil', email: 'hugo@operadora.example' }, email)).toBe(
    unknown,
  )
})
