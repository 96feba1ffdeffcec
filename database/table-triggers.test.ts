import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/testing/test-database.ts'
import { TABLES_FOLDER } from './build-tables.ts'

let database: TestDatabase
/** SQL of each file in database/tables, by name. */
let files: Map<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  const names = (await readdir(TABLES_FOLDER)).filter((name) => name.endsWith('.sql'))
  files = new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [
        name,
        await readFile(join(TABLES_FOLDER, name), 'utf8'),
      ]),
    ),
  )
})
afterAll(() => database.drop())

interface Listed {
  table: string
  trigger: string
  /** File that contains the list, and file that creates the trigger according to the list. */
  listedIn: string
  createdIn: string
}

/** Returns the entries of the lists `-- Triggers on <table>:` at the ends of the files. */
function listedTriggers(): Listed[] {
  return [...files].flatMap(([file, text]) =>
    [...text.matchAll(/^-- Triggers on (\w+):\n((?:-- {3}.*\n)+)/gm)].flatMap(
      ([, table = '', lines = '']) =>
        [...lines.matchAll(/^-- {3}(\w+)(?: \((\S+)\))?$/gm)].map(
          ([, trigger = '', other]): Listed => ({
            table,
            trigger,
            listedIn: file,
            createdIn: other ?? file,
          }),
        ),
    ),
  )
}

test('the file of each table lists all triggers of the table', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ line: string }>(
    `select format('%s: %s', c.relname, t.tgname) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  await client.end()
  const listed = listedTriggers().map(({ table, trigger }) => `${table}: ${trigger}`)
  expect(listed.length).toBeGreaterThan(60)
  expect(listed.toSorted()).toEqual(rows.map(({ line }) => line).toSorted())
})

test('each list is in the file that creates its table, and names the file that creates each trigger', () => {
  for (const { table, trigger, listedIn, createdIn } of listedTriggers()) {
    expect(files.get(listedIn), table).toContain(`create table ${table} (`)
    expect(files.get(createdIn), trigger).toMatch(
      new RegExp(`^create (constraint )?trigger ${trigger} `, 'm'),
    )
  }
})
