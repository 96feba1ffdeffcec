import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/testing/test-database.ts'
import { buildTables } from './build-tables.ts'
import { DATABASE_TYPES_FILE, generateDatabaseTypes } from './database-types-source.ts'
import { describeSchema } from './describe-schema.ts'

const databases: TestDatabase[] = []
const clients: pg.Client[] = []

async function connect(from: 'migrated' | 'empty'): Promise<pg.Client> {
  const database = await createTestDatabase(from)
  databases.push(database)
  const client = new pg.Client({ connectionString: database.ownerUrl })
  clients.push(client)
  await client.connect()
  return client
}

describe('the schema', () => {
  let migrated: pg.Client

  beforeAll(async () => {
    migrated = await connect('migrated')
  })

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end()))
    await Promise.all(databases.map((database) => database.drop()))
  })

  test('is the same from database/tables as from database/migrations', async () => {
    const built = await connect('empty')
    await buildTables(built)
    const fromTables = await describeSchema(built)
    expect(fromTables.length).toBeGreaterThan(0)
    expect(await describeSchema(migrated)).toEqual(fromTables)
  })

  test('is described by database/database-types.ts (npm run db:types)', async () => {
    const written = await readFile(DATABASE_TYPES_FILE, 'utf8')
    expect(written).toBe(await generateDatabaseTypes(migrated))
  })

  test("sorts in Portuguese order, regardless of the machine's locale", async () => {
    const { rows } = await migrated.query<{ word: string }>(
      `select word from unnest(array['zebra', 'Ábaco', 'abacate', 'Éder', 'cão', 'eder']) word order by word`,
    )
    expect(rows.map((row) => row.word)).toEqual([
      'abacate',
      'Ábaco',
      'cão',
      'eder',
      'Éder',
      'zebra',
    ])
  })
})
