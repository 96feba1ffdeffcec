import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../database/database.ts'
import { hours, minutes } from '../../shared/clock.ts'
import { type BareDatabase, createBareDatabase } from '../../../test/testing/bare-database.ts'
import { recordAudit } from '../audit.ts'
import { maxUnsealed, readLogState, readStalledSince, saveKept, watchSealing } from './log-state.ts'

let database: BareDatabase

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())

const [old, recent] = [hours(2) / 1000, minutes(5) / 1000]

const origin = { operation: 'test', event: 'test.done', address: '203.0.113.5' }

const timeOf = async (seq: number | undefined) =>
  (
    await database.db
      .selectFrom('audit_entries')
      .select('happened_at')
      .where('seq', '=', seq ?? 0)
      .executeTakeFirstOrThrow()
  ).happened_at

/** Changes a table as its owner, with its triggers disabled. */
const withoutTriggers = (table: string, change: (db: Db) => Promise<unknown>) =>
  database.db.transaction().execute(async (db) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    await change(db)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db)
  })

/** Expects this age in seconds, or up to a minute more for the statements of the test. */
function expectAge(age: number, expected: number): void {
  expect(age).toBeGreaterThanOrEqual(expected)
  expect(age).toBeLessThan(expected + 60)
}

test('of two events that are not sealed, the age of the older one is reported', async () => {
  const events = [
    await recordAudit(database.db, { ...origin, requestId: 'old' }),
    await recordAudit(database.db, { ...origin, requestId: 'recent' }),
  ]
  await withoutTriggers('audit_entries', async (db) => {
    for (const [at, age] of [old, recent].entries())
      await sql`update audit_entries set happened_at = clock_timestamp() - make_interval(secs => ${age})
        where seq = ${events[at]}`.execute(db)
  })
  expectAge((await readLogState(database.db)).unsealed, old)
  expect(await readStalledSince(database.db)).toEqual(await timeOf(events[0]))
  await withoutTriggers('audit_pending', (db) =>
    sql`delete from audit_pending where seq = ${events[0]}`.execute(db),
  )
  expectAge((await readLogState(database.db)).unsealed, recent)
})

test('stalled sealing is logged once after a minute, and once when it continues', async () => {
  await withoutTriggers('audit_pending', (db) => sql`delete from audit_pending`.execute(db))
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const check = watchSealing(database.db, log)
  const seq = await recordAudit(database.db, { ...origin, requestId: 'stalled' })
  const setAge = (age: number) =>
    withoutTriggers('audit_entries', (db) =>
      sql`update audit_entries set happened_at = clock_timestamp() - make_interval(secs => ${age}) where seq = ${seq}`.execute(
        db,
      ),
    )
  await setAge(maxUnsealed / 1000 - 30)
  await check()
  expect(lines).toEqual([])
  await setAge(maxUnsealed / 1000)
  await check()
  await check()
  expect(lines).toEqual([expect.stringContaining('the audit log is not sealed')])
  await withoutTriggers('audit_pending', (db) => sql`delete from audit_pending`.execute(db))
  await check()
  await check()
  expect(lines.slice(1)).toEqual([expect.stringContaining('the audit log is sealed again')])
})

test('of two heads, the age of the oldest that is not stored elsewhere is reported', async () => {
  await withoutTriggers('audit_checkpoints', async (db) => {
    for (const [size, age] of [
      [10, old],
      [20, recent],
    ] as const)
      await sql`insert into audit_checkpoints (size, note, sealed_at)
        values (${size}, '', clock_timestamp() - make_interval(secs => ${age}))`.execute(db)
  })
  expectAge((await readLogState(database.db)).unkept, old)
  await saveKept(database.db, 10)
  expectAge((await readLogState(database.db)).unkept, recent)
  await saveKept(database.db, 20)
  expect((await readLogState(database.db)).unkept).toBe(0)
})
