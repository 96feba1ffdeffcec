import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/database-types.ts'
import type { Db } from '../server/database/database.ts'

/**
 * Runs `work` on a single connection, without the timeouts of the server's pool. `set` statements stay in effect.
 */
export async function withUnlimitedConnection<T>(
  url: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 })
  // Ctrl-C stops the database first. Ignore the error of the connection, because the queries fail with it anyway.
  pool.on('error', () => undefined)
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
