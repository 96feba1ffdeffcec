import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, days } from '../shared/clock.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
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

/** For each table, the expiry of its last row and the time that rows are kept after expiry. */
const ends: [table: string, end: string, retained: number][] = [
  ['one_time_codes', 'max(expires_at)', days(1)],
  ['challenges', 'max(expires_at)', days(1)],
  ['confirmations', 'max(expires_at)', days(1)],
  ['captcha_solutions', 'max(expires_at)', days(1)],
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
        await deleteExpired(trial, after(last, retained))
        expect((await look()).rows).toBeGreaterThan(0)
        await deleteExpired(trial, after(last, retained + 1))
        expect((await look()).rows).toBe(0)
      } finally {
        await trial.rollback().execute()
      }
    },
  )

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
    await deleteExpired(app.db, after(now, days(400)))
    expect(await knows()).toBe('of the provider')
    await sql`update sessions set ended_at = ${now}, end_reason = 'sign-out' where id = ${sessionId}`.execute(
      app.db,
    )
    await deleteExpired(app.db, after(now, days(1)))
    expect(await knows()).toBe('of the provider')
    await deleteExpired(app.db, after(now, days(1) + 1))
    expect(await knows()).toBeNull()
  })
})
