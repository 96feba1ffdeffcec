import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { enterByPasskey, makePasskey } from '../../test/testing/passkey-trips.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

const subject = 'Entrada na sua conta por um navegador novo'
let app: TestApp
let user: BuiltUser

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
})

/** Signs in from this address, with the cookies of a browser. Returns the device cookie of the response. */
async function signIn(cookie?: string): Promise<string> {
  const session = await app.trips.begin(user.email)
  const code = await app.trips.sendCode(session, user.email)
  const { headers } = await app.client.call('userChangeMfa', {
    body: { session, email: user.email, code, challengeName: 'EMAIL_OTP' },
    address: '203.0.113.77',
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(cookie !== undefined && { cookie }),
    },
  })
  return (
    headers
      .getSetCookie()
      .find((one) => one.includes('portaria-device'))
      ?.split(';', 1)[0] ?? ''
  )
}
const notices = async () =>
  (await readMessages(app.outbox, { to: user.email })).filter((mail) => mail.subject === subject)
/** Makes the user one who has signed in before. */
const hasEntered = () =>
  app.db
    .updateTable('users')
    .set({ last_access_at: app.clock.now() })
    .where('id', '=', user.id)
    .execute()

test('the first access is not notified, and a known browser neither', async () => {
  const cookie = await signIn()
  expect(cookie).toMatch(/portaria-device=/)
  await hasEntered()
  await signIn(cookie)
  expect(await notices()).toEqual([])
})

test('another browser is notified, with network, browser and the link, and not the address', async () => {
  await hasEntered()
  await signIn()
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice?.text).toContain('Rede: 203.0.113.0/24. Navegador: Firefox no Windows.')
  expect(notice?.text).toMatch(/\/not-me#browser\.\d+\./)
  expect(notice?.text).not.toContain('203.0.113.77')
})

test('the cookie of another account does not make a browser known', async () => {
  const foreign = await signIn()
  user = await app.build.user()
  await hasEntered()
  await signIn(foreign)
  expect(await notices()).toHaveLength(1)
})

test('a sign-in by passkey in another browser is notified too', async () => {
  const { authenticator } = await makePasskey(app, user)
  await hasEntered()
  await enterByPasskey(app, authenticator)
  expect(await notices()).toHaveLength(1)
})

test('a wrong code is not notified', async () => {
  await hasEntered()
  const session = await app.trips.begin(user.email)
  await app.trips.sendCode(session, user.email)
  await app.trips.answer(session, user.email, '000000')
  expect(await notices()).toEqual([])
})
