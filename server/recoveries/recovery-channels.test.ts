/** Who is notified of a recovery, whether that begins a wait, and which requests a pending recovery refuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf, arriveInConsole } from '../../test/testing/console-client.ts'
import { insertPendingChange } from '../../test/testing/email-change-rows.ts'
import { callAs, makePasskey } from '../../test/testing/passkey-trips.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { linkTo, masterOf, personOf, subjectsTo } from '../../test/testing/people.ts'
import {
  completeDue,
  giveSecretAnswer,
  mailedPassword,
  recoverByAnswer,
  signInWith,
} from '../../test/testing/recovery-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days, hours } from '../shared/clock.ts'

let app: TestApp
/** Has a passkey, no phone, and no company. */
let user: BuiltUser

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  for (const table of ['rate_limits', 'recoveries'] as const)
    await app.db.deleteFrom(table).execute()
  await blockAllUsers()
  user = await app.build.user()
  await giveSecretAnswer(app.db, user)
  await makePasskey(app, user)
})

const blockAllUsers = () =>
  app.db.updateTable('users').set({ suspended: true }).where('suspended', '=', false).execute()
const stored = () =>
  app.db.selectFrom('recoveries').selectAll().where('user_id', '=', user.id).executeTakeFirst()
const started = 'A recuperação de uma conta foi iniciada'
const isNotified = async (...people: { email: string }[]) =>
  Promise.all(people.map(async ({ email }) => (await subjectsTo(app, email)).includes(started)))
const in24hours = () => after(app.clock.now(), hours(24))
const complete = () => completeDue(app)
const reason = 'Perdeu o telefone'
const startFactors = (by: Awaited<ReturnType<typeof administratorOf>>) =>
  by.call('recoveryStartOfUser', { params: { userId: String(user.id) }, body: { reason } })

describe('the wait of a recovery', () => {
  test('by secret answer never ends without a phone and people, and the user can approve it for 7 days', async () => {
    await recoverByAnswer(app, user)
    expect(await stored()).toMatchObject({
      waits_until: null,
      expires_at: after(app.clock.now(), days(7)),
    })
  })

  test('by secret answer ends after 24 hours if the user has a phone, which gets an SMS', async () => {
    const phone_number = '5541987650001'
    await app.db.updateTable('users').set({ phone_number }).where('id', '=', user.id).execute()
    await recoverByAnswer(app, user)
    expect((await stored())?.waits_until).toEqual(in24hours())
    expect(await readMessages(app.outbox, { channel: 'sms' })).toHaveLength(1)
  })

  test('by the user never ends because of the own mailbox or another session', async () => {
    await app.trips.enter(user)
    const who = await app.trips.enter(user)
    await callAs(app, who, user.email, 'recoveryStart', {})
    expect(await stored()).toMatchObject({ kind: 'factors', waits_until: null })
  })

  test('by the only administrator ends after 24 hours for factors, and never for the password', async () => {
    const admin = await administratorOf(app)
    await startFactors(admin)
    expect((await stored())?.waits_until).toEqual(in24hours())
    await app.db.deleteFrom('recoveries').execute()
    await admin.call('userResetPassword', { body: { email: user.email } })
    expect(await stored()).toMatchObject({ kind: 'password', waits_until: null })
  })

  test('by one of two administrators notifies the other one', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    await admin.call('userResetPassword', { body: { email: user.email } })
    expect((await stored())?.waits_until).toEqual(in24hours())
    expect(await isNotified(admin.person, other.person)).toEqual([false, true])
  })
})

