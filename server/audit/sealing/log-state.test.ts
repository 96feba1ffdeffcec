import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hours, minutes } from '../../shared/clock.ts'
import { type BareDatabase, createBareDatabase } from '../../../test/testing/bare-database.ts'
import { recordAudit } from '../audit.ts'
import { readLogState, saveKept } from './log-state.ts'

let database: BareDatabase

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())

const [old, recent] = [hours(2) / 1000, minutes(5) / 1000]

/** Expects this age in seconds, or up to a minute more for the statements of the test. */
function expectAge(age: number, expected: number): void {
  expect(age).toBeGreaterThanOrEqual(expected)
  expect(age).toBeLessThan(expected + 60)
}

test('of two events that are not sealed, the age of the older one is reported', async () => {
  const origin = { operation: 'test', event: 'test.done', address: '203.0.113.5' }
  const events = [
    await recordAudit(database.db, { ...origin, requestId: 'old' }),
    await recordAudit(database.db, { ...origin, requestId: 'recent' }),
  ]
  await database.db.transaction().execute(async (db) => {
    await sql`alter table audit_entries disable trigger user`.execute(db)
    for (const [at, age] of [old, recent].entries())
      await sql`update audit_entries set happened_at = clock_timestamp() - make_interval(secs => ${age})
        where seq = ${events[at]}`.execute(db)
    await sql`alter table audit_entries enable trigger user`.execute(db)
  })
  expectAge((await readLogState(database.db)).unsealed, old)
  await sql`delete from audit_pending where seq = ${events[0]}`.execute(database.db)
  expectAge((await readLogState(database.db)).unsealed, recent)
})

test('of two heads, the age of the oldest that is not stored elsewhere is reported', async () => {
  for (const [size, age] of [
    [10, old],
    [20, recent],
  ] as const)
    await sql`insert into audit_checkpoints (size, note, sealed_at)
      values (${size}, '', clock_timestamp() - make_interval(secs => ${age}))`.execute(database.db)
  expectAge((await readLogState(database.db)).unkept, old)
  await saveKept(database.db, 10)
  expectAge((await readLogState(database.db)).unkept, recent)
  await saveKept(database.db, 20)
  expect((await readLogState(database.db)).unkept).toBe(0)
})
