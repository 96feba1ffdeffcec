import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { makePasskey } from '../../test/testing/passkey-trips.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import {
  giveSecretAnswer,
  mailedPassword as findMailedPassword,
  newPassword,
  recoverByAnswer,
  signInWith,
} from '../../test/testing/recovery-trips.ts'
import type { SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { appCode, makeRecoveryCodes, makeTotp } from '../../test/testing/totp-trips.ts'
import { digestOf } from '../secrets/random.ts'
import { hours, seconds } from '../shared/clock.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  admin = await administratorOf(app)
})

/** A user with the secret answer 'Praça' and an authenticator app, of a company with a master user. */
async function person() {
  const user = await app.build.user()
  const master = await app.build.consoleUser()
  await app.db
    .insertInto('user_companies')
    .values({ user_id: user.id, company_id: master.company.id })
    .execute()
  await giveSecretAnswer(app.db, user)
  const { who, secret } = await makeTotp(app, user)
  // The code that added the app cannot be used again.
  app.clock.advance(seconds(30))
  return { user, master, who, code: () => appCode(secret, app.clock.now()) }
}

const recover = (user: BuiltUser) => recoverByAnswer(app, user)
const mails = async (to: string, subject: string) =>
  (await readMessages(app.outbox, { to })).filter((mail) => mail.subject === subject)
const mailedPassword = async (user: BuiltUser) => (await findMailedPassword(app, user)) ?? ''
const signIn = (user: BuiltUser, password?: string) => signInWith(app, user, password)

type Proof = { challengeName: 'SOFTWARE_TOKEN_MFA' | 'RECOVERY_CODE'; code: string }

async function setPassword(user: BuiltUser, proof?: Proof, temporary?: string) {
  const oldPassword = temporary ?? (await mailedPassword(user))
  const session = (await signIn(user, oldPassword)).data.Session
  const body = { session, email: user.email, oldPassword, newPassword, ...(proof && { proof }) }
  return app.client.call('userSetPassword', { body })
}

/** Sets a new password by the mailed one and the passkey of this authenticator. */
async function proveByPasskey(user: BuiltUser, authenticator: SoftwareAuthenticator) {
  const { email } = user
  const oldPassword = await mailedPassword(user)
  const { Session: session } = (await signIn(user, oldPassword)).data
  const begun = await app.client.call('userChooseMfa', {
    body: { session, email, answer: 'WEB_AUTHN' },
  })
  if (!begun.data.options) throw new Error('There are no options.')
  const credential = authenticator.get(begun.data.options)
  const proof = { challengeName: 'WEB_AUTHN' as const, credential }
  return app.client.call('userSetPassword', {
    body: { session, email, oldPassword, newPassword, proof },
  })
}

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

