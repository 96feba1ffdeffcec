import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, days } from '../shared/clock.ts'
import { administratorOf } from '../testing/console-client.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import { deleteExpired } from './housekeeping.ts'

let app: TestApp
let sessionId: string

beforeAll(async () => {
  app = await createTestApp()
  // A sign-in leaves a challenge, the way into the console a code.
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

/** When the last row of a table runs out, and how long it is kept then. */
const ends: [table: string, end: string, kept: number][] = [
  ['one_time_codes', 'max(expires_at)', days(1)],
  ['challenges', 'max(expires_at)', days(1)],
  ['confirmations', 'max(expires_at)', days(1)],
  ['captcha_solutions', 'max(expires_at)', days(1)],
  ['federated_flows', 'max(expires_at)', days(1)],
  ['recovery_passwords', 'max(expires_at)', days(1)],
  ['rate_limits', 'to_timestamp(max(expire) / 1000.0)', 0],
]

describe('what ran out is removed', () => {
  test.each(ends)(
    'the last row of %s a millisecond after it was kept long enough, and not before',
    async (table, end, kept) => {
      // Undone afterwards, since one sweep takes what ran out in every table.
      const trial = await app.db.startTransaction().execute()
      const look = async () => {
        const { rows } = await sql<{ rows: number; last: Date }>`
          select count(*)::integer as rows, ${sql.raw(end)} as last from ${sql.table(table)}`.execute(
          trial,
        )
        const [found] = rows
        if (!found) throw new Error('An aggregate has one row.')
        return found
      }
      try {
        const { last } = await look()
        await deleteExpired(trial, after(last, kept))
        expect((await look()).rows).toBeGreaterThan(0)
        await deleteExpired(trial, after(last, kept + 1))
        expect((await look()).rows).toBe(0)
      } finally {
        await trial.rollback().execute()
      }
    },
  )

  test('an ended session forgets what it knew of its provider, a living one does not', async () => {
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
