import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { Db } from '../database/database.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function countWaiting(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_locks where not granted and relation = 'secret_questions'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.waiting
}

test('a person gets three database connections, over all sessions', async () => {
  const bystander = await administratorOf(app)
  const { email } = await app.build.user()
  const tokens: string[] = []
  for (let count = 0; count < 6; count++) tokens.push((await app.trips.signIn(email)).token)
  const attack = await app.db.transaction().execute(async (lock) => {
    await sql`lock table secret_questions in access exclusive mode`.execute(lock)
    const waiting = tokens.flatMap((token) =>
      Array.from({ length: 3 }, () => app.client.request('GET', '/api/secret-question', { token })),
    )
    await expect.poll(() => countWaiting(lock)).toBeGreaterThanOrEqual(3)
    expect((await bystander.call('homeGet', {})).outcome).toBe('200')
    expect(await countWaiting(lock)).toBe(3)
    return waiting
  })
  const answers = await Promise.all(attack)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
