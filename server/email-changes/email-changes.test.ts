import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { freeEmail } from '../../test/testing/email-change-rows.ts'
import { callAs } from '../../test/testing/passkey-trips.ts'
import { masterOf, personOf, subjectsTo } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { days, hours } from '../shared/clock.ts'
import { applyDueChanges } from './apply-email-change.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient
let user: BuiltUser
let who: SignedIn
let email: string

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  await app.db.deleteFrom('email_changes').execute()
  user = await app.build.user()
  who = await app.trips.enter(user)
  email = freeEmail()
})

const startOwn = (to = email) =>
  callAs(app, who, user.email, 'emailChangeStart', { body: { email: to } })
const startFor = (by: ConsoleClient, id: number, to: string) =>
  by.call('emailChangeStartOfUser', { params: { userId: String(id) }, body: { email: to } })
const pending = async () => (await app.client.call('emailChangeGet', who)).data.pending
const storedEmail = async (id = user.id) =>
  (await app.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow())
    .email
const confirm = (code: string) => app.client.call('emailChangeConfirm', { body: { code } })
const refuse = (code: string) => app.client.call('emailChangeRefuse', { body: { code } })
const applyDue = () =>
  applyDueChanges(app.db, {
    clock: app.clock,
    keyring: app.outbox.keyring,
    log: pino({ level: 'silent' }),
    config: { publicUrl: app.origin },
  })

/** Returns the code of the last link that was mailed to an address. */
async function codeTo(address: string): Promise<string> {
  const texts = (await readMessages(app.outbox, { to: address })).map(({ text }) => text)
  return (
    /\/email-change\?mailbox=\w+#([\w-]{43})/.exec(
      texts.join('\n').split('\n').toReversed().join('\n'),
    )?.[1] ?? ''
  )
}

