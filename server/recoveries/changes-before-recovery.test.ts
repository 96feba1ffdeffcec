/** Starts of recoveries that wait for another change of the same account see what that change has written. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { freeEmail } from '../../test/testing/email-change-rows.ts'
import { insertedTotp } from '../../test/testing/factor-rows.ts'
import { callAs } from '../../test/testing/passkey-trips.ts'
import { queuedBehind } from '../../test/testing/queued-requests.ts'
import {
  giveSecretAnswer,
  mailedPassword,
  recoverByAnswer,
  signInWith,
} from '../../test/testing/recovery-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { appCode } from '../../test/testing/totp-trips.ts'

let app: TestApp
let user: BuiltUser
let who: SignedIn
let admins: [ConsoleClient, ConsoleClient]

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  admins = [await administratorOf(app), await administratorOf(app)]
  user = await app.build.user()
  await giveSecretAnswer(app.db, user)
  who = await app.trips.enter(user)
})

const params = () => ({ userId: String(user.id) })
const reset = () => admins[0].call('userResetPassword', { body: { email: user.email } })
const changeEmail = () =>
  admins[1].call('emailChangeStartOfUser', { params: params(), body: { email: freeEmail() } })
const stored = () =>
  app.db.selectFrom('recoveries').select('kind').where('user_id', '=', user.id).execute()

test.each([
  ['a reset', reset, '409 email-change-pending'],
  ['the secret answer', () => recoverByAnswer(app, user), '200'],
  [
    'a removal of the factors',
    () => callAs(app, who, user.email, 'recoveryStart', {}),
    '409 email-change-pending',
  ],
])('e-mail change, then %s: no recovery starts', async (_, start, outcome) => {
  await insertedTotp(app, user.id)
  expect(await queuedBehind(app, user.id, [changeEmail, start])).toEqual(['200', outcome])
  expect(await stored()).toEqual([])
})

test('new e-mail, then reset: the previous mailbox gets no temporary password', async () => {
  const email = freeEmail()
  const outcomes = await queuedBehind(app, user.id, [reset], (db) =>
    db.updateTable('users').set({ email }).where('id', '=', user.id).execute(),
  )
  expect(outcomes).toEqual(['404 user-not-found'])
  expect(await mailedPassword(app, user)).toBeUndefined()
})

test('first factor, then reset: the password stays valid and the reset needs a second proof', async () => {
  const { session, secret } = (await app.client.call('totpOptions', who)).data
  const body = { session, code: appCode(secret, app.clock.now()) }
  const addApp = () => callAs(app, who, user.email, 'totpCreate', { body })
  expect(await queuedBehind(app, user.id, [addApp, reset])).toEqual(['200', '200'])
  expect(await stored()).toEqual([{ kind: 'password' }])
  expect((await signInWith(app, user)).outcome).toBe('200')
})
