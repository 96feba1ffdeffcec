import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { DatabaseAway, isDatabaseAway, markAway } from './database-away.ts'

/** Names the prepared statements of one connection. */
export interface StatementNamer {
  /** Whether the connection is to be closed when it is released. */
  readonly expired: boolean
  /** Returns the name to execute the query under; undefined to execute it unprepared. */
  nameOf(query: CompiledQuery): string | undefined
  /** Called after a migration changed the result of a prepared statement. */
  invalidate(): void
}

/** What is told of writes by their own connection (`tell_writer` in database/tables/shared-functions.sql). */
export type Told = (payload: string) => void

export interface PoolDriverOptions {
  told?: Told | undefined
  /** Makes the names of a connection's prepared statements (hot-path/statement-names.ts). Default: none are prepared. */
  statementNames?: (() => StatementNamer) | undefined
  /** Called with the error of each failed statement. */
  onFailure?: ((error: unknown) => void) | undefined
}

/**
 * Kysely on a pool: what fails for want of the database says so, and a connection that did is not used again. What
 * triggers tell of a write is passed on when it is committed, before whoever wrote hears that it is.
 */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #told: Told
  readonly #makeNames: (() => StatementNamer) | undefined
  readonly #onFailure: (error: unknown) => void
  readonly #names = new WeakMap<pg.PoolClient, StatementNamer>()
  #current = new WeakSet<pg.PoolClient>()

  constructor(
    pool: pg.Pool,
    { told = () => undefined, statementNames, onFailure = () => undefined }: PoolDriverOptions = {},
  ) {
    this.#pool = pool
    this.#told = told
    this.#makeNames = statementNames
    this.#onFailure = onFailure
    pool.on('connect', (client) => this.#current.add(client))
  }

  /** Discards all open connections; the next requests open new ones. */
  renewConnections(): void {
    this.#current = new WeakSet()
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  async acquireConnection(): Promise<PoolConnection> {
    try {
      const client = await this.#connect()
      return new PoolConnection(client, this.#told, this.#namesOf(client), this.#onFailure)
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
    await connection.begin(['begin', level, accessMode].filter(Boolean).join(' '))
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    // A transaction ends with its connection; what went wrong is told by the statement that lost it.
    if (connection.lost) return
    await connection.rollback()
  }

  releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release()
    return Promise.resolve()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect()
      if (this.#current.has(client)) return client
      client.release(true)
    }
  }

  #namesOf(client: pg.PoolClient): StatementNamer | undefined {
    if (!this.#makeNames) return undefined
    const names = this.#names.get(client) ?? this.#makeNames()
    this.#names.set(client, names)
    return names
  }
}

interface Notice {
  code: string | undefined
  message: string | undefined
}

/** The SQLSTATE of what `tell_writer` says. */
const toldCode = 'PA001'

class PoolConnection implements DatabaseConnection {
  /** Whether the database was away when it was last asked. */
  lost = false
  readonly #client: pg.PoolClient
  readonly #told: Told
  readonly #names: StatementNamer | undefined
  readonly #onFailure: (error: unknown) => void
  /** What was told and may not be true yet. */
  #uncommitted: string[] = []
  #inTransaction = false

  constructor(
    client: pg.PoolClient,
    told: Told,
    names: StatementNamer | undefined,
    onFailure: (error: unknown) => void,
  ) {
    this.#client = client
    this.#told = told
    this.#names = names
    this.#onFailure = onFailure
    client.on('notice', this.#hear)
  }

  async begin(statement: string): Promise<void> {
    this.#inTransaction = true
    await this.executeQuery(CompiledQuery.raw(statement))
  }

  async commit(): Promise<void> {
    this.#inTransaction = false
    await this.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false
    this.#uncommitted = []
    await this.executeQuery(CompiledQuery.raw('rollback'))
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.#ask(query)
      const writes = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command)
      return { rows: rows as R[], ...(writes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      this.lost ||= isDatabaseAway(error)
      if (error instanceof DatabaseAway) this.#onFailure(error.cause)
      throw error
    } finally {
      // Also where it failed: a commit whose answer was lost may have been one.
      if (!this.#inTransaction) this.#tell()
    }
  }

  streamQuery(): never {
    throw new Error('Rows are read in pages.')
  }

  /** One that gave no answer may still be waiting for it, and would keep the next from getting theirs. */
  release(): void {
    this.#client.off('notice', this.#hear)
    this.#client.release(this.lost || this.#names?.expired)
  }

  async #ask(query: CompiledQuery): Promise<pg.QueryResult> {
    try {
      return await this.#send(query, this.#names?.nameOf(query))
    } catch (error) {
      if (!isChangedResult(error)) throw error
      this.#names?.invalidate()
      // Its transaction is lost with it, and may be tried again.
      if (this.#inTransaction) throw new DatabaseAway(error)
      return this.#send(query, undefined)
    }
  }

  #send({ sql, parameters }: CompiledQuery, name: string | undefined): Promise<pg.QueryResult> {
    return markAway(
      this.#client.query({
        ...(name !== undefined && { name }),
        text: sql,
        values: [...parameters],
      }),
    )
  }

  readonly #hear = ({ code, message }: Notice): void => {
    if (code === toldCode && message !== undefined) this.#uncommitted.push(message)
  }

  #tell(): void {
    for (const payload of this.#uncommitted.splice(0)) this.#told(payload)
  }
}

/**
 * Whether PostgreSQL refused a prepared statement, without executing it, because a migration changed the columns of its
 * result. The message depends on the server's language, so the routine that reports it is compared.
 */
const isChangedResult = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
