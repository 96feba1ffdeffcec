import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../database/database-types.ts'
import { PoolDriver, type PoolDriverOptions } from './pool-driver.ts'

/** The database or a transaction of it; every query file takes one. */
export type Db = Kysely<Database>

// Ids and counters are far below 2^53; as text they would have to be converted everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export interface Pool {
  db: Db
  /** Discards all open connections; the next requests open new ones. */
  renewConnections(): void
  close(): Promise<void>
}

export interface PoolOptions extends PoolDriverOptions {
  /** Bounds what one process may hold of PostgreSQL's connections. */
  max?: number
  /** How long a statement may take, in milliseconds: longest waits for a lock. */
  statementLimit?: number
  onError: (error: Error) => void
}

/**
 * Opens a pool. `told` hears what triggers tell of the writes of this pool, once they are committed; without `named` each
 * statement is parsed and planned anew.
 */
export function openDatabase(url: string, options: PoolOptions): Pool {
  const { max = 16, statementLimit = 10_000 } = options
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: statementLimit,
    // A database that is gone without a word can't keep its own limit.
    query_timeout: statementLimit + 1000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'portaria',
  })
  // A connection that breaks is replaced by the pool. Idle or in use, without a listener it would end the process; what
  // it was asked fails by itself.
  let closing = false
  const onError = (error: Error): void => {
    // While the pool closes, PostgreSQL may stop before it has processed that a connection ends.
    if (!closing) options.onError(error)
  }
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const driver = new PoolDriver(pool, options)
  const db = new Kysely<Database>({ dialect: new PoolDialect(pool, driver) })
  return {
    db,
    renewConnections: () => driver.renewConnections(),
    close() {
      closing = true
      return db.destroy()
    },
  }
}

class PoolDialect extends PostgresDialect {
  readonly #driver: PoolDriver

  constructor(pool: pg.Pool, driver: PoolDriver) {
    super({ pool })
    this.#driver = driver
  }

  override createDriver(): PoolDriver {
    return this.#driver
  }
}
