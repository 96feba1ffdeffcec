import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'
import { type Db, openDatabase, type Pool } from '../database/database.ts'
import { plannedEachTime } from '../database/planned-each-time.ts'
import { StatementNames } from './statement-names.ts'

let database: TestDatabase
let owner: Pool
/** Pool with a single connection, whose statements the tests examine. */
let pool: Pool

const onError = (): void => undefined
const statementNames = () => new StatementNames()

beforeAll(async () => {
  database = await createTestDatabase()
  owner = openDatabase(database.ownerUrl, { max: 1, onError })
})
afterAll(async () => {
  await owner.close()
  await database.drop()
})
beforeEach(() => {
  pool = openDatabase(database.url, { max: 1, onError, statementNames })
})
afterEach(() => pool.close())

async function backendOf(db: Db): Promise<number> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid ?? 0
}

/** Returns the prepared statements of the connection, and how many custom and generic plans each has used. */
async function namedOn(db: Db): Promise<{ text: string; custom: number; generic: number }[]> {
  const { rows } = await sql<{ text: string; custom: number; generic: number }>`
    select statement as text, custom_plans as custom, generic_plans as generic from pg_prepared_statements`.execute(
    db,
  )
  return rows
}

const countUsers = (db: Db, email: string) =>
  sql`select count(*) from users where email = ${email}`.execute(db)

test('a statement is parsed once per connection and uses a generic plan after five executions', async () => {
  for (let n = 0; n < 8; n++) await countUsers(pool.db, `${n}@a.example`)
  expect(await namedOn(pool.db)).toEqual([
    { text: 'select count(*) from users where email = $1', custom: 5, generic: 3 },
  ])
})

test('a statement that failed, in a transaction or not, is executed under its name again', async () => {
  const share = (db: Db, of: number) => sql`select 6 / ${of}::integer as share`.execute(db)
  await expect(share(pool.db, 0)).rejects.toThrow('division by zero')
  await expect(pool.db.transaction().execute((db) => share(db, 0))).rejects.toThrow(
    'division by zero',
  )
  expect((await share(pool.db, 3)).rows).toEqual([{ share: 2 }])
  const wrong = () => sql`select ${'a'}::text from nowhere`.execute(pool.db)
  await expect(wrong()).rejects.toThrow('"nowhere" does not exist')
  await expect(wrong()).rejects.toThrow('"nowhere" does not exist')
})

test('lists are planned for their values each time', async () => {
  const db = pool.db.withPlugin(plannedEachTime)
  await countUsers(db, 'a@a.example')
  await db.selectFrom('users').select('id').where('email', '=', 'a@a.example').execute()
  expect(await namedOn(pool.db)).toEqual([])
})

test('long array parameters are planned each time, short ones have a generic plan', async () => {
  const inBoth = (ids: number[]) =>
    sql`select count(*) from unnest(${ids}::integer[]) a (id) join unnest(${ids}::integer[]) b (id) using (id)`.execute(
      pool.db,
    )
  const long = Array.from({ length: 21 }, (_, n) => n)
  for (let n = 0; n < 8; n++) await inBoth(long)
  expect(await namedOn(pool.db)).toEqual([])
  await inBoth(long.slice(1))
  expect(await namedOn(pool.db)).toMatchObject([{ custom: 1, generic: 0 }])
})

test('without names nothing is prepared', async () => {
  const unnamed = openDatabase(database.url, { max: 1, onError })
  await countUsers(unnamed.db, 'a@a.example')
  expect(await namedOn(unnamed.db)).toEqual([])
  await unnamed.close()
})

test('a connection with too many different statements is replaced', async () => {
  const first = await backendOf(pool.db)
  await pool.db.connection().execute(async (db) => {
    for (let n = 0; n < 160; n++)
      expect((await sql`select ${n}::integer + ${sql.lit(n)} as sum`.execute(db)).rows).toEqual([
        { sum: 2 * n },
      ])
    expect(await namedOn(db)).toHaveLength(150)
  })
  expect(await backendOf(pool.db)).not.toBe(first)
  expect(await namedOn(pool.db)).toEqual([])
})

describe('when a migration changes the result of a prepared statement', () => {
  const findAll = (db: Db) => sql`select * from rate_limits where key = ${'a'}`.execute(db)
  const addColumn = (name: string) =>
    sql`alter table rate_limits add column ${sql.ref(name)} integer`.execute(owner.db)

  test('the statement is executed again, and later ones use a new connection', async () => {
    await findAll(pool.db)
    const before = await backendOf(pool.db)
    await addColumn('one')
    await expect(findAll(pool.db)).resolves.toMatchObject({ rows: [] })
    expect(await backendOf(pool.db)).not.toBe(before)
  })

  test('its transaction fails as retryable, and the next one succeeds', async () => {
    await findAll(pool.db)
    await addColumn('two')
    const lost = pool.db.transaction().execute(findAll)
    await expect(lost).rejects.toSatisfy(isDatabaseUnavailable)
    await expect(pool.db.transaction().execute(findAll)).resolves.toMatchObject({ rows: [] })
  })
})
