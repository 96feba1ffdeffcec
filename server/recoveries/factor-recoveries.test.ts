import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findTotp } from '../factors/factor-queries.ts'
import { hours } from '../shared/clock.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import {
  callAs,
  confirmByPasskey,
  makePasskey,
  register,
} from '../../test/testing/passkey-trips.ts'
import { linkTo } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { completeDue } from '../../test/testing/recovery-trips.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { SoftwareAuthenticator } from '../../test/testing/software-authenticator.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { makeRecoveryCodes, makeTotp } from '../../test/testing/totp-trips.ts'
import { setFreeze } from './recovery-queries.ts'

let app: TestApp
let admin: ConsoleClient
let user: BuiltUser
let who: SignedIn

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('rate_limits').execute()
  admin = await administratorOf(app)
  user = await app.build.user()
  const master = await app.build.consoleUser()
  await linkTo(app, user.id, master.company.id)
  who = (await makeTotp(app, user)).who
  await makePasskey(app, user, {}, who)
  await makeRecoveryCodes(app, who, user.email)
  // A minute later, so that a new session finds factors from before its begin.
  app.clock.advance(60_000)
})

const reason = 'Perdeu o telefone'
const params = (more: object = {}) => ({ userId: String(user.id), ...more })
const start = (by = admin) => by.call('recoveryStartOfUser', { params: params(), body: { reason } })
const approve = (by: ConsoleClient, id: number) =>
  by.call('recoveryApproveOfUser', { params: { userId: String(user.id), id: String(id) } })
const complete = () => completeDue(app)
const factors = async () => {
  const of = (table: 'passkeys' | 'totp_factors' | 'recovery_codes') =>
    app.db.selectFrom(table).select('user_id').where('user_id', '=', user.id).execute()
  const all = await Promise.all((['passkeys', 'totp_factors', 'recovery_codes'] as const).map(of))
  return all.map((rows) => rows.length)
}
const subjects = async (to = user.email) =>
  (await readMessages(app.outbox, { to })).map(({ subject }) => subject)

describe('the removal of the factors of another user', () => {
  test('needs a reason, and takes effect when a second person approves it', async () => {
    const empty = await admin.call('recoveryStartOfUser', {
      params: params(),
      body: { reason: ' ' },
    })
    expect(empty.outcome).toBe('400 invalid-input')
    const { data } = await start()
    expect(data).toMatchObject({ kind: 'factors', origin: 'other', reason, effective: false })
    expect(await factors()).toEqual([1, 1, 10])
    expect((await approve(admin, data.id)).outcome).toBe('409 recovery-own')
    expect(await factors()).toEqual([1, 1, 10])
    expect((await approve(await administratorOf(app), data.id)).outcome).toBe('200')
    expect(await factors()).toEqual([0, 0, 0])
    expect(await subjects()).toContain('As suas chaves e códigos foram removidos')
    expect((await approve(await administratorOf(app), data.id)).outcome).toBe('404 not-found')
  })

  test('takes effect after 24 hours, once, by two processes, and is recorded', async () => {
    await start()
    app.clock.advance(hours(24) - 1)
    expect(await complete()).toBe(0)
    app.clock.advance(1)
    const done = await Promise.all([complete(), complete()])
    expect(done.toSorted()).toEqual([0, 1])
    expect(await factors()).toEqual([0, 0, 0])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'recovery.completed',
      target: `user:${user.id}`,
    })
  })

  test('that fails is logged, and the removals after it take effect', async () => {
    const { id } = (await start()).data
    app.clock.advance(1)
    const other = await app.build.user()
    await makeTotp(app, other)
    await admin.call('recoveryStartOfUser', {
      params: { userId: String(other.id) },
      body: { reason },
    })
    await sql`alter table recoveries add constraint failing check (id <> ${sql.lit(id)} or done_at is null)`.execute(
      app.db,
    )
    app.clock.advance(hours(24))
    const lines: string[] = []
    const log = pino({}, { write: (line) => void lines.push(line) })
    await expect(completeDue(app, log)).rejects.toThrow('"failing"')
    await sql`alter table recoveries drop constraint failing`.execute(app.db)
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ id }])
    expect(await findTotp(app.db, other.id)).toBeUndefined()
    expect(await factors()).toEqual([1, 1, 10])
    expect(await complete()).toBe(1)
  })

  test('does not take effect once the user has cancelled it, or while recovery is frozen', async () => {
    const { id } = (await start()).data
    const own = { ...who, params: { id: String(id) } }
    expect((await app.client.call('recoveryCancel', own)).outcome).toBe('200')
    app.clock.advance(hours(25))
    expect(await complete()).toBe(0)
    admin = await administratorOf(app)
    await start()
    app.clock.advance(hours(24))
    const until = new Date(app.clock.now().getTime() + 1)
    await app.db
      .updateTable('users')
      .set({ recovery_frozen_until: until })
      .where('id', '=', user.id)
      .execute()
    expect(await complete()).toBe(0)
    expect(await factors()).toEqual([1, 1, 10])
  })

  test('leaves the factors of other users', async () => {
    const other = await app.build.user()
    await makeTotp(app, other)
    await start()
    app.clock.advance(hours(24))
    await complete()
    expect(await findTotp(app.db, other.id)).toBeDefined()
  })
})

