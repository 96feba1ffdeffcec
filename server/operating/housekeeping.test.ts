import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, days } from '../shared/clock.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { endSession } from '../sessions/session-queries.ts'
import { deleteExpired } from './housekeeping.ts'

let app: TestApp
let sessionId: string

beforeAll(async () => {
  app = await createTestApp()
  // Creates rows in the tables: a sign-in creates a challenge, and entering the console a code.
  await app.trips.begin((await app.build.user()).email)
  const { who } = await administratorOf(app)
  await app.client.call('authLocal', { headers: basic('inventada@operadora.example', 'errada') })
  sessionId = (await app.client.call('userValidate', who)).data.session_id
  const now = app.clock.now()
  await app.db
    .insertInto('confirmations')
    .values({ digest: randomBytes(32), session_id: sessionId, method: 'password', expires_at: now })
    .execute()
  const { id: user_id } = await app.build.user()
  await app.db
    .insertInto('recovery_passwords')
    .values({ user_id, digest: randomBytes(32), expires_at: now })
    .execute()
  await app.db
    .insertInto('captcha_solutions')
    .values({ digest: randomBytes(32), expires_at: now })
    .execute()
  await app.db
    .insertInto('used_passkey_challenges')
    .values({ digest: randomBytes(32), expires_at: now })
    .execute()
  await app.db
    .insertInto('federated_flows')
    .values({
      state_digest: randomBytes(32),
      purpose: 'sign-in',
      issuer: 'https://provedor.example',
      nonce: 'n',
      code_verifier: 'v',
      browser_digest: randomBytes(32),
      expires_at: now,
    })
    .execute()
})
afterAll(() => app.close())

/** Returns the id of a live session of a new user. */
async function newSession(): Promise<string> {
  const who = await app.trips.enter(await app.build.user())
  return (await app.client.call('userValidate', who)).data.session_id
}

const retention = { retentionDays: 184 }

/** For each table, the expiry of its last row and the time that rows are kept after expiry. */
const ends: [table: string, end: string, retained: number][] = [
  ['challenges', 'max(expires_at)', days(1)],
  ['confirmations', 'max(expires_at)', days(1)],
  ['captcha_solutions', 'max(expires_at)', days(1)],
  ['used_passkey_challenges', 'max(expires_at)', days(1)],
  ['federated_flows', 'max(expires_at)', days(1)],
  ['recovery_passwords', 'max(expires_at)', days(1)],
  ['rate_limits', 'to_timestamp(max(expire) / 1000.0)', 0],
]

