import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Columns that no screen edits. Writing them must not raise the version, which would make open forms outdated. */
const withoutVersion: Readonly<Record<string, readonly string[]>> = {
  users: [
    'public_id',
    'last_access_at',
    'previous_access_at',
    'deleted_at',
    'erased_at',
    'recovery_frozen_until',
  ],
}
/** Columns that are never written after the insert, or only by the trigger. */
const fixed = ['id', 'created_at', 'updated_at', 'version']

test('every change of an editable column of a versioned table raises version and updated_at', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  // tgtype 19 is a trigger before update for each row. An empty list of columns means any column.
  const { rows } = await client.query<{ table: string; columns: string[]; touching: string[][] }>(
    `select c.relname as "table",
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         and attgenerated = '' order by attname) as columns,
       (select json_agg(array(select attname from pg_attribute where attrelid = c.oid and attnum = any (t.tgattr)))
        from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'touch()'::regprocedure and t.tgtype = 19 and t.tgenabled = 'O') as touching
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute where attrelid = c.oid and attname = 'version') order by 1`,
  )
  await client.end()
  expect(rows.length).toBeGreaterThan(7)
  for (const { table, columns, touching } of rows) {
    const [touched = [], ...more] = touching ?? []
    expect([touching?.length, more], `${table}: one trigger`).toEqual([1, []])
    const exempt = [...fixed, ...(withoutVersion[table] ?? [])]
    const editable = columns.filter((column) => !exempt.includes(column))
    if (touched.length > 0) expect(touched.toSorted(), table).toEqual(editable)
  }
})
