import { writeFile } from 'node:fs/promises'
import pg from 'pg'
import { DATABASE_TYPES_FILE, generateDatabaseTypes } from '../database/database-types-source.ts'
import { createTestDatabase, startTestServer } from '../test/testing/test-database.ts'

const stop = await startTestServer()
try {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await writeFile(DATABASE_TYPES_FILE, await generateDatabaseTypes(client))
  await client.end()
  await database.drop()
  console.log(`Wrote ${DATABASE_TYPES_FILE}`)
} finally {
  await stop()
}
