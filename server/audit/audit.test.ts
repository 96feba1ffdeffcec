import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../testing/builders.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'

let app: TestApp
let visitor: Visitor

beforeAll(async () => {
  app = await createTestApp()
  visitor = await app.build.visitor()
})
afterAll(() => app.close())

const events = () => app.db.selectFrom('audit_events').selectAll().orderBy('seq').execute()

async function broken(): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`select audit_break() as at`.execute(app.db)
  return rows[0]?.at ?? null
}

/** Does something to the trail that its triggers forbid, looks, and undoes it. */
async function breakAfter(change: string): Promise<number | null> {
  let found: number | null = null
  const undo = new Error('undo')
  await app.db
    .transaction()
    .execute(async (db) => {
      await sql`alter table audit_events disable trigger user`.execute(db)
      await sql.raw(change).execute(db)
      const { rows } = await sql<{ at: number | null }>`select audit_break() as at`.execute(db)
      found = rows[0]?.at ?? null
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

describe('the audit trail', () => {
  test('holds one event for each write: who, what, on what, from where, in which request', async () => {
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

  test('says which company a write was done for, and by which delegation', async () => {
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
    const who = await app.trips.arrive(await app.trips.signIn(user.email), master.at)
    await app.client.call('userInvalidateToken', { ...who, body: { access_token: who.token } })
    const last = (await events()).at(-1)
    expect(last).toMatchObject({
      user_id: user.id,
      company_id: master.company.id,
      delegation_id: delegationId,
    })
  })

  test('is a chain without a gap, also when many write at once', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        app.client.call('authLocal', { headers: basic(`n${n}@x.example`, 'x') }),
      ),
    )
    const rows = await events()
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, place) => place + 1))
    expect(await broken()).toBeNull()
  })

  test.each([
    ['a changed user', `update audit_events set user_id = 4711 where seq = 3`, 3],
    [
      'a changed detail',
      `update audit_events set after = '{"channel":"SMS_MFA"}' where seq = 3`,
      3,
    ],
    [
      'a changed time',
      `update audit_events set happened_at = happened_at + interval '1 microsecond' where seq = 4`,
      4,
    ],
    [
      'a changed event whose hash was made anew',
      `update audit_events e set target = 'user:4711', hash = audit_hash(jsonb_populate_record(e, '{"target":"user:4711"}')) where seq = 2`,
      3,
    ],
    ['a deleted event', `delete from audit_events where seq = 2`, 3],
    ['a deleted first event', `delete from audit_events where seq = 1`, 2],
    [
      'an inserted event',
      `insert into audit_events select seq + 1000, happened_at, operation, event, user_id, session_id, company_id, delegation_id, api_token_id, target, before, after, confirmed_by, address, request_id, hash, hash from audit_events where seq = 1`,
      1001,
    ],
  ])('shows %s', async (_, change, at) => {
    expect(await breakAfter(change)).toBe(at)
    expect(await broken()).toBeNull()
  })

  test.each([
    `update audit_events set user_id = 1 where seq = 1`,
    `delete from audit_events where seq = 1`,
    `truncate audit_events`,
  ])('refuses: %s', async (change) => {
    await expect(sql.raw(change).execute(app.db)).rejects.toThrow('only ever inserted')
  })
})