describe('a change of the own e-mail', () => {
  test('takes effect at once when both mailboxes have confirmed', async () => {
    expect((await startOwn()).outcome).toBe('200')
    expect(await pending()).toMatchObject({ new_email: email, by_owner: true })
    expect((await confirm(await codeTo(email))).data.state).toBe('waiting')
    expect(await storedEmail()).toBe(user.email)
    expect((await confirm(await codeTo(user.email))).data).toEqual({
      state: 'done',
      takes_effect_at: null,
    })
    expect(await storedEmail()).toBe(email)
    expect(await pending()).toBeNull()
    const events = await app.db
      .selectFrom('audit_events')
      .select(['event', 'target'])
      .where('target', '=', `user:${user.id}`)
      .where('event', 'like', 'email-change.%')
      .orderBy('seq')
      .execute()
    expect(events.map(({ event }) => event)).toEqual([
      'email-change.started',
      'email-change.confirmed',
      'email-change.applied',
      'email-change.confirmed',
    ])
    expect((await subjectsTo(app, user.email)).at(-1)).toBe('Seu e-mail de acesso mudou')
    expect((await subjectsTo(app, email)).at(-1)).toBe('Seu e-mail de acesso mudou')
  })

  test('waits 72 hours for the old mailbox, and is then applied once by two processes', async () => {
    await startOwn()
    const { takes_effect_at } = (await confirm(await codeTo(email))).data
    expect(takes_effect_at).toBe(new Date(app.clock.now().getTime() + hours(72)).toISOString())
    app.clock.advance(hours(72) - 1)
    expect(await applyDue()).toBe(0)
    app.clock.advance(1)
    const applied = await Promise.all([applyDue(), applyDue()])
    expect(applied.toSorted()).toEqual([0, 1])
    expect(await storedEmail()).toBe(email)
  })

  test('never takes effect without the new mailbox, and expires after 7 days', async () => {
    await startOwn()
    const [oldCode, newCode] = [await codeTo(user.email), await codeTo(email)]
    expect((await confirm(oldCode)).data).toEqual({ state: 'waiting', takes_effect_at: null })
    app.clock.advance(days(7))
    expect(await applyDue()).toBe(0)
    expect((await confirm(newCode)).outcome).toBe('410 email-change-link-invalid')
    who = await app.trips.enter(user)
    expect(await pending()).toBeNull()
    expect((await startOwn()).outcome).toBe('200')
  })

  test('is cancelled by the old mailbox, and its links stop working', async () => {
    await startOwn()
    const [oldCode, newCode] = [await codeTo(user.email), await codeTo(email)]
    expect((await refuse(newCode)).outcome).toBe('410 email-change-link-invalid')
    expect((await refuse(oldCode)).outcome).toBe('200')
    for (const code of [oldCode, newCode])
      expect((await confirm(code)).outcome).toBe('410 email-change-link-invalid')
    expect((await refuse(oldCode)).outcome).toBe('410 email-change-link-invalid')
    expect(await pending()).toBeNull()
  })

  test('is cancelled in the session of the user', async () => {
    await startOwn()
    expect((await app.client.call('emailChangeCancel', who)).outcome).toBe('200')
    expect((await confirm(await codeTo(email))).outcome).toBe('410 email-change-link-invalid')
  })

  test('is confirmed once by each link', async () => {
    await startOwn()
    const code = await codeTo(email)
    const outcomes = await Promise.all([confirm(code), confirm(code)])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '410 email-change-link-invalid',
    ])
  })

  test('is either confirmed or cancelled by two requests at once', async () => {
    await startOwn()
    await confirm(await codeTo(email))
    const code = await codeTo(user.email)
    const [confirmed, refused] = await Promise.all([confirm(code), refuse(code)])
    expect([confirmed.outcome, refused.outcome].toSorted()).toEqual([
      '200',
      '410 email-change-link-invalid',
    ])
    expect(await storedEmail()).toBe(confirmed.outcome === '200' ? email : user.email)
  })

  test('is one at a time, by two requests at once too', async () => {
    const outcomes = await Promise.all([startOwn(), startOwn(freeEmail())])
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 email-change-exists',
    ])
  })

  test('does not differ by letter case, and not to the current address', async () => {
    expect((await startOwn(user.email.toUpperCase())).outcome).toBe('409 email-change-same')
    expect((await startOwn(email.toUpperCase())).outcome).toBe('200')
    expect(await pending()).toMatchObject({ new_email: email })
  })

  test('to an address of another account is answered like another one, without a link', async () => {
    const other = await app.build.user()
    expect((await startOwn(other.email)).data).toEqual({})
    expect(await pending()).toMatchObject({ new_email: other.email })
    expect(await codeTo(other.email)).toBe('')
    expect(await subjectsTo(app, other.email)).toEqual(['Seu endereço foi indicado em outra conta'])
  })

  test('ends if another account got the address meanwhile', async () => {
    await startOwn()
    await confirm(await codeTo(email))
    await app.build.user({ email })
    expect((await confirm(await codeTo(user.email))).data.state).toBe('ended')
    expect(await storedEmail()).toBe(user.email)
    expect(await pending()).toBeNull()
  })

  test.each([
    ['blocked', { suspended: true }],
    ['deleted', { active: false }],
  ])('does not take effect for a user who was %s meanwhile', async (_, change) => {
    await startOwn()
    await confirm(await codeTo(email))
    await app.db.updateTable('users').set(change).where('id', '=', user.id).execute()
    app.clock.advance(hours(73))
    expect(await applyDue()).toBe(0)
    expect((await confirm(await codeTo(user.email))).outcome).toBe('410 email-change-link-invalid')
    expect(await storedEmail()).toBe(user.email)
  })

  test('is limited to 5 mails an hour to one address', async () => {
    for (let n = 0; n < 5; n++) {
      expect((await startOwn()).outcome).toBe('200')
      await app.client.call('emailChangeCancel', who)
    }
    expect((await startOwn()).outcome).toBe('429 too-many-requests')
  })

  test('keeps the session, in which only the new e-mail confirms writes', async () => {
    await startOwn()
    await confirm(await codeTo(email))
    await confirm(await codeTo(user.email))
    const body = { email: freeEmail() }
    expect((await callAs(app, who, email, 'emailChangeStart', { body })).outcome).toBe('200')
  })

  test('ends unfinished sign-ins and the recovery password of the old mailbox', async () => {
    await startOwn()
    const handle = await app.trips.begin(user.email)
    const row = { user_id: user.id, digest: Buffer.alloc(32), expires_at: app.clock.now() }
    await app.db.insertInto('recovery_passwords').values(row).execute()
    await confirm(await codeTo(email))
    await confirm(await codeTo(user.email))
    const of = (table: 'challenges' | 'recovery_passwords') =>
      app.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()
    expect(handle).not.toBe('')
    expect([await of('challenges'), await of('recovery_passwords')]).toEqual([[], []])
  })
})

describe('a change of the e-mail of another user', () => {
  beforeAll(async () => {
    admin = await administratorOf(app)
    master = await masterOf(app)
  })

  test('is told to the old mailbox as that of an administrator, and cancelled in scope', async () => {
    const person = await personOf(app, [master.person.company.id])
    expect((await startFor(master, person.id, email)).outcome).toBe('200')
    const [mail] = await readMessages(app.outbox, { to: person.email })
    expect(mail?.text).toContain('Um administrador pediu')
    const params = { userId: String(person.id) }
    const stranger = await masterOf(app)
    for (const operation of ['emailChangeGetOfUser', 'emailChangeCancelOfUser'] as const)
      expect((await stranger.call(operation, { params })).outcome).toBe('404 user-not-found')
    expect((await admin.call('emailChangeCancelOfUser', { params })).outcome).toBe('200')
  })

  test('reveals an address in scope only', async () => {
    const person = await personOf(app, [master.person.company.id])
    const colleague = await personOf(app, [master.person.company.id])
    const stranger = await app.build.user()
    expect((await startFor(master, person.id, colleague.email)).outcome).toBe(
      '409 user-email-in-use',
    )
    expect((await startFor(master, person.id, stranger.email)).outcome).toBe('200')
  })
})