describe('a recovery of an account with an authenticator app', () => {
  test('is refused with the temporary password alone, and changes nothing', async () => {
    const { user, who } = await person()
    await recover(user)
    const { data } = await signIn(user, await mailedPassword(user))
    expect(data).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      second_proof: { proofs: ['SOFTWARE_TOKEN_MFA'], waits_until: expect.any(String) as string },
    })
    expect((await setPassword(user)).outcome).toBe('403 second-proof-required')
    expect((await app.trips.validate(who.token, who.cookie)).outcome).toBe('200')
    expect((await signIn(user)).data.ChallengeName).toBe('SELECT_MFA_TYPE')
  })

  test('takes effect with a code of the app, which is used', async () => {
    const { user, code } = await person()
    await recover(user)
    const used = code()
    expect(
      (await setPassword(user, { challengeName: 'SOFTWARE_TOKEN_MFA', code: used })).outcome,
    ).toBe('200')
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'password.first-set',
      after: { second_proof: 'SOFTWARE_TOKEN_MFA' },
    })
    expect((await signIn(user, newPassword)).data.ChallengeName).toBe('SELECT_MFA_TYPE')
    expect(await pending(user)).toEqual([])
  })

  test('is refused with a wrong code, a used one, or one of another user, and changes nothing', async () => {
    const { user, who, code } = await person()
    const [own = ''] = await makeRecoveryCodes(app, who, user.email)
    const other = await person()
    const [foreign = ''] = await makeRecoveryCodes(app, other.who, other.user.email)
    await recover(user)
    await app.db
      .updateTable('recovery_codes')
      .set({ used_at: app.clock.now() })
      .where('digest', '=', digestOf(own))
      .execute()
    const outcomes = []
    for (const proof of [
      { challengeName: 'SOFTWARE_TOKEN_MFA', code: wrong(code()) },
      { challengeName: 'SOFTWARE_TOKEN_MFA', code: other.code() },
      { challengeName: 'RECOVERY_CODE', code: foreign },
      { challengeName: 'RECOVERY_CODE', code: own },
    ] as const)
      outcomes.push((await setPassword(user, proof)).outcome)
    expect(outcomes).toEqual(Array(4).fill('400 mfa-invalid-code'))
    expect((await signIn(user)).data.ChallengeName).toBe('SELECT_MFA_TYPE')
    expect(await pending(user)).toHaveLength(1)
  })

  test('takes effect with a recovery code, once', async () => {
    const { user, who } = await person()
    const [code = ''] = await makeRecoveryCodes(app, who, user.email)
    await recover(user)
    const proof = { challengeName: 'RECOVERY_CODE', code: code.toLowerCase() } as const
    const oldPassword = await mailedPassword(user)
    // Both sign-ins first: the new password ends the temporary one.
    const sessions = [await signIn(user, oldPassword), await signIn(user, oldPassword)]
    const outcomes = await Promise.all(
      sessions.map(({ data: { Session: session } }) =>
        app.client.call('userSetPassword', {
          body: { session, email: user.email, oldPassword, newPassword, proof },
        }),
      ),
    )
    expect(outcomes.map(({ outcome }) => outcome).filter((one) => one === '200')).toHaveLength(1)
    const left = await app.db
      .selectFrom('recovery_codes')
      .select('digest')
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .execute()
    expect(left).toHaveLength(9)
  })

  test('takes effect with a passkey of the user, and not with one of another user', async () => {
    const { user, who } = await person()
    const { authenticator: own } = await makePasskey(app, user, {}, who)
    const { authenticator: other } = await makePasskey(app, await app.build.user())
    await recover(user)
    expect((await proveByPasskey(user, other)).outcome).toBe('400 mfa-invalid-code')
    expect((await proveByPasskey(user, own)).outcome).toBe('200')
  })

  test('of a user with only passkeys needs one of them, also if the user has recovery codes', async () => {
    const user = await app.build.user()
    await giveSecretAnswer(app.db, user)
    const { authenticator, who } = await makePasskey(app, user)
    await recover(user)
    const oldPassword = await mailedPassword(user)
    const { second_proof: asked } = (await signIn(user, oldPassword)).data
    expect(asked?.proofs).toEqual(['WEB_AUTHN'])
    expect((await setPassword(user)).outcome).toBe('403 second-proof-required')
    const noApp = { challengeName: 'SOFTWARE_TOKEN_MFA', code: '000000' } as const
    expect((await setPassword(user, noApp)).outcome).toBe('403 mfa-refused')
    await makeRecoveryCodes(app, who, user.email)
    const { second_proof: more } = (await signIn(user, oldPassword)).data
    expect(more?.proofs).toEqual(['WEB_AUTHN', 'RECOVERY_CODE'])
    expect((await proveByPasskey(user, authenticator)).outcome).toBe('200')
  })

  test('counts five wrong proofs of a sign-in, also of requests at once', async () => {
    const { user, code } = await person()
    await recover(user)
    const oldPassword = await mailedPassword(user)
    const { Session: session } = (await signIn(user, oldPassword)).data
    const prove = (typed: string) =>
      app.client.call('userSetPassword', {
        body: {
          session,
          email: user.email,
          oldPassword,
          newPassword,
          proof: { challengeName: 'SOFTWARE_TOKEN_MFA', code: typed },
        },
      })
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => prove(wrong(code()))))
    const refused = outcomes.map(({ outcome }) => outcome)
    expect(refused.filter((one) => one === '400 mfa-invalid-code').length).toBeLessThanOrEqual(4)
    expect((await prove(code())).outcome).not.toBe('200')
  })

  test('takes effect alone after 24 hours, because others were notified, until 48 hours', async () => {
    const { user, master } = await person()
    await recover(user)
    const temporary = await mailedPassword(user)
    expect(await mails(user.email, 'Uma recuperação da sua conta foi iniciada')).toHaveLength(1)
    expect(await mails(master.email, 'A recuperação de uma conta foi iniciada')).toHaveLength(1)
    app.clock.advance(hours(24) - 1)
    expect((await setPassword(user, undefined, temporary)).outcome).toBe(
      '403 second-proof-required',
    )
    app.clock.advance(1)
    expect((await signIn(user, temporary)).data.second_proof).toBeUndefined()
    app.clock.advance(hours(24) - 1)
    expect((await signIn(user, temporary)).outcome).toBe('200')
    app.clock.advance(1)
    expect((await signIn(user, temporary)).outcome).toBe('401 invalid-credentials')
  })

  test('asked for again does not begin the wait again, and notifies nobody again', async () => {
    const { user, master } = await person()
    await recover(user)
    app.clock.advance(hours(23))
    await recover(user)
    expect(await mails(master.email, 'A recuperação de uma conta foi iniciada')).toHaveLength(1)
    app.clock.advance(hours(1))
    expect((await setPassword(user)).outcome).toBe('200')
  })

  test('never takes effect alone if nobody else could be notified', async () => {
    const user = await app.build.consoleUser({ profileId: administratorProfileId })
    // Two sessions: one that added the app, and one that the holder of password and mailbox began.
    await makeTotp(app, user)
    await app.trips.enter(user)
    await app.db.updateTable('users').set({ suspended: true }).where('id', '<>', user.id).execute()
    await giveSecretAnswer(app.db, user)
    await recover(user)
    expect((await signIn(user, await mailedPassword(user))).data.second_proof?.waits_until).toBe(
      null,
    )
    app.clock.advance(hours(48))
    expect((await setPassword(user)).outcome).toBe('403 second-proof-required')
    await app.db.updateTable('users').set({ suspended: false }).execute()
  })
})

