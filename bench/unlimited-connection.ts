import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/database-types.ts'
import type { Db } from '../server/database/database.ts'

/**
 * Runs `work` without the limits of the server's pool, on a single connection that stays open, so that `set`
 * statements remain in effect.
 */
export async function withUnlimitedConnection<T>(
  url: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 })
  // When the bench is stopped, its database ends first; later queries fail with an error of their own.
  pool.on('error', () => undefined)
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
