import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { currentOrder } from '../shared/current-order.ts'
import type { FairQueue } from '../shared/fair-queue.ts'
import { traced, tracer } from '../shared/trace.ts'
import { DatabaseClient } from './database-client.ts'
import {
  DatabaseUnavailable,
  isDatabaseUnavailable,
  isTimeout,
  markUnavailable,
} from './database-unavailable.ts'
import { statementSpan } from './statement-span.ts'

/** Assigns names to the prepared statements of one connection. */
export interface StatementNamer {
  /** Whether the connection must be closed when it is released. */
  readonly expired: boolean
  /** Returns the name of the prepared statement for the query. If undefined, the query is executed unprepared. */
  nameOf(query: CompiledQuery): string | undefined
  /** Called after a migration changed the result of a prepared statement. */
  invalidate(): void
}

/** Receives the invalidation keys of a committed write (`tell_writer` in database/tables/shared-functions.sql). */
export type OnCommitNotice = (payload: string) => void

export interface PoolDriverOptions {
  onCommitNotice?: OnCommitNotice | undefined
  /**
   * Creates the names of a new connection's prepared statements (hot-path/statement-names.ts). Default: no statement is
   * prepared.
   */
  statementNames?: (() => StatementNamer) | undefined
  /** Called with the error of each failed statement. */
  onFailure?: ((error: unknown) => void) | undefined
}

/**
 * Kysely driver on a pg pool. If the database is unavailable, throws `DatabaseUnavailable` and discards the connection.
 * Delivers commit notices before the commit resolves, so that the caller never reads a stale cache afterwards.
 */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #admission: FairQueue
  readonly #onCommitNotice: OnCommitNotice
  readonly #makeNames: (() => StatementNamer) | undefined
  readonly #onFailure: (error: unknown) => void
  readonly #names = new WeakMap<pg.PoolClient, StatementNamer>()
  #current = new WeakSet<pg.PoolClient>()
  readonly #open = new Set<pg.PoolClient>()

  constructor(
    pool: pg.Pool,
    admission: FairQueue,
    {
      onCommitNotice = () => undefined,
      statementNames,
      onFailure = () => undefined,
    }: PoolDriverOptions = {},
  ) {
    this.#pool = pool
    this.#admission = admission
    this.#onCommitNotice = onCommitNotice
    this.#makeNames = statementNames
    this.#onFailure = onFailure
    pool.on('connect', (client) => {
      this.#current.add(client)
      this.#open.add(client)
    })
    pool.on('remove', (client) => this.#open.delete(client))
  }

  /** Discards all open connections. Later work opens new ones. */
  renewConnections(): void {
    this.#current = new WeakSet()
  }

  /** Closes all open connections at once. Their statements fail with DatabaseUnavailable. */
  breakConnections(): void {
    // The pool would keep idle ones until the other side confirms the end, which a host that has vanished never does.
    this.renewConnections()
    // `end` breaks the connection if a statement is running. The statement reports the error.
    for (const client of this.#open) client.end().catch(() => undefined)
  }

  init(): Promise<void> {
    return Promise.resolve()
  }

  /**
   * Waits until it is the turn of the current work's owner. Throws `Overloaded` if the queue refuses the work,
   * `DatabaseUnavailable` if no connection can be opened.
   */
  async acquireConnection(): Promise<PoolConnection> {
    const onRelease = await this.#admission.acquire(currentOrder())
    try {
      const client = await this.#connect()
      return new PoolConnection(client, {
        onCommitNotice: this.#onCommitNotice,
        names: this.#namesOf(client),
        onFailure: this.#onFailure,
        onRelease,
      })
    } catch (error) {
      onRelease()
      throw new DatabaseUnavailable(error)
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
    // The transaction ended with its connection, and the failed statement has thrown.
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

interface ConnectionUse {
  onCommitNotice: OnCommitNotice
  names: StatementNamer | undefined
  onFailure: (error: unknown) => void
  onRelease: () => void
}

interface Notice {
  code: string | undefined
  message: string | undefined
}

/** SQLSTATE of the notices that `tell_writer` sends. */
const commitNoticeCode = 'PA001'

class PoolConnection implements DatabaseConnection {
  /** Whether a statement failed because the database was unavailable. */
  lost = false
  readonly #client: pg.PoolClient
  readonly #onCommitNotice: OnCommitNotice
  readonly #names: StatementNamer | undefined
  readonly #onFailure: (error: unknown) => void
  /** Commit notices received in the open transaction. */
  #uncommitted: string[] = []
  #inTransaction = false

  readonly #onRelease: () => void

  constructor(client: pg.PoolClient, use: ConnectionUse) {
    this.#client = client
    this.#onCommitNotice = use.onCommitNotice
    this.#names = use.names
    this.#onFailure = use.onFailure
    this.#onRelease = use.onRelease
    client.on('notice', this.#onNotice)
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
      const { command, rowCount, rows } = await this.#execute(query)
      const writes = /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command)
      return { rows: rows as R[], ...(writes && { numAffectedRows: BigInt(rowCount ?? 0) }) }
    } catch (error) {
      this.lost ||= isDatabaseUnavailable(error)
      if (error instanceof DatabaseUnavailable) {
        if (isTimeout(error.cause) && this.#client instanceof DatabaseClient)
          this.#client.cancelStatement()
        this.#onFailure(error.cause)
      }
      throw error
    } finally {
      // Notifies after an error too, because a commit whose response was lost may have succeeded.
      if (!this.#inTransaction) this.#notify()
    }
  }

  streamQuery(): never {
    throw new Error('Rows are read in pages.')
  }

  /**
   * Closes a lost connection instead of returning it to the pool. It may still wait for a response, which would block
   * the next statement.
   */
  release(): void {
    this.#client.off('notice', this.#onNotice)
    this.#client.release(this.lost || this.#names?.expired)
    this.#onRelease()
  }

  async #execute(query: CompiledQuery): Promise<pg.QueryResult> {
    try {
      return await this.#send(query, this.#names?.nameOf(query))
    } catch (error) {
      if (!isChangedResult(error)) throw error
      this.#names?.invalidate()
      // The error has aborted the transaction, but the caller may retry it.
      if (this.#inTransaction) throw new DatabaseUnavailable(error)
      return this.#send(query, undefined)
    }
  }

  #send({ sql, parameters }: CompiledQuery, name: string | undefined): Promise<pg.QueryResult> {
    const send = () =>
      markUnavailable(
        this.#client.query({
          ...(name !== undefined && { name }),
          text: sql,
          values: [...parameters],
        }),
      )
    return tracer?.current() ? traced(statementSpan(sql, name), send) : send()
  }

  readonly #onNotice = ({ code, message }: Notice): void => {
    if (code === commitNoticeCode && message !== undefined) this.#uncommitted.push(message)
  }

  #notify(): void {
    for (const payload of this.#uncommitted.splice(0)) this.#onCommitNotice(payload)
  }
}

/**
 * Whether PostgreSQL refused a prepared statement because a migration changed the columns of its result. The statement
 * was not executed. Compares the reporting routine, because the message depends on the server's language.
 */
const isChangedResult = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
