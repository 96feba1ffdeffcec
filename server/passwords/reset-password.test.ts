import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

describe('POST /user/reset-password', () => {
  let app: TestApp
  let administrator: ConsoleClient

  beforeAll(async () => {
    app = await createTestApp()
    administrator = await administratorOf(app)
  })
  afterAll(() => app.close())

  const reset = (by: ConsoleClient, email: string) =>
    by.call('userResetPassword', { body: { email } })

  test('mails a temporary password that the operator never sees, and ends every session', async () => {
    const { email } = await app.build.user()
    const before = await app.trips.signIn(email)
    const answer = await reset(administrator, email)
    expect(answer.text).toBe('{"result":{"data":{}}}')
    expect((await app.trips.validate(before.token, before.cookie)).outcome).toBe(
      '401 access-token-expired',
    )
    expect(
      (await app.client.call('authLocal', { headers: basic(email, defaultPassword) })).outcome,
    ).toBe('401 invalid-credentials')
    const mail = await app.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(mail.subject).toBe('Sua senha temporária')
  })

  test('requires identity confirmation', async () => {
    const { email } = await app.build.user()
    const answer = await administrator.callWith({}, 'userResetPassword', { body: { email } })
    expect(answer.outcome).toBe('403 identity-confirmation-required')
  })

  test.each([
    ['blocked', { suspended: true }],
    ['deleted', { active: false }],
    ['federated', { federated: true }],
  ])('a %s user keeps the current password, and gets no mail', async (_, change) => {
    const { id, email } = await app.build.user()
    await app.db.updateTable('users').set(change).where('id', '=', id).execute()
    const storedData = () =>
      Promise.all([
        app.db.selectFrom('passwords').selectAll().where('user_id', '=', id).execute(),
        app.db.selectFrom('outbox').selectAll().where('recipient', '=', email).execute(),
      ])
    const before = await storedData()
    expect((await reset(administrator, email)).outcome).toBe('409 user-not-active')
    expect(await storedData()).toEqual(before)
  })

  test('a non-administrator can reset users of their own company only, and no administrator', async () => {
    const holder = await holderOf(app, ['/user-edit'])
    const { id: companyId } = holder.person.company
    const colleague = await app.build.user()
    const outsider = await app.build.user()
    const boss = await app.build.consoleUser({
      profileId: administratorProfileId,
      company: holder.person.company,
    })
    const linkToCompany = (userId: number) =>
      app.db
        .insertInto('user_companies')
        .values({ user_id: userId, company_id: companyId })
        .execute()
    await linkToCompany(colleague.id)
    await linkToCompany(boss.id)
    expect((await reset(holder, colleague.email)).outcome).toBe('200')
    expect((await reset(holder, outsider.email)).outcome).toBe('404 user-not-found')
    expect((await reset(holder, boss.email)).outcome).toBe('404 user-not-found')
  })

  test('is refused without the action', async () => {
    const master = await arriveInConsole(app, await app.build.consoleUser())
    await app.db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', master.person.profileId)
      .execute()
    await settleNotifications(app, app.db)
    expect((await reset(master, master.person.email)).outcome).toBe('403 forbidden')
  })
})
