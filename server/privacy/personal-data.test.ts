import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { nonPersonalColumns } from './non-personal-columns.ts'
import { readSections } from './my-data-queries.ts'
import { personalTables } from './personal-data.ts'

let database: BareDatabase
beforeAll(async () => (database = await createBareDatabase()))
afterAll(() => database.close())

const listed = new Map<string, readonly string[]>([
  ...Object.entries(nonPersonalColumns),
  ...personalTables.map(([table, { columns }]) => [table, Object.keys(columns)] as const),
])

describe('every column of the database', () => {
  test('is mapped for access and erasure, or listed as non-personal', async () => {
    const { rows } = await sql<{ name: string; columns: string[] }>`
      select c.relname as name, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'
      group by c.relname`.execute(database.db)
    const there = Object.fromEntries(rows.map(({ name, columns }) => [name, columns.toSorted()]))
    const known = [...listed].map(([name, columns]) => [name, columns.toSorted()] as const)
    expect(Object.fromEntries(known)).toEqual(there)
  })

  test('is not both personal and non-personal', () => {
    const both = personalTables.filter(([table]) => table in nonPersonalColumns)
    expect(both).toEqual([])
  })
})

test('a column mapped as shown is in its section, under its header', async () => {
  const { id, email } = await database.build.user()
  const sections = await readSections(database.db, { id, email }, 10)
  const headers = new Map(
    sections.map(({ key, columns }) => [key, columns.map(({ header }) => header)]),
  )
  const missing = personalTables.flatMap(([table, { section, columns }]) =>
    Object.values(columns).flatMap((read) =>
      typeof read !== 'string' || headers.get(section)?.includes(read)
        ? []
        : [`${table}: ${read} is not in ${section}`],
    ),
  )
  expect(missing).toEqual([])
})
