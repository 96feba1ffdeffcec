import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../database/database-types.ts'

/** The database or a transaction of it; every query file takes one. */
export type Db = Kysely<Database>

// Ids and counters are far below 2^53; as text they would have to be converted everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Pool {
  db: Db
  close(): Promise<void>
}

/** Opens a pool. `max` bounds what one process may hold of PostgreSQL's connections. */
export function openDatabase(
  url: string,
  options: { max?: number; onError: (error: Error) => void },
): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'portaria',
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', options.onError)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}
