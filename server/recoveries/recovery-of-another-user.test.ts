/** Who starts, takes over, cancels and unfreezes the recovery of another user (decision 96); approval: recovery-approval.test.ts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { callAs, makePasskey } from '../../test/testing/passkey-trips.ts'
import { linkTo, masterOf, personOf, subjectsTo } from '../../test/testing/people.ts'
import {
  giveSecretAnswer,
  mailedPassword,
  recoverByAnswer,
  signInWith,
} from '../../test/testing/recovery-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days, hours, minutes } from '../shared/clock.ts'
import { setFreeze } from './recovery-queries.ts'

let app: TestApp
let master: ConsoleClient
let user: BuiltUser

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  master = await masterOf(app)
  user = await personOf(app, [master.person.company.id])
  await giveSecretAnswer(app.db, user)
  await makePasskey(app, user)
  app.clock.advance(minutes(1))
})

const params = () => ({ userId: String(user.id) })
const list = async (by: ConsoleClient) =>
  (await by.call('recoveryListOfUser', { params: params() })).data.recoveries
const row = () =>
  app.db
    .selectFrom('recoveries')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
const reset = (by: ConsoleClient) => by.call('userResetPassword', { body: { email: user.email } })
/** Calls that start a recovery of the user and lift a freeze. */
async function outcomesOf(by: ConsoleClient) {
  const answers = [
    await by.call('recoveryStartOfUser', { params: params(), body: { reason: 'x' } }),
    await by.call('recoveryUnfreezeOfUser', { params: params() }),
  ]
  return answers.map(({ outcome }) => outcome)
}

describe('an administrator who resets the password during a recovery by secret answer', () => {
  test('becomes the one who started it, and cannot approve it alone; a second one can', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    await recoverByAnswer(app, user)
    expect(await list(admin)).toMatchObject([{ origin: 'secret-answer', may_approve: true }])
    const { waits_until } = await row()
    app.clock.advance(minutes(10))
    expect((await reset(admin)).outcome).toBe('200')
    expect(await list(admin)).toMatchObject([{ origin: 'other' }])
    expect((await row()).waits_until).toEqual(waits_until)
    const { id } = await row()
    const ofRecovery = { params: { ...params(), id: String(id) } }
    const alone = await admin.call('recoveryApproveOfUser', ofRecovery)
    expect(alone.outcome).toBe('409 recovery-own')
    expect((await row()).approved_at).toBe(null)
    expect((await other.call('recoveryApproveOfUser', ofRecovery)).outcome).toBe('200')
    const temporary = await mailedPassword(app, user)
    expect((await signInWith(app, user, temporary)).data.second_proof).toBeUndefined()
    // Only the password is recovered.
    const kept = app.db.selectFrom('passkeys').select('id').where('user_id', '=', user.id)
    expect(await kept.execute()).toHaveLength(1)
    expect((await row()).done_at).toBe(null)
  })

  test('stays the one who approved it, if that was before', async () => {
    const admin = await administratorOf(app)
    await recoverByAnswer(app, user)
    const { id } = await row()
    await admin.call('recoveryApproveOfUser', { params: { ...params(), id: String(id) } })
    expect((await reset(admin)).outcome).toBe('200')
    expect(await row()).toMatchObject({ started_by: null, approved_by: admin.person.id })
    expect(await list(admin)).toMatchObject([{ effective: true }])
  })

  test('does not take it over from the administrator who started it', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    await reset(admin)
    await reset(other)
    await recoverByAnswer(app, user)
    expect(await row()).toMatchObject({ started_by: admin.person.id })
  })
})

