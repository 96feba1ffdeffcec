/** Two requests at once about one recovery, on two connections, each order of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { callAs, makePasskey } from '../../test/testing/passkey-trips.ts'
import { linkTo } from '../../test/testing/people.ts'
import { queuedBehind } from '../../test/testing/queued-requests.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import {
  completeDue,
  giveSecretAnswer,
  mailedPassword,
  newPassword,
  recoverByAnswer,
  signInWith,
} from '../../test/testing/recovery-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { appCode, makeTotp } from '../../test/testing/totp-trips.ts'
import type { Db } from '../database/database.ts'
import { hours, minutes } from '../shared/clock.ts'

let app: TestApp
let user: BuiltUser
let who: SignedIn
let secret: string
let admins: [ConsoleClient, ConsoleClient, ConsoleClient]

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  await app.db.deleteFrom('recoveries').execute()
  admins = [await administratorOf(app), await administratorOf(app), await administratorOf(app)]
  user = await app.build.user()
  await linkTo(app, user.id, (await app.build.consoleUser()).company.id)
  await giveSecretAnswer(app.db, user)
  ;({ who, secret } = await makeTotp(app, user))
  // After the step of the code that added the app, so that a new session is younger than the app.
  app.clock.advance(minutes(1))
})

type Request = () => Promise<{ outcome: string }>
const ofUser = (id: number) => ({ params: { userId: String(user.id), id: String(id) } })
const startFactors = async (by: ConsoleClient) =>
  by.call('recoveryStartOfUser', {
    params: { userId: String(user.id) },
    body: { reason: 'Perdeu o telefone' },
  })
const reset = (by: ConsoleClient) => by.call('userResetPassword', { body: { email: user.email } })
const approve = (by: ConsoleClient, id: number) => by.call('recoveryApproveOfUser', ofUser(id))
const cancel = (id: number) =>
  app.client.call('recoveryCancel', { ...who, params: { id: String(id) } })
const rows = () =>
  app.db.selectFrom('recoveries').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
const hasApp = async () =>
  (
    await app.db
      .selectFrom('totp_factors')
      .where('user_id', '=', user.id)
      .select('user_id')
      .execute()
  ).length === 1
const complete = () => completeDue(app)

const queued = (requests: Request[], change?: (db: Db) => Promise<unknown>) =>
  queuedBehind(app, user.id, requests, change)

describe('approval and cancelling at once', () => {
  test.each([
    ['approved first', false, ['200', '404 not-found'], false],
    ['cancelled first', true, ['200', '404 not-found'], true],
  ])(
    'only the first takes effect on a removal of factors that is %s',
    async (_, turned, outcomes, keeps) => {
      const { id } = (await startFactors(admins[0])).data
      const both = [() => approve(admins[1], id), () => cancel(id)]
      expect(await queued(turned ? both.toReversed() : both)).toEqual(outcomes)
      expect(await hasApp()).toBe(keeps)
      const [row] = await rows()
      expect([row?.done_at === null, row?.cancelled_at === null]).toEqual([keeps, !keeps])
    },
  )

  test.each([
    ['approved first', false, ['200', '200']],
    ['cancelled first', true, ['200', '404 not-found']],
  ])(
    'of a recovery of the password that is %s: the temporary password ends',
    async (_, turned, outcomes) => {
      await reset(admins[0])
      const id = (await rows())[0]?.id ?? 0
      const temporary = await mailedPassword(app, user)
      const both = [() => approve(admins[1], id), () => cancel(id)]
      expect(await queued(turned ? both.toReversed() : both)).toEqual(outcomes)
      expect((await signInWith(app, user, temporary)).outcome).toBe('401 invalid-credentials')
    },
  )
})

describe('a new password and cancelling at once', () => {
  test.each([
    ['set first', false, ['200', '401 access-token-expired'], newPassword],
    ['cancelled first', true, ['200', '403 mfa-refused'], undefined],
  ])('only the first takes effect when it is %s', async (_, turned, outcomes, valid) => {
    await recoverByAnswer(app, user)
    const id = (await rows())[0]?.id ?? 0
    const oldPassword = (await mailedPassword(app, user)) ?? ''
    const { Session: session } = (await signInWith(app, user, oldPassword)).data
    const proof = {
      challengeName: 'SOFTWARE_TOKEN_MFA' as const,
      code: appCode(secret, app.clock.now()),
    }
    const body = { session, email: user.email, oldPassword, newPassword, proof }
    const both = [() => app.client.call('userSetPassword', { body }), () => cancel(id)]
    const got = await queued(turned ? both.toReversed() : both)
    // The session of the one who cancels was authorized before it ended: the answer depends on that moment.
    expect(got.map((one) => one.replace('404 not-found', '401 access-token-expired'))).toEqual(
      outcomes,
    )
    expect((await signInWith(app, user, valid)).outcome).toBe('200')
    const [row] = await rows()
    expect(row?.done_at === null).toBe(turned)
    expect(row?.cancelled_at === null).toBe(!turned)
  })
})

test('a passkey that is removed while it proves sets no password', async () => {
  const { authenticator } = await makePasskey(app, user, {}, who)
  await recoverByAnswer(app, user)
  const oldPassword = (await mailedPassword(app, user)) ?? ''
  const { email } = user
  const { Session: session } = (await signInWith(app, user, oldPassword)).data
  const choice = { session, email, answer: 'WEB_AUTHN' as const }
  const { options } = (await app.client.call('userChooseMfa', { body: choice })).data
  if (!options) throw new Error('There are no options.')
  const proof = { challengeName: 'WEB_AUTHN' as const, credential: authenticator.get(options) }
  const body = { session, email, oldPassword, newPassword, proof }
  const set = queued([() => app.client.call('userSetPassword', { body })], (db) =>
    db.deleteFrom('passkeys').where('user_id', '=', user.id).execute(),
  )
  expect(await set).toEqual(['403 mfa-refused'])
  expect((await signInWith(app, user)).outcome).toBe('200')
})

test('a code that is used elsewhere while it proves sets no password', async () => {
  await recoverByAnswer(app, user)
  const oldPassword = (await mailedPassword(app, user)) ?? ''
  const { email } = user
  const { Session: session } = (await signInWith(app, user, oldPassword)).data
  const code = appCode(secret, app.clock.now())
  const proof = { challengeName: 'SOFTWARE_TOKEN_MFA' as const, code }
  const body = { session, email, oldPassword, newPassword, proof }
  const step = Math.floor(app.clock.now().getTime() / 30_000)
  const set = queued([() => app.client.call('userSetPassword', { body })], (db) =>
    db
      .updateTable('totp_factors')
      .set({ last_step: step })
      .where('user_id', '=', user.id)
      .execute(),
  )
  expect(await set).toEqual(['400 mfa-invalid-code'])
  expect((await signInWith(app, user)).outcome).toBe('200')
})

describe('two at once', () => {
  test('approve a removal of factors: it is done once', async () => {
    const { id } = (await startFactors(admins[0])).data
    const [first, second] = [admins[1], admins[2]]
    expect(await queued([() => approve(first, id), () => approve(second, id)])).toEqual([
      '200',
      '404 not-found',
    ])
    expect((await rows())[0]?.approved_by).toBe(first.person.id)
    const mails = await readMessages(app.outbox, { to: user.email })
    const removed = mails.filter(
      ({ subject }) => subject === 'As suas chaves e códigos foram removidos',
    )
    expect(removed).toHaveLength(1)
  })

  test('approve a recovery of the password: the first one is stored', async () => {
    await reset(admins[0])
    const id = (await rows())[0]?.id ?? 0
    const got = await queued([() => approve(admins[1], id), () => approve(admins[2], id)])
    expect(got).toEqual(['200', '404 not-found'])
    expect((await rows())[0]?.approved_by).toBe(admins[1].person.id)
  })

  test('start a removal of factors: one starts it, and it is notified once', async () => {
    const got = await queued([() => startFactors(admins[0]), () => startFactors(admins[1])])
    expect(got).toEqual(['200', '409 recovery-pending'])
    expect(await rows()).toMatchObject([{ started_by: admins[0].person.id }])
    const mails = await readMessages(app.outbox, { to: user.email })
    const started = mails.filter(
      ({ subject }) => subject === 'Uma recuperação da sua conta foi iniciada',
    )
    expect(started).toHaveLength(1)
  })

  test.each([
    ['the reset', false],
    ['the secret answer', true],
  ])(
    'reset the password and answer the secret question, %s first: the one who reset it cannot approve',
    async (_, turned) => {
      const both = [() => reset(admins[0]), () => recoverByAnswer(app, user)]
      expect(await queued(turned ? both.toReversed() : both)).toEqual(['200', '200'])
      const all = await rows()
      expect(all).toMatchObject([{ started_by: admins[0].person.id }])
      expect((await approve(admins[0], all[0]?.id ?? 0)).outcome).toBe('409 recovery-own')
    },
  )
})

test('two secret answers at once start one recovery, and the last mailed password is valid', async () => {
  const both = [() => recoverByAnswer(app, user), () => recoverByAnswer(app, user)]
  expect(await queued(both)).toEqual(['200', '200'])
  expect(await rows()).toMatchObject([{ started_by: null }])
  const temporary = await mailedPassword(app, user)
  expect((await signInWith(app, user, temporary)).data.second_proof).toBeDefined()
})

describe.each([
  ['blocked', { suspended: true }, { suspended: false }],
  ['deleted', { active: false }, { active: true }],
])('a user who is %s', (_, end, undo) => {
  const update = (db: Db, set: typeof end | typeof undo) =>
    db.updateTable('users').set(set).where('id', '=', user.id).execute()
  const open = async () => (await rows()).filter(({ cancelled_at }) => cancelled_at === null)

  test('while recoveries are pending: none of them takes effect, also after it is undone', async () => {
    await recoverByAnswer(app, user)
    const { id } = (await startFactors(admins[0])).data
    const temporary = await mailedPassword(app, user)
    await update(app.db, end)
    expect((await approve(admins[1], id)).outcome).toBe('409 user-not-active')
    await update(app.db, undo)
    expect((await approve(admins[1], id)).outcome).toBe('404 not-found')
    app.clock.advance(hours(24))
    expect(await complete()).toBe(0)
    expect((await signInWith(app, user, temporary)).outcome).toBe('401 invalid-credentials')
    expect(await hasApp()).toBe(true)
  })

  test('while the wait of a removal ends: it does not take effect', async () => {
    await startFactors(admins[0])
    app.clock.advance(hours(24))
    const done = queued([async () => ({ outcome: String(await complete()) })], (db) =>
      update(db, end),
    )
    expect(await done).toEqual(['0'])
    expect(await hasApp()).toBe(true)
  })

  test('while one is started: none starts', async () => {
    const mailed = await app.trips.enter(user)
    const got = await queued(
      [
        () => callAs(app, mailed, user.email, 'recoveryStart', {}),
        () => startFactors(admins[0]),
        () => reset(admins[1]),
      ],
      (db) => update(db, end),
    )
    expect(got).toEqual(['401 access-token-expired', '409 user-not-active', '409 user-not-active'])
    expect(await open()).toEqual([])
    const left = app.db.selectFrom('recovery_passwords').selectAll().where('user_id', '=', user.id)
    expect(await left.execute()).toEqual([])
  })
})
