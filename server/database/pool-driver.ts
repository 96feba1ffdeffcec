import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type pg from 'pg'
import { DatabaseAway, isDatabaseAway, markAway } from './database-away.ts'

/** Kysely on a pool: what fails for want of the database says so, and a connection that did is not used again. */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  async acquireConnection(): Promise<PoolConnection> {
    try {
      return new PoolConnection(await this.#pool.connect())
    } catch (error) {
      // Whatever keeps us from a connection, a full pool included.
      throw new DatabaseAway(error)
    }
  }

  async beginTransaction(
    connection: PoolConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel && `isolation level ${isolationLevel}`
    const begin = ['begin', level, accessMode].filter(Boolean).join(' ')
    await connection.executeQuery(CompiledQuery.raw(begin))
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    // A transaction ends with its connection; what went wrong is told by the statement that lost it.
    if (connection.lost) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release()
    return Promise.resolve()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

class PoolConnection implements DatabaseConnection {
  /** Whether the database was away when it was last asked. */
  lost = false
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await markAway(this.#client.query(sql, [...parameters]))
      const writes = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command)
      return { rows: rows as R[], ...(writes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      this.lost ||= isDatabaseAway(error)
      throw error
    }
  }

  streamQuery(): never {
    throw new Error('Rows are read in pages.')
  }

  /** One that gave no answer may still be waiting for it, and would keep the next from getting theirs. */
  release(): void {
    this.#client.release(this.lost)
  }
}