describe('an administrator who asks for the removal of factors that the user has started', () => {
  const reason = 'Perdeu o telefone'
  const startFor = (by: ConsoleClient) =>
    by.call('recoveryStartOfUser', { params: params(), body: { reason } })
  const startOwn = async () =>
    callAs(app, await app.trips.enter(user), user.email, 'recoveryStart', {})

  test('becomes the one who started it, with the reason, and cannot approve it alone', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    const { id, waits_until } = (await startOwn()).data
    const mails = await subjectsTo(app, user.email)
    const taken = await startFor(admin)
    expect(taken.data).toMatchObject({ id, origin: 'other', reason, waits_until })
    expect(await row()).toMatchObject({ id, started_by: admin.person.id, reason })
    expect(await subjectsTo(app, user.email)).toEqual(mails)
    const ofRecovery = { params: { ...params(), id: String(id) } }
    const alone = await admin.call('recoveryApproveOfUser', ofRecovery)
    expect(alone.outcome).toBe('409 recovery-own')
    expect((await other.call('recoveryApproveOfUser', ofRecovery)).outcome).toBe('200')
  })

  test('takes it over once, and a second administrator does not', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    await startOwn()
    const outcomes = [await startFor(admin), await startFor(admin), await startFor(other)].map(
      ({ outcome }) => outcome,
    )
    expect(outcomes).toEqual(['200', '409 recovery-pending', '409 recovery-pending'])
    expect(await row()).toMatchObject({ started_by: admin.person.id })
  })
})

test('the audit event of a cancellation names the kind of recovery', async () => {
  const who = await app.trips.enter(user)
  await recoverByAnswer(app, user)
  const { id } = await row()
  await app.client.call('recoveryCancel', { ...who, params: { id: String(id) } })
  const cancelled = { event: 'recovery.cancelled', target: `user:${user.id}` }
  expect(await lastEvent(app.db)).toMatchObject({ ...cancelled, before: { recovery: 'password' } })
  const { data } = await callAs(app, who, user.email, 'recoveryStart', {})
  await master.call('recoveryCancelOfUser', { params: { ...params(), id: String(data.id) } })
  expect(await lastEvent(app.db)).toMatchObject({ ...cancelled, before: { recovery: 'factors' } })
})

test('a delegate neither starts nor unfreezes a recovery, and may cancel it', async () => {
  const { id: companyId } = master.person.company
  const delegate = await personOf(app, [companyId])
  await app.build.delegation({
    userId: delegate.id,
    companyId,
    by: master.person.id,
    begin: after(app.clock.now(), -hours(1)),
    end: after(app.clock.now(), days(1)),
  })
  const borrower = await arriveInConsole(app, { ...master.person, ...delegate })
  await recoverByAnswer(app, user)
  await setFreeze(app.db, user.id, after(app.clock.now(), hours(1)))
  expect(await outcomesOf(borrower)).toEqual(Array(2).fill('403 delegation-grants-nothing'))
  await setFreeze(app.db, user.id, null)
  expect(await list(master)).toMatchObject([{ may_approve: true }])
  const { id } = await row()
  const cancelled = await borrower.call('recoveryCancelOfUser', {
    params: { ...params(), id: String(id) },
  })
  expect(cancelled.outcome).toBe('200')
})

test('neither a master user of another company nor the user does any of it', async () => {
  const foreign = await masterOf(app)
  await recoverByAnswer(app, user)
  expect(await outcomesOf(foreign)).toEqual(Array(2).fill('404 user-not-found'))
  const { id } = await row()
  const cancelled = await foreign.call('recoveryCancelOfUser', {
    params: { ...params(), id: String(id) },
  })
  expect(cancelled.outcome).toBe('404 user-not-found')
  // The user becomes a master user: nobody approves the own recovery by the record.
  await app.build.assign({
    userId: user.id,
    profileId: master.person.profileId,
    companyId: master.person.company.id,
  })
  const own = await arriveInConsole(app, { ...master.person, ...user })
  expect(await outcomesOf(own)).toEqual(Array(2).fill('409 user-is-oneself'))
})

test('an account that was linked to another company is out of reach of the master user', async () => {
  await recoverByAnswer(app, user)
  await linkTo(app, user.id, (await app.build.company()).id)
  expect(await outcomesOf(master)).toEqual(Array(2).fill('403 user-of-other-companies'))
})