describe('the people who are notified', () => {
  test('are the master users of the companies of the user, and then no administrators', async () => {
    const admin = await administratorOf(app)
    const [master, foreign, company] = [
      await masterOf(app),
      await masterOf(app),
      await app.build.company(),
    ]
    await linkTo(app, user.id, master.person.company.id)
    const [plain] = [await personOf(app, [master.person.company.id])]
    const delegate = await personOf(app, [master.person.company.id])
    await app.build.delegation({
      userId: delegate.id,
      companyId: master.person.company.id,
      by: master.person.id,
      begin: new Date(0),
      end: null,
    })
    await linkTo(app, user.id, company.id)
    await recoverByAnswer(app, user)
    expect(
      await isNotified(master.person, foreign.person, admin.person, plain, delegate, user),
    ).toEqual([true, false, false, false, false, false])
  })

  test('are administrators if every master user is blocked, is the user, or has started it', async () => {
    const admin = await administratorOf(app)
    const master = await masterOf(app)
    const { id: company } = master.person.company
    await linkTo(app, user.id, company)
    await app.build.assign({ userId: user.id, profileId: masterProfileId, companyId: company })
    const blocked = await personOf(app, [company], { blocked: true })
    await app.build.assign({ userId: blocked.id, profileId: masterProfileId, companyId: company })
    expect((await startFactors(master)).outcome).toBe('200')
    expect(await isNotified(master.person, user, blocked, admin.person)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  test('are never the user, also as the only administrator', async () => {
    const person = await app.build.consoleUser({ profileId: administratorProfileId })
    user = person
    await giveSecretAnswer(app.db, user)
    await makePasskey(app, user)
    const own = await arriveInConsole(app, person)
    await own.call('userResetPassword', { body: { email: user.email } })
    expect((await stored())?.waits_until).toBe(null)
  })
})

describe('while the e-mail of the user is being changed', () => {
  test('no recovery starts, and the secret answer mails nothing', async () => {
    const admin = await administratorOf(app)
    const mailed = await app.trips.enter(user)
    await insertPendingChange(app, user)
    const before = await subjectsTo(app, user.email)
    expect((await recoverByAnswer(app, user)).text).toBe('{"result":{"data":{}}}')
    const refused = [
      await startFactors(admin),
      await admin.call('userResetPassword', { body: { email: user.email } }),
      await callAs(app, mailed, user.email, 'recoveryStart', {}),
    ].map(({ outcome }) => outcome)
    expect(refused).toEqual(Array(3).fill('409 email-change-pending'))
    expect(await stored()).toBeUndefined()
    expect(await subjectsTo(app, user.email)).toEqual(before)
  })

  test('none is completed, until the change has expired', async () => {
    await startFactors(await administratorOf(app))
    await insertPendingChange(app, await app.build.user())
    await insertPendingChange(app, user)
    app.clock.advance(hours(24))
    expect(await complete()).toBe(0)
    // The change expires after seven days, the recovery a day later.
    app.clock.advance(days(6))
    expect(await complete()).toBe(1)
  })
})

describe('a recovery of another user, or of another kind', () => {
  test('is neither approved nor cancelled', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    const foreign = await app.build.user()
    const { who } = await makePasskey(app, foreign)
    const { id } = (await startFactors(admin)).data
    const params = { userId: String(foreign.id), id: String(id) }
    const outcomes = [
      await other.call('recoveryApproveOfUser', { params }),
      await other.call('recoveryCancelOfUser', { params }),
      await app.client.call('recoveryCancel', { ...who, params: { id: String(id) } }),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(Array(3).fill('404 not-found'))
    expect(await stored()).toMatchObject({ approved_at: null, cancelled_at: null })
  })

  test('stays when one is cancelled, with the temporary password of that of the password', async () => {
    const admin = await administratorOf(app)
    await recoverByAnswer(app, user)
    const temporary = await mailedPassword(app, user)
    const { id } = (await startFactors(admin)).data
    const params = { userId: String(user.id), id: String(id) }
    expect((await admin.call('recoveryCancelOfUser', { params })).outcome).toBe('200')
    const { recoveries } = (
      await admin.call('recoveryListOfUser', { params: { userId: String(user.id) } })
    ).data
    expect(recoveries.map(({ kind }) => kind)).toEqual(['password'])
    expect((await signInWith(app, user, temporary)).outcome).toBe('200')
    const cancelled = app.db.selectFrom('recoveries').select('cancelled_by').where('id', '=', id)
    expect(await cancelled.execute()).toEqual([{ cancelled_by: admin.person.id }])
  })

  test('has ended after seven days, when another one can be started', async () => {
    const [admin, other] = [await administratorOf(app), await administratorOf(app)]
    await recoverByAnswer(app, user)
    const { id } = (await startFactors(admin)).data
    app.clock.advance(days(8))
    expect(await complete()).toBe(0)
    const [again, approver] = [
      await arriveInConsole(app, admin.person),
      await arriveInConsole(app, other.person),
    ]
    const params = { userId: String(user.id), id: String(id) }
    expect((await approver.call('recoveryApproveOfUser', { params })).outcome).toBe('404 not-found')
    const next = await startFactors(again)
    expect(next.outcome).toBe('200')
    app.clock.advance(hours(24) + days(7) - 1)
    expect(await complete()).toBe(1)
  })
})
