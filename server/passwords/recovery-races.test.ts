import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import {
  giveSecretAnswer,
  mailedPassword,
  newPassword,
  recoverByAnswer,
  signInWith,
} from '../../test/testing/recovery-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { makeTotp } from '../../test/testing/totp-trips.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import type { Db } from '../database/database.ts'
import { cancelRecoveries } from '../recoveries/recovery-queries.ts'
import { hours, seconds } from '../shared/clock.ts'

let app: TestApp
let user: BuiltUser

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
  await giveSecretAnswer(app.db, user)
})

/** Answers the secret question and returns the mailed temporary password. */
async function recover(): Promise<string> {
  expect((await recoverByAnswer(app, user)).outcome).toBe('200')
  return (await mailedPassword(app, user)) ?? ''
}
const signIn = (password?: string) => signInWith(app, user, password)
const begin = async (password: string) => (await signIn(password)).data.Session
const setPassword = (session: string, oldPassword: string) =>
  app.client.call('userSetPassword', {
    body: { session, email: user.email, oldPassword, newPassword },
  })
const removeFactors = () =>
  app.db.deleteFrom('totp_factors').where('user_id', '=', user.id).execute()

/** Sets a password by the temporary one, and makes this change after it was checked and before the recovery is read. */
async function setDuring(oldPassword: string, change: (db: Db) => Promise<unknown>) {
  const session = await begin(oldPassword)
  const [set] = await app.db.transaction().execute(async (db) => {
    await sql`lock table recoveries in access exclusive mode`.execute(db)
    const running = setPassword(session, oldPassword)
    await waitingFor(app.db, 'recoveries')
    await change(db)
    return [running]
  })
  return (await set).outcome
}

describe('a temporary password that needs a second proof', () => {
  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['is cancelled', (db) => cancelRecoveries(db, user.id, { by: user.id, now: app.clock.now() })],
    [
      'expires',
      (db) =>
        db
          .updateTable('recoveries')
          .set({ waits_until: null, expires_at: app.clock.now() })
          .where('user_id', '=', user.id)
          .execute(),
    ],
  ])('sets no password while it %s', async (_, change) => {
    await makeTotp(app, user)
    const temporary = await recover()
    expect(await setDuring(temporary, change)).toBe('403 mfa-refused')
    expect((await signIn()).outcome).toBe('200')
  })
})

describe('a temporary password that needs no second proof', () => {
  test('sets no password while the user gets a factor', async () => {
    const temporary = await recover()
    const outcome = await setDuring(temporary, (db) =>
      db
        .insertInto('totp_factors')
        .values({ user_id: user.id, ciphertext: Buffer.alloc(60), key_id: 'k', last_step: 0 })
        .execute(),
    )
    expect(outcome).toBe('403 mfa-refused')
  })

  test.each([
    ['expired', hours(49)],
    ['is pending', hours(47)],
  ])(
    'is deleted when the user gets a factor again, also after a recovery that %s',
    async (_, passed) => {
      await makeTotp(app, user)
      await recover()
      app.clock.advance(passed)
      await removeFactors()
      const temporary = await recover()
      app.clock.advance(seconds(30))
      await makeTotp(app, user)
      expect((await signIn(temporary)).outcome).toBe('401 invalid-credentials')
    },
  )
})
