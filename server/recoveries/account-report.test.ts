import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatInstant } from '../../contract/shown.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { linkTo } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { insertPendingChange } from '../../test/testing/email-change-rows.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { secretsKey } from '../../test/testing/test-environment.ts'
import { makeTotp } from '../../test/testing/totp-trips.ts'
import { Keyring } from '../secrets/keyring.ts'
import { after, days, hours } from '../shared/clock.ts'
import { reportLink } from '../outbox/report-links.ts'

let app: TestApp
let user: BuiltUser

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  user = await app.build.user()
})

function tokenFor(userId = user.id, { age = 0, key = secretsKey } = {}): string {
  const links = { keyring: new Keyring([key]), publicUrl: app.origin }
  const now = after(app.clock.now(), -age)
  const link = reportLink(links, { userId, notice: 'passkey-added', now })
  return new URL(link).hash.slice(1)
}
const report = (token = tokenFor()) => app.client.call('accountReport', { body: { token } })
const freeze = async () =>
  (
    await app.db
      .selectFrom('users')
      .select('recovery_frozen_until')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
  ).recovery_frozen_until

describe("the link 'Não fui eu'", () => {
  test('ends sessions and unfinished sign-ins, freezes recovery, and notifies the master users', async () => {
    const master = await app.build.consoleUser()
    await linkTo(app, user.id, master.company.id)
    const who = await app.trips.enter(user)
    const other = await app.trips.enter(await app.build.user())
    const session = await app.trips.begin(user.email)
    expect((await report()).text).toBe('{"result":{"data":{}}}')
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'account.reported',
      user_id: null,
      after: { notice: 'passkey-added', ended_sessions: 1, cancelled_recoveries: [] },
    })
    expect((await app.trips.validate(who.token, who.cookie)).outcome).toBe(
      '401 access-token-expired',
    )
    expect((await app.trips.validate(other.token, other.cookie)).outcome).toBe('200')
    const body = { session, email: user.email, answer: 'EMAIL_OTP' as const }
    expect((await app.client.call('userChooseMfa', { body })).outcome).toBe('409 mfa-session-used')
    expect(await freeze()).toEqual(after(app.clock.now(), hours(72)))
    const mails = await readMessages(app.outbox, { to: master.email })
    expect(mails.at(-1)).toMatchObject({ subject: 'Uma pessoa avisou que não reconhece um acesso' })
    const until = formatInstant(after(app.clock.now(), hours(72)).toISOString())
    expect(mails.at(-1)?.text).toContain(`suspensa até ${until}.`)
  })

  test('invalidates the temporary password of an account without a passkey and app too', async () => {
    await app.db
      .insertInto('secret_answers')
      .values({ user_id: user.id, question_id: 2, hash: quickHashOf('praca') })
      .execute()
    await app.client.call('userRecoveryAccount', {
      body: { email: user.email, question: 2, response: 'Praça' },
    })
    const kept = () =>
      app.db
        .selectFrom('recovery_passwords')
        .select('user_id')
        .where('user_id', '=', user.id)
        .execute()
    expect(await kept()).toHaveLength(1)
    await report()
    expect(await kept()).toEqual([])
  })

  test('cancels a pending change of the e-mail', async () => {
    await insertPendingChange(app, user)
    await report()
    const change = app.db
      .selectFrom('email_changes')
      .select('cancelled_at')
      .where('user_id', '=', user.id)
    expect((await change.executeTakeFirstOrThrow()).cancelled_at).toEqual(app.clock.now())
  })

  test('cancels recoveries with their temporary password', async () => {
    await makeTotp(app, user)
    const admin = await administratorOf(app)
    await admin.call('userResetPassword', { body: { email: user.email } })
    await report()
    const left = app.db.selectFrom('recovery_passwords').selectAll().where('user_id', '=', user.id)
    expect(await left.execute()).toEqual([])
    const again = await admin.call('userResetPassword', { body: { email: user.email } })
    expect(again.outcome).toBe('409 recovery-frozen')
  })

  test('works once, also of two requests at once, and the response is the same', async () => {
    const token = tokenFor()
    const both = await Promise.all([report(token), report(token)])
    expect(both.map(({ text }) => text)).toEqual(Array(2).fill('{"result":{"data":{}}}'))
    const events = await app.db
      .selectFrom('audit_events')
      .select('after')
      .where('event', '=', 'account.reported')
      .where('target', '=', `user:${user.id}`)
      .execute()
    expect(events).toHaveLength(1)
    const who = await app.trips.enter(user)
    await report(token)
    expect((await app.trips.validate(who.token, who.cookie)).outcome).toBe('200')
  })

  test.each<[string, () => string]>([
    ['of another key', () => tokenFor(user.id, { key: { id: 'x', key: Buffer.alloc(32, 1) } })],
    ['of another user with this MAC', () => tokenFor().replace(`.${user.id}.`, `.${user.id + 1}.`)],
    ['of seven days ago', () => tokenFor(user.id, { age: days(7) })],
  ])('is refused with a token %s', async (_, token) => {
    expect((await report(token())).outcome).toBe('409 report-link-expired')
    expect(await freeze()).toBe(null)
  })

  test('is accepted until a millisecond before its end', async () => {
    expect((await report(tokenFor(user.id, { age: days(7) - 1 }))).outcome).toBe('200')
  })
})
