import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../../database/database-types.ts'
import { FairQueue } from '../shared/fair-queue.ts'
import { DatabaseClient } from './database-client.ts'
import { PoolDriver, type PoolDriverOptions } from './pool-driver.ts'

/** The database or a transaction. Every query function takes one. */
export type Db = Kysely<Database>

// Returns bigint as a number instead of text: ids and counters are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Returns a date as YYYY-MM-DD instead of an instant in the time zone of the server.
pg.types.setTypeParser(pg.types.builtins.DATE, String)

export interface Pool {
  db: Db
  /** Decides which work gets the next connection. */
  admission: FairQueue
  /** Discards all open connections. Later work opens new ones. */
  renewConnections(): void
  /** Closes all open connections at once. Their statements fail with DatabaseUnavailable. */
  breakConnections(): void
  close(): Promise<void>
}

export interface PoolOptions extends PoolDriverOptions {
  /** Name of the pool in traces. */
  name?: string
  /** Maximum number of connections in the pool. */
  max?: number
  /** Connections reserved for signed-in users and the server's own jobs. Default: none. */
  reserved?: number
  /** Statement timeout in milliseconds. Includes waits for locks. */
  statementLimit?: number
  /** Maximum time to connect in milliseconds. */
  connectLimit?: number
  /** Refuses statements that write, on a primary too. */
  readOnly?: boolean
  onError: (error: Error) => void
}

/** Maximum wait for a free connection, and default of `connectLimit`, in milliseconds. */
const connectionLimit = 5000

/**
 * Opens a pool. `onCommitNotice` receives the invalidation keys of writes that this pool commits. Without
 * `statementNames`, PostgreSQL parses and plans a statement each time it is sent.
 */
export function openDatabase(url: string, options: PoolOptions): Pool {
  const { name = 'database', max = 16, reserved = 0, statementLimit = 10_000 } = options
  const { connectLimit = connectionLimit, readOnly = false } = options
  const admission = new FairQueue({
    name,
    slots: max,
    reserved,
    limit: 4096,
    patience: connectionLimit,
  })
  // A statement instead of startup parameters, which pgbouncer refuses by default. The pool awaits the result, although
  // its type does not say so.
  const setTimeouts = (client: pg.ClientBase): unknown =>
    client.query(
      `set statement_timeout = ${statementLimit}; set idle_in_transaction_session_timeout = 30000${readOnly ? '; set default_transaction_read_only = on' : ''}`,
    )
  const pool = new pg.Pool({
    connectionString: url,
    Client: DatabaseClient,
    max,
    connectionTimeoutMillis: connectLimit,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Limits the statement on this side too, because an unreachable server cannot enforce its own timeout.
    query_timeout: statementLimit + 1000,
    application_name: 'portaria',
    onConnect: setTimeouts,
  })
  // The pool replaces broken connections, and their statements reject. Without a listener the error would end the
  // process.
  let closing = false
  const onError = (error: Error): void => {
    // While the pool closes, PostgreSQL may stop first, and connections that are being closed then report an error.
    if (!closing) options.onError(error)
  }
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  const driver = new PoolDriver(pool, admission, options)
  const db = new Kysely<Database>({ dialect: new PoolDialect(pool, driver) })
  return {
    db,
    admission,
    renewConnections: () => driver.renewConnections(),
    breakConnections: () => driver.breakConnections(),
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
