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
import { readReportToken, reportLink } from '../outbox/report-links.ts'
import { setFreeze } from './recovery-queries.ts'

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
    const stranger = await app.build.user()
    const foreign = await app.trips.begin(stranger.email)
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
    const theirs = { session: foreign, email: stranger.email, answer: 'EMAIL_OTP' as const }
    expect((await app.client.call('userChooseMfa', { body: theirs })).outcome).toBe('200')
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
    const ended = app.db.selectFrom('recoveries').select(['cancelled_at', 'cancelled_by'])
    expect(await ended.where('user_id', '=', user.id).execute()).toEqual([
      { cancelled_at: app.clock.now(), cancelled_by: null },
    ])
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

  test('notifies the master users once an hour, also of many links, and again when the freeze was lifted', async () => {
    const master = await app.build.consoleUser()
    await linkTo(app, user.id, master.company.id)
    const mails = async () => (await readMessages(app.outbox, { to: master.email })).length
    await Promise.all(Array.from({ length: 5 }, () => report()))
    app.clock.advance(hours(1) - 1)
    await report()
    expect(await mails()).toBe(1)
    expect(await freeze()).toEqual(after(app.clock.now(), hours(72)))
    app.clock.advance(hours(1))
    await report()
    expect(await mails()).toBe(2)
    await setFreeze(app.db, user.id, null)
    await report()
    expect(await mails()).toBe(3)
  })

  test('counts used and forged links for the network, and a flood of them adds neither events nor mails', async () => {
    const [address, other] = ['192.0.2.7', '192.0.2.8']
    const master = await app.build.consoleUser()
    await linkTo(app, user.id, master.company.id)
    const used = tokenFor()
    const send = (token: string, from = address) =>
      app.client.call('accountReport', { body: { token }, address: from })
    const forged = () => tokenFor(user.id, { key: { id: 'x', key: Buffer.alloc(32, 1) } })
    await send(used)
    const stored = async () => [
      (await app.db.selectFrom('audit_events').select('seq').execute()).length,
      (await app.db.selectFrom('outbox').select('id').execute()).length,
    ]
    const before = await stored()
    const first = await Promise.all([send(used), send(forged()), send(used)])
    expect(first.map(({ outcome }) => outcome)).toEqual(['200', '409 report-link-expired', '200'])
    const counter = app.db.selectFrom('rate_limits').select('points')
    const key = `failures:handle:network:${address}`
    expect(await counter.where('key', '=', key).execute()).toEqual([{ points: 3 }])
    await app.db.updateTable('rate_limits').set({ points: 1001 }).where('key', '=', key).execute()
    const flood = []
    for (let n = 0; n < 4; n++) flood.push(await send(n % 2 ? used : forged()))
    expect(flood.map(({ outcome }) => outcome).slice(1)).toEqual(
      Array(3).fill('429 too-many-requests'),
    )
    expect(await stored()).toEqual(before)
    // Neither links that were not used nor other networks have to wait.
    expect((await send(tokenFor())).outcome).toBe('200')
    expect((await send(used, other)).outcome).toBe('200')
  })

  test('of a deleted user changes nothing, and counts for the network', async () => {
    const token = tokenFor()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    expect((await report(token)).text).toBe('{"result":{"data":{}}}')
    expect(await freeze()).toBe(null)
    const counted = await app.db.selectFrom('rate_limits').select('points').execute()
    expect(counted).toEqual([{ points: 1 }])
  })

  test('works under every key of the keyring, and not when its key was removed', async () => {
    const newer = { id: 'novo', key: Buffer.alloc(32, 9) }
    const token = tokenFor(user.id, { age: days(7) - 1 })
    const read = (keys: (typeof newer)[]) =>
      readReportToken(new Keyring(keys), token, app.clock.now())?.userId
    expect(read([newer, secretsKey])).toBe(user.id)
    expect(read([newer])).toBe(undefined)
    const rotated = await createTestApp({ config: { secretsKeys: [newer, secretsKey] } })
    try {
      const { id } = await rotated.build.user()
      const body = { token: tokenFor(id) }
      expect((await rotated.client.call('accountReport', { body })).outcome).toBe('200')
      const left = { token: tokenFor(id, { key: { id: 'velho', key: Buffer.alloc(32, 8) } }) }
      expect((await rotated.client.call('accountReport', { body: left })).outcome).toBe(
        '409 report-link-expired',
      )
    } finally {
      await rotated.close()
    }
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
