import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import { recordAudit } from './audit.ts'

let app: TestApp
let visitor: Visitor

beforeAll(async () => {
  app = await createTestApp()
  visitor = await app.build.visitor()
})
afterAll(() => app.close())

const events = () => app.db.selectFrom('audit_events').selectAll().orderBy('seq').execute()

/** Columns that all events of this test have. */
const given = {
  operation: 'test',
  event: 'test.done',
  address: '203.0.113.5',
  requestId: 'of-the-test',
}

describe('the audit log', () => {
  test('has one event per write with user, event, target, address and request', async () => {
    const caller = {
      headers: { ...basic(visitor.email, 'Errada-Senha-2026!') },
      address: '203.0.113.7',
    }
    const refused = await app.client.call('authLocal', caller)
    const initial = await app.trips.signIn(visitor.email)
    await app.trips.arrive(initial, visitor.at)
    await app.client.call('userInitialPermissions', {
      ...initial,
      body: { access_token: initial.token },
    })
    await app.client.call('userInvalidateToken', {
      ...initial,
      body: { access_token: initial.token },
    })
    const rows = await events()
    expect(rows.map(({ event, operation }) => `${operation} ${event}`)).toEqual([
      'authLocal sign-in.started',
      'authLocal sign-in.started',
      'userChooseMfa sign-in.code-sent',
      'userChangeMfa sign-in.completed',
      'userLocalCode session.code-issued',
      'userLocalToken session.code-exchanged',
      'userInvalidateToken session.signed-out',
    ])
    expect(rows[0]).toMatchObject({
      user_id: null,
      target: `user:${visitor.id}`,
      after: { refused: 'invalid-credentials' },
      address: '203.0.113.7',
      request_id: refused.failure.requestId,
    })
    const [, started, sent, completed, issued, exchanged, ended] = rows
    expect(sent).toMatchObject({ user_id: visitor.id, after: { channel: 'EMAIL_OTP' } })
    for (const row of [started, sent, completed, issued, exchanged, ended])
      expect(row?.user_id).toBe(visitor.id)
    const sessionId = completed?.session_id
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/)
    for (const row of [issued, exchanged, ended]) expect(row?.session_id).toBe(sessionId)
    expect(issued).toMatchObject({
      target: `module:${visitor.module.id}`,
      after: { company_id: visitor.company.id, spid: null },
    })
    expect(exchanged?.target).toBe(`module:${visitor.module.id}`)
    expect(ended?.target).toBe(`session:${sessionId}`)
  })

  test('contains the company and delegation of a write', async () => {
    const master = await app.build.consoleUser()
    const user = await app.build.user()
    const lent = {
      userId: user.id,
      companyId: master.company.id,
      by: master.id,
      begin: app.clock.now(),
      end: null,
    }
    const delegationId = await app.build.delegation(lent)
    const who = await app.trips.arrive(await app.trips.enter(user), master.at)
    await app.client.call('userInvalidateToken', { ...who, body: { access_token: who.token } })
    const last = (await events()).at(-1)
    expect(last).toMatchObject({
      user_id: user.id,
      company_id: master.company.id,
      delegation_id: delegationId,
    })
  })

  test('stores personal values separately; the entry has a commitment with a new salt each time', async () => {
    const refusedOf = (email: string) =>
      app.client.call('authLocal', {
        headers: basic(email, 'Errada-Senha-2026!'),
        address: '203.0.113.9',
      })
    const requests = [await refusedOf(visitor.email), await refusedOf(visitor.email)]
    const entries = await app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where(
        'request_id',
        'in',
        requests.map(({ failure }) => failure.requestId),
      )
      .execute()
    expect(entries).toHaveLength(2)
    expect(JSON.stringify(entries)).not.toMatch(/203\.0\.113\.9|invalid-credentials/)
    const commitments = entries.map((entry) => entry.commitments as Record<string, string>)
    expect(Object.keys(commitments[0] ?? {}).sort()).toEqual(['address', 'after'])
    expect(commitments[0]?.['address']).not.toBe(commitments[1]?.['address'])
    for (const [at, { seq }] of entries.entries()) {
      const { value, salt } = await app.db
        .selectFrom('audit_values')
        .select(['value', 'salt'])
        .where('seq', '=', seq)
        .where('name', '=', 'address')
        .executeTakeFirstOrThrow()
      expect(value).toBe('"203.0.113.9"')
      const digest = createHash('sha256').update(salt).update(value).digest('base64')
      expect(commitments[at]?.['address']).toBe(digest)
    }
  })

  test('stores a typed target separately too, and shows it', async () => {
    const [typed, record] = ['email:ana@operadora.example', `user:${visitor.id}`]
    for (const target of [typed, record]) {
      const seq = await recordAudit(app.db, { ...given, target })
      const select = (from: 'audit_entries' | 'audit_events') =>
        app.db.selectFrom(from).select('target').where('seq', '=', seq).executeTakeFirstOrThrow()
      expect(await select('audit_events')).toEqual({ target })
      expect(await select('audit_entries')).toEqual({ target: target === typed ? null : target })
    }
  })

  test('gives each part of a write its own columns and those of the write', async () => {
    const parts = ['a', 'b', 'c'].map((name, n) => ({
      event: 'thing.made',
      target: `thing:${n}`,
      after: { name },
    }))
    const seq = await recordAudit(app.db, { ...given, userId: visitor.id, parts })
    const rows = await app.db
      .selectFrom('audit_events')
      .select(['event', 'target', 'after', 'before', 'address', 'user_id', 'request_id'])
      .where('part_of', '=', seq)
      .orderBy('seq')
      .execute()
    const { address, requestId: request_id } = given
    expect(rows).toEqual(
      parts.map((part) => ({ ...part, before: null, address, user_id: visitor.id, request_id })),
    )
  })

  test('does not make a write wait for the commit of another user', async () => {
    const [held, other] = await Promise.all([1, 2].map(() => app.build.visitor()))
    if (!held || !other) throw new Error('Two visitors are required.')
    const [slow, quick] = [await app.trips.enter(held), await app.trips.enter(other)]
    // A write inserts its event and then waits, at its commit, for a lock that the test holds.
    await sql`create function wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(4711); return null; end'`.execute(app.db)
    await sql`create constraint trigger held_up after insert on audit_entries deferrable initially deferred
      for each row when (new.user_id = ${sql.lit(held.id)}) execute function wait_for_test()`.execute(
      app.db,
    )
    const signOut = ({ token, ...who }: SignedIn) =>
      app.client.call('userInvalidateToken', { ...who, token, body: { access_token: token } })
    let done = false
    const waiting = await app.db.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(4711)`.execute(db)
      const slowly = signOut(slow).finally(() => (done = true))
      await waitingFor(app.db, 'commit')
      expect((await signOut(quick)).status).toBe(200)
      expect(done).toBe(false)
      await sql`select pg_advisory_unlock(4711)`.execute(db)
      return slowly
    })
    expect(waiting.status).toBe(200)
    await sql`drop trigger held_up on audit_entries`.execute(app.db)
  })

  test.each([
    `update audit_entries set user_id = 1 where seq = 1`,
    `delete from audit_entries where seq = 1`,
    `truncate audit_entries`,
    `update audit_values set value = '1' where seq = 1`,
    `delete from audit_values where seq = 1`,
    `truncate audit_values`,
  ])('refuses: %s', async (change) => {
    await expect(sql.raw(change).execute(app.db)).rejects.toThrow('only ever inserted')
  })
})
