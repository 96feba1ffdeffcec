import { type Db, openDatabase } from '../../server/database/database.ts'
import { Keyring } from '../../server/secrets/keyring.ts'
import { Builders } from './builders.ts'
import { TestClock } from './test-clock.ts'
import { createTestDatabase } from './test-database.ts'
import { secretsKey } from './test-environment.ts'

/** A migrated database without a server, for tests that call server code directly. */
export interface BareDatabase {
  /** Connected as the owner, for arranging and inspecting. */
  db: Db
  /** URL with the server's role. */
  url: string
  clock: TestClock
  keyring: Keyring
  build: Builders
  close(): Promise<void>
}

export async function createBareDatabase(): Promise<BareDatabase> {
  const database = await createTestDatabase()
  const pool = openDatabase(database.ownerUrl, {
    max: 4,
    // Some tests insert thousands of companies with one statement.
    statementLimit: 60_000,
    onError: () => undefined,
  })
  const clock = new TestClock()
  const keyring = new Keyring([secretsKey])
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
