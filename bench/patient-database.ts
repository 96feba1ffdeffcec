import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../database/database-types.ts'
import type { Db } from '../server/database/database.ts'

/** Does something in the database without the limits that the server's pool has, on one connection that stays, for what is set on it. */
export async function onPatientDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0 })
  // When the bench is stopped its database ends first; what is asked afterwards fails and says so.
  pool.on('error', () => undefined)
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
