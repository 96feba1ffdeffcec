import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../examples/identity-provider/accounts.ts'
import type { FederationWorld } from '../../test/testing/federation-world.ts'
import { startRealProvider } from '../../test/testing/real-provider.ts'
import { type Page, TestBrowser } from '../../test/testing/test-browser.ts'

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
let anaId: number

beforeAll(async () => {
  ;({ world, stop } = await startRealProvider([ana]))
  const user = await world.test.build.user({ email: ana.email, federated: true })
  anaId = user.id
})
afterAll(() => stop())

/** Signs in on the provider's own page. */
const typePassword = (browser: TestBrowser, page: Page): Promise<Page> =>
  browser.submit(page, { email: ana.email, password })

async function signIn(browser: TestBrowser, purpose = 'sign-in'): Promise<Page> {
  return typePassword(browser, await world.startFlow(browser, purpose))
}

const validate = (browser: TestBrowser, token: string) =>
  browser.call(`${world.url}/api/user/validate`, { headers: { authorization: `Bearer ${token}` } })

test('a federated user signs in at the provider and gets the initial token', async () => {
  const browser = new TestBrowser()
  const form = await world.startFlow(browser, 'sign-in')
  expect(form.html).toContain('<h1>Entrar</h1>')
  const back = await typePassword(browser, form)
  expect(back.url.href).toMatch(new RegExp(`^${world.url}/auth\\?code=[\\w-]{43}$`))
  const { status, body } = await world.exchange(browser, back)
  expect(status).toBe(200)
  const { access_token: token, decodedToken } = body.result.data
  const user = { id: anaId, email: ana.email, cognito_id: ana.email }
  expect(decodedToken).toMatchObject({ user, module_id: null, companies: [], functions: [] })
  const alive = { active: true, user_id: anaId, module_id: null }
  expect(await validate(browser, token)).toMatchObject({ body: { result: { data: alive } } })
  expect(
    await validate(new TestBrowser(), token),
    'the token is bound to this browser',
  ).toMatchObject({ status: 401 })
})

test('the audit log records user and provider; neither it nor the log contains tokens or codes', async () => {
  const back = await signIn(new TestBrowser(), 'redirect')
  const event = await world.lastAudit()
  expect(event).toMatchObject({
    operation: 'federatedCallback',
    event: 'federation.returned',
    user_id: anaId,
    target: `user:${anaId}`,
    after: { purpose: 'redirect', linked: false },
  })
  const session = await world.test.db
    .selectFrom('sessions')
    .select(['id_token', 'method'])
    .where('id', '=', event.session_id ?? '')
    .executeTakeFirstOrThrow()
  expect(session).toMatchObject({ method: 'federated', id_token: expect.stringMatching(/^eyJ/) })
  const events = await world.test.db.selectFrom('audit_events').selectAll().execute()
  const told = JSON.stringify(events) + world.test.log.join('')
  expect(told).not.toContain(back.url.searchParams.get('code'))
  expect(told).not.toContain('eyJ')
})

test('two concurrent flows of one browser both succeed', async () => {
  const browser = new TestBrowser()
  const first = await world.startFlow(browser, 'sign-in')
  const second = await world.startFlow(browser, 'sign-in')
  expect(world.outcome((await typePassword(browser, first)).url)).toBe('/auth?code=…')
  expect(world.outcome((await typePassword(browser, second)).url)).toBe('/auth?code=…')
})

test('the code of a flow is valid once and for its browser; a second exchange ends the session', async () => {
  const browser = new TestBrowser()
  const back = await signIn(browser)
  expect(await world.exchange(new TestBrowser(), back)).toMatchObject({ status: 404 })
  const { body } = await world.exchange(browser, back)
  const token = body.result.data.access_token
  expect(await validate(browser, token)).toMatchObject({ status: 200 })
  expect(await world.exchange(browser, back)).toMatchObject({ status: 404 })
  expect(await validate(browser, token)).toMatchObject({ status: 401 })
})

test('the code of a flow expires after a minute', async () => {
  const browser = new TestBrowser()
  const back = await signIn(browser)
  world.test.clock.advance(61_000)
  expect(await world.exchange(browser, back)).toMatchObject({ status: 404 })
  world.test.clock.advance(-61_000)
})

test('a user who cancels at the provider sees that the sign-in was not completed', async () => {
  const browser = new TestBrowser()
  const form = await world.startFlow(browser, 'sign-in')
  const back = await browser.submit(form, { cancel: 'yes' })
  expect(back.url.href).toBe(`${world.url}/auth?problem=federated-refused`)
  expect(await world.lastReason()).toBe('access_denied')
})

test('the sign-in options include federation if a provider is configured', async () => {
  const { body } = await new TestBrowser().call(`${world.url}/api/sign-in-options`)
  expect(body).toEqual({ result: { data: { federated: true } } })
})
