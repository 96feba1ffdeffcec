import pg from 'pg'
import { consoleModuleId } from '../../contract/constants.ts'
import { setModuleUrl } from '../../database/system/module-url.ts'
import { ensureSystemData } from '../../database/system/system-data.ts'
import { type Db, openDatabase } from '../database/database.ts'
import { Keyring } from '../secrets/keyring.ts'
import { Builders } from './builders.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase } from './test-database.ts'

/** The database as every start of the product leaves it, without the product: for rules that are called directly. */
export interface BareDatabase {
  db: Db
  url: string
  clock: TestClock
  keyring: Keyring
  build: Builders
  close(): Promise<void>
}

export async function createBareDatabase(): Promise<BareDatabase> {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await ensureSystemData(client)
    await setModuleUrl(client, consoleModuleId, 'http://localhost:3000')
  } finally {
    await client.end()
  }
  const pool = openDatabase(database.url, { max: 4, onError: () => undefined })
  const clock = new TestClock()
  const keyring = new Keyring([{ id: 'test', key: Buffer.alloc(32, 7) }])
  return {
    db: pool.db,
    url: database.url,
    clock,
    keyring,
    build: new Builders(pool.db, keyring, clock),
    close: async () => {
      await pool.close()
      await database.drop()
    },
  }
}
