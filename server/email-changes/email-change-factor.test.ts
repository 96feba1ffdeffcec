import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { freeEmail } from '../../test/testing/email-change-rows.ts'
import {
  callAs,
  confirmByPasskey,
  enterByPasskey,
  makePasskey,
} from '../../test/testing/passkey-trips.ts'
import type { SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let user: BuiltUser
let adding: SignedIn
let authenticator: SoftwareAuthenticator

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
  ;({ who: adding, authenticator } = await makePasskey(app, user))
  // A minute later, so that a new session finds a factor from before its begin.
  app.clock.advance(60_000)
})

const body = () => ({ email: freeEmail() })
const start = (who: SignedIn) => callAs(app, who, user.email, 'emailChangeStart', { body: body() })

test('a session by mailed code does not move the account of a user with a passkey', async () => {
  const mailed = await app.trips.enter(user)
  expect((await start(mailed)).outcome).toBe('403 own-factor-required')
  expect((await app.client.call('emailChangeGet', mailed)).data.pending).toBeNull()
})

test('a session by mailed code starts a change that is confirmed by passkey', async () => {
  const mailed = await app.trips.enter(user)
  const options = { body: body() }
  const confirmed = await confirmByPasskey(app, mailed, authenticator, 'emailChangeStart', options)
  const headers = { code: confirmed.data.code }
  const started = await app.client.call('emailChangeStart', { ...mailed, ...options, headers })
  expect(started.outcome).toBe('200')
})

test('a session by passkey starts a change that is confirmed by password', async () => {
  const own = await enterByPasskey(app, authenticator)
  expect((await start(own)).outcome).toBe('200')
})

test('the session that added the first factor starts a change', async () => {
  expect((await start(adding)).outcome).toBe('200')
})

test('an administrator does not avoid the rule on the own record', async () => {
  const admin = await administratorOf(app)
  const { id } = admin.person
  await app.db
    .insertInto('totp_factors')
    .values({
      user_id: id,
      ciphertext: Buffer.alloc(60),
      key_id: 'a',
      last_step: 0,
      created_at: new Date(0),
    })
    .execute()
  const ofUser = (userId: number) =>
    admin.call('emailChangeStartOfUser', { params: { userId: String(userId) }, body: body() })
  expect((await ofUser(id)).outcome).toBe('403 own-factor-required')
  expect((await ofUser(user.id)).outcome).toBe('200')
})