/** Pending recoveries of a user, as an administrator sees them. */
async function pending({ id }: BuiltUser, by = admin) {
  const params = { userId: String(id) }
  return (await by.call('recoveryListOfUser', { params })).data.recoveries
}

describe("an administrator's reset of such an account", () => {
  const reset = ({ email }: BuiltUser) => admin.call('userResetPassword', { body: { email } })

  test('keeps password and sessions, and needs a second proof', async () => {
    const { user, who } = await person()
    expect((await reset(user)).outcome).toBe('200')
    expect((await app.trips.validate(who.token, who.cookie)).outcome).toBe('200')
    expect((await setPassword(user)).outcome).toBe('403 second-proof-required')
    const other = await administratorOf(app)
    expect(await pending(user, other)).toMatchObject([
      {
        kind: 'password',
        origin: 'other',
        started_by: expect.stringContaining('Pessoa') as string,
        may_approve: true,
      },
    ])
    expect(await pending(user)).toMatchObject([{ may_approve: false }])
  })

  test('takes effect when a second person approves it, and not by the first one', async () => {
    const { user } = await person()
    await reset(user)
    const [recovery] = await pending(user)
    const params = { userId: String(user.id), id: String(recovery?.id) }
    expect((await admin.call('recoveryApproveOfUser', { params })).outcome).toBe('409 recovery-own')
    expect((await setPassword(user)).outcome).toBe('403 second-proof-required')
    const other = await administratorOf(app)
    expect((await other.call('recoveryApproveOfUser', { params })).outcome).toBe('200')
    expect((await setPassword(user)).outcome).toBe('200')
  })

  test('is cancelled by the user in a session, with its temporary password', async () => {
    const { user, who } = await person()
    await reset(user)
    const temporary = await mailedPassword(user)
    const { recoveries } = (await app.client.call('recoveryList', who)).data
    const params = { id: String(recoveries[0]?.id) }
    expect((await app.client.call('recoveryCancel', { ...who, params })).outcome).toBe('200')
    expect((await signIn(user, temporary)).outcome).toBe('401 invalid-credentials')
    expect((await app.client.call('recoveryCancel', { ...who, params })).outcome).toBe(
      '404 not-found',
    )
  })
})

test('of an account without passkey and app it works as before', async () => {
  const user = await app.build.user()
  await giveSecretAnswer(app.db, user)
  await recover(user)
  expect((await setPassword(user)).outcome).toBe('200')
})

test('a recovery with a single proof ends when the user gets an authenticator app', async () => {
  const user = await app.build.user()
  await giveSecretAnswer(app.db, user)
  await recover(user)
  const temporary = await mailedPassword(user)
  await makeTotp(app, user)
  expect((await signIn(user, temporary)).outcome).toBe('401 invalid-credentials')
})
