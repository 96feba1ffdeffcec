import { afterAll, beforeAll, expect, test } from 'vitest'
import { callAs, enterByPasskey, makePasskey, register } from '../../test/testing/passkey-trips.ts'
import { SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a session by mailed code adds no factor after the user has replaced all older ones', async () => {
  const user = await app.build.user()
  const { authenticator, id: replaced } = await makePasskey(app, user)
  app.clock.advance(60_000)
  const mailed = await app.trips.enter(user)
  const before = await register(app, mailed, user.email, new SoftwareAuthenticator(app.origin))
  expect(before.outcome).toBe('403 own-factor-required')
  app.clock.advance(60_000)
  const own = await enterByPasskey(app, authenticator)
  await makePasskey(app, user, {}, own)
  const deleted = await callAs(app, own, user.email, 'passkeyDelete', {
    params: { id: String(replaced) },
  })
  expect(deleted.outcome).toBe('200')
  expect((await app.trips.validate(mailed.token, mailed.cookie)).outcome).toBe(
    '401 access-token-expired',
  )
  expect((await app.trips.validate(own.token, own.cookie)).outcome).toBe('200')
})
