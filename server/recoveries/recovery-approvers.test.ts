/** Who approves, cancels and unfreezes the recovery of another user (decision 96). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { callAs, makePasskey } from '../../test/testing/passkey-trips.ts'
import { linkTo, masterOf, personOf } from '../../test/testing/people.ts'
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
/** All calls about the recovery of the user that need somebody who may approve it. */
async function outcomesOf(by: ConsoleClient) {
  const { id } = await row()
  const ofRecovery = { params: { ...params(), id: String(id) } }
  const answers = [
    await by.call('recoveryApproveOfUser', ofRecovery),
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
    expect(await list(admin)).toMatchObject([{ origin: 'other', may_approve: false }])
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
    expect(await list(admin)).toMatchObject([{ effective: true, may_approve: false }])
  })

  test('does not take it over from the administrator who started it', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    await reset(admin)
    await reset(other)
    await recoverByAnswer(app, user)
    expect(await row()).toMatchObject({ started_by: admin.person.id })
  })
})

test('a delegate neither approves, starts nor unfreezes a recovery, and may cancel it', async () => {
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
  expect(await list(borrower)).toMatchObject([{ may_approve: false }])
  expect(await outcomesOf(borrower)).toEqual(Array(3).fill('403 delegation-grants-nothing'))
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
  expect(await outcomesOf(foreign)).toEqual(Array(3).fill('404 user-not-found'))
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
  expect(await outcomesOf(own)).toEqual(Array(3).fill('409 user-is-oneself'))
  expect(await list(own)).toMatchObject([{ may_approve: false }])
  const mine = await callAs(app, own.who, user.email, 'recoveryApprove', {
    params: { id: String(id) },
  })
  expect(mine.outcome).toBe('403 own-factor-required')
  expect((await row()).approved_at).toBe(null)
})

test('an account that was linked to another company is out of reach of the master user', async () => {
  await recoverByAnswer(app, user)
  await linkTo(app, user.id, (await app.build.company()).id)
  expect(await outcomesOf(master)).toEqual(Array(3).fill('403 user-of-other-companies'))
})
