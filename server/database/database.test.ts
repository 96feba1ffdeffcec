import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { type Db, openDatabase, type Pool } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { FairQueue } from '../shared/fair-queue.ts'
import { PoolDriver } from './pool-driver.ts'

describe('a pool', () => {
  let database: TestDatabase
  let owner: Pool
  let pool: Pool
  const broken: Error[] = []

  beforeAll(async () => {
    database = await createTestDatabase()
    owner = openDatabase(database.ownerUrl, { max: 2, onError: () => undefined })
    pool = openDatabase(database.url, { max: 2, onError: (error) => void broken.push(error) })
  })
  afterAll(async () => {
    await pool.close()
    await owner.close()
    await database.drop()
  })

  const add = (db: Db, key: string) =>
    db.insertInto('rate_limits').values({ key, points: 1, expire: 1 }).execute()
  const keys = async () =>
    (await owner.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key)
  const backendOf = async (db: Db): Promise<number> =>
    (await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(db)).rows[0]?.pid ?? 0
  const end = (pid: number) => sql`select pg_terminate_backend(${pid}, 5000)`.execute(owner.db)

  test('survives a connection that is terminated within a transaction, and reports it', async () => {
    const failed = pool.db.transaction().execute(async (db) => {
      await add(db, 'written before')
      const before = broken.length
      await end(await backendOf(db))
      await vi.waitUntil(() => broken.length > before)
      await add(db, 'written after')
    })
    await expect(failed).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await keys()).toEqual([])
    await add(pool.db, 'written next')
    expect(await keys()).toEqual(['written next'])
  })

  test('cancels a statement that the server does not end in time', async () => {
    const impatient = openDatabase(database.url, {
      max: 1,
      statementLimit: 100,
      onError: () => undefined,
    })
    const waiting = impatient.db.connection().execute(async (db) => {
      // As a commit that waits for a synchronous standby, to which the timeout of the server does not apply.
      await sql`set statement_timeout = 0`.execute(db)
      await sql`select pg_sleep(60)`.execute(db)
    })
    await expect(waiting).rejects.toSatisfy(isDatabaseUnavailable)
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select pid from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(60)'`.execute(owner.db)
      expect(rows).toEqual([])
    })
    await impatient.close()
  })

  test('does not report a connection that breaks while it closes', async () => {
    const errors: Error[] = []
    const closed = openDatabase(database.url, {
      max: 1,
      onError: (error) => void errors.push(error),
    })
    let closing: Promise<void> | undefined
    const done = closed.db.transaction().execute(async (db) => {
      const pid = await backendOf(db)
      closing = closed.close()
      await end(pid)
      await add(db, 'never')
    })
    await expect(done).rejects.toSatisfy(isDatabaseUnavailable)
    await closing
    expect(errors).toEqual([])
  })

  test('does not reuse a connection that still waits for a response', async () => {
    const driver = new PoolDriver(
      new pg.Pool({ connectionString: database.url, max: 1, query_timeout: 2000 }),
      new FairQueue({ slots: 1, limit: 1 }),
    )
    const ask = async (text: string) => {
      const connection = await driver.acquireConnection()
      try {
        return (await connection.executeQuery(CompiledQuery.raw(text))).rows
      } finally {
        await driver.releaseConnection(connection)
      }
    }
    await expect(ask('select pg_sleep(20)')).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await ask('select 1 as one')).toEqual([{ one: 1 }])
    await driver.destroy()
  })
})