describe('a session by password and mailed code, of a user with a factor', () => {
  let mailed: SignedIn
  beforeEach(async () => {
    mailed = await app.trips.enter(user)
  })

  test('neither adds nor removes a factor (CVE-2026-3429)', async () => {
    const authenticator = new SoftwareAuthenticator(app.origin)
    const outcomes = [
      await register(app, mailed, user.email, authenticator),
      await callAs(app, mailed, user.email, 'totpDelete', {}),
      await callAs(app, mailed, user.email, 'recoveryCodesCreate', {}),
    ].map(({ outcome }) => outcome)
    expect(outcomes).toEqual(Array(3).fill('403 own-factor-required'))
    expect(await factors()).toEqual([1, 1, 10])
  })

  test('starts the removal of all of them, which other sessions show, and which takes effect after the wait', async () => {
    const started = await callAs(app, mailed, user.email, 'recoveryStart', {})
    expect(started.data).toMatchObject({ kind: 'factors', origin: 'user' })
    const again = await callAs(app, mailed, user.email, 'recoveryStart', {})
    expect(again.outcome).toBe('409 recovery-pending')
    const { id } = started.data
    const approved = await callAs(app, mailed, user.email, 'recoveryApprove', {
      params: { id: String(id) },
    })
    expect(approved.outcome).toBe('403 own-factor-required')
    expect((await app.client.call('recoveryList', who)).data.recoveries).toMatchObject([
      { id, may_approve: true },
    ])
    app.clock.advance(hours(24))
    await complete()
    expect(await factors()).toEqual([0, 0, 0])
  })
})

test('the first factor ends the other sessions of the user, and not the one that adds it', async () => {
  const person = await app.build.user()
  const other = await app.trips.enter(person)
  const { who: adding } = await makeTotp(app, person)
  expect((await app.trips.validate(other.token, other.cookie)).outcome).toBe(
    '401 access-token-expired',
  )
  expect((await app.trips.validate(adding.token, adding.cookie)).outcome).toBe('200')
  expect(await makeRecoveryCodes(app, adding, person.email)).toHaveLength(10)
})

test('a confirmation by passkey approves the own removal, which a session by mailed code offers', async () => {
  const person = await app.build.user()
  const { authenticator } = await makePasskey(app, person)
  app.clock.advance(60_000)
  const mailed = await app.trips.enter(person)
  const { id } = (await callAs(app, mailed, person.email, 'recoveryStart', {})).data
  const { recoveries } = (await app.client.call('recoveryList', mailed)).data
  expect(recoveries).toMatchObject([{ id, may_approve: true }])
  const own = { params: { id: String(id) } }
  const { data } = await confirmByPasskey(app, mailed, authenticator, 'recoveryApprove', own)
  const headers = { code: data.code }
  const approved = await app.client.call('recoveryApprove', { ...mailed, ...own, headers })
  expect(approved.outcome).toBe('200')
})

test('a confirmation by passkey lifts the freeze in a session by mailed code, one by password does not', async () => {
  const person = await app.build.user()
  const { authenticator } = await makePasskey(app, person)
  app.clock.advance(60_000)
  const mailed = await app.trips.enter(person)
  await setFreeze(app.db, person.id, new Date(app.clock.now().getTime() + hours(72)))
  const byPassword = await callAs(app, mailed, person.email, 'recoveryUnfreeze', {})
  expect(byPassword.outcome).toBe('403 own-factor-required')
  const { data } = await confirmByPasskey(app, mailed, authenticator, 'recoveryUnfreeze', {})
  const headers = { code: data.code }
  const lifted = await app.client.call('recoveryUnfreeze', { ...mailed, headers })
  expect(lifted.outcome).toBe('200')
})