describe('deletion of expired rows', () => {
  test.each(ends)(
    'the last row of %s is deleted a millisecond after its retention ends, not before',
    async (table, end, retained) => {
      // The test rolls back, because each sweep deletes the expired rows of every table.
      const trial = await app.db.startTransaction().execute()
      const look = async () => {
        const { rows } = await sql<{ rows: number; last: Date }>`
          select count(*)::integer as rows, ${sql.raw(end)} as last from ${sql.table(table)}`.execute(
          trial,
        )
        const [found] = rows
        if (!found) throw new Error('The aggregate returned no row.')
        return found
      }
      try {
        const { last } = await look()
        await deleteExpired(trial, after(last, retained), retention)
        expect((await look()).rows).toBeGreaterThan(0)
        await deleteExpired(trial, after(last, retained + 1), retention)
        expect((await look()).rows).toBe(0)
      } finally {
        await trial.rollback().execute()
      }
    },
  )

  test('an unused code is deleted a day after its expiry, a used one a day after the end of its session', async () => {
    const session_id = await newSession()
    const now = app.clock.now()
    const codes = { used: randomBytes(32), unused: randomBytes(32) }
    await app.db
      .insertInto('one_time_codes')
      .values([
        { session_id, digest: codes.used, expires_at: now, used_at: now },
        { session_id, digest: codes.unused, expires_at: now },
      ])
      .execute()
    const kept = async () => {
      const rows = await app.db
        .selectFrom('one_time_codes')
        .select('digest')
        .where('digest', 'in', Object.values(codes))
        .execute()
      return rows.map(({ digest }) => (digest.equals(codes.used) ? 'used' : 'unused')).toSorted()
    }
    await deleteExpired(app.db, after(now, days(1)), retention)
    expect(await kept()).toEqual(['unused', 'used'])
    await deleteExpired(app.db, after(now, days(1) + 1), retention)
    expect(await kept()).toEqual(['used'])
    await endSession(app.db, session_id, 'sign-out', now)
    await deleteExpired(app.db, after(now, days(1)), retention)
    expect(await kept()).toEqual(['used'])
    await deleteExpired(app.db, after(now, days(1) + 1), retention)
    expect(await kept()).toEqual([])
  })

  test('a session is deleted with its tokens when its retention ends, a live one never', async () => {
    const [ended, live] = [await newSession(), await newSession()]
    const now = app.clock.now()
    await endSession(app.db, ended, 'sign-out', now)
    const kept = async () => {
      const tokens = await app.db
        .selectFrom('tokens')
        .select('session_id')
        .distinct()
        .where('session_id', 'in', [ended, live])
        .execute()
      return tokens.map((token) => (token.session_id === ended ? 'ended' : 'live')).toSorted()
    }
    await deleteExpired(app.db, after(now, days(184)), retention)
    expect(await kept()).toEqual(['ended', 'live'])
    await deleteExpired(app.db, after(now, days(184) + 1), retention)
    expect(await kept()).toEqual(['live'])
    await deleteExpired(app.db, after(now, days(3650)), retention)
    expect(await kept()).toEqual(['live'])
  })

  test('sessions are deleted in batches', async () => {
    const { id: user_id } = await app.build.user()
    const began = app.clock.now()
    const row = {
      user_id,
      method: 'password',
      browser_digest: randomBytes(32),
      address: '::1',
      created_at: began,
      expires_at: began,
      ended_at: began,
      end_reason: 'sign-out',
    } as const
    await app.db
      .insertInto('sessions')
      .values(Array.from({ length: 1001 }, () => row))
      .execute()
    await deleteExpired(app.db, after(began, days(184) + 1), retention)
    const left = await app.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user_id)
      .execute()
    expect(left).toEqual([])
  })

  test('a sent message is deleted when its retention ends, an undelivered one without expiry never', async () => {
    const now = app.clock.now()
    const row = { channel: 'email', recipient: 'guardada@x.example', created_at: now } as const
    await app.db
      .insertInto('outbox')
      .values([
        { ...row, subject: 'enviada', sent_at: now },
        { ...row, subject: 'parada' },
      ])
      .execute()
    const kept = async () => {
      const messages = app.db.selectFrom('outbox').where('recipient', '=', row.recipient)
      return (await messages.select('subject').orderBy('subject').execute()).map((m) => m.subject)
    }
    await deleteExpired(app.db, after(now, days(184)), retention)
    expect(await kept()).toEqual(['enviada', 'parada'])
    await deleteExpired(app.db, after(now, days(184) + 1), retention)
    expect(await kept()).toEqual(['parada'])
  })

  test('the provider data of a session is deleted when the session ends', async () => {
    const now = app.clock.now()
    const knows = async () =>
      (
        await app.db
          .selectFrom('sessions')
          .select('id_token')
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow()
      ).id_token
    await sql`update sessions set id_token = 'of the provider' where id = ${sessionId}`.execute(
      app.db,
    )
    await deleteExpired(app.db, after(now, days(400)), retention)
    expect(await knows()).toBe('of the provider')
    await sql`update sessions set ended_at = ${now}, end_reason = 'sign-out' where id = ${sessionId}`.execute(
      app.db,
    )
    await deleteExpired(app.db, after(now, days(1)), retention)
    expect(await knows()).toBe('of the provider')
    await deleteExpired(app.db, after(now, days(1) + 1), retention)
    expect(await knows()).toBeNull()
  })
})

test('docs/operating.md says for each table by what its rows are bounded', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const [, section = ''] = /## Retention\n(.*?)\n## /s.exec(text) ?? []
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`.execute(
    app.db,
  )
  const tables = rows.map(({ name }) => name).toSorted()
  const named = [...section.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name ?? '').toSorted()
  expect(named).toEqual(tables)
})
