import type { Logger } from 'pino'
import pg from 'pg'
import { DatabaseClient } from './database-client.ts'

/** SQLSTATEs of writes that are temporarily refused, with the reason for the log. */
const refusals: Readonly<Record<string, string>> = {
  '25006': 'it is read-only',
  '53100': 'its disk is full',
}
const probeEvery = 500
const probeTimeout = 2000
/**
 * Milliseconds after a recovery during which refusals are ignored: they may come from statements that began before it.
 */
const recoveryGrace = 250

/**
 * Writes 1 MB. A smaller write may fit into allocated pages although the disk is full. Uses a permanent table, because
 * the server's role may not create temporary tables (server-rights.ts).
 */
const probe = `
  insert into rate_limits (key, expire)
  select 'probe:' || md5(random()::text) || md5(random()::text), 0 from generate_series(1, 8192)`

/**
 * Tracks whether the database accepts writes. A database that is read-only (failover, administrator) or whose disk is
 * full still serves reads. After a refused write, this process is not ready until a probe succeeds. The probe runs
 * every 500 ms on a new connection.
 */
export class WriteAvailability {
  available = true
  readonly #url: string
  readonly #log: Logger
  readonly #listeners: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #recoveredAt = -Infinity

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  /**
   * Registers a listener for changes of `available`. Listeners must replace open connections, which may keep the
   * earlier state.
   */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Must be called with the error of each failed statement. Ignores errors other than refused writes. */
  note(error: unknown): void {
    const reason = error instanceof pg.DatabaseError && refusals[error.code ?? '']
    if (reason) this.#refuse(reason)
  }

  /** Must be called with the read-only state that a connection reports. */
  noteReadOnly(readOnly: boolean): void {
    if (readOnly) this.#refuse('it is read-only')
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #refuse(reason: string): void {
    if (!this.available || this.#closed) return
    if (performance.now() - this.#recoveredAt < recoveryGrace) return
    this.available = false
    this.#log.error(
      { reason },
      'the database refuses writes: this process is not ready until it takes them',
    )
    this.#changed()
    this.#probeLater()
  }

  #probeLater(): void {
    this.#timer = setTimeout(() => void this.#probe(), probeEvery)
  }

  async #probe(): Promise<void> {
    const taken = await this.#takesWrites()
    if (this.#closed) return
    if (!taken) return this.#probeLater()
    this.available = true
    this.#recoveredAt = performance.now()
    this.#log.info('the database takes writes again')
    this.#changed()
  }

  async #takesWrites(): Promise<boolean> {
    const client = new DatabaseClient({
      connectionString: this.#url,
      application_name: 'portaria probe',
      connectionTimeoutMillis: probeTimeout,
      query_timeout: probeTimeout,
    })
    try {
      await client.connect()
      await client.query('begin')
      await client.query(probe)
      await client.query('rollback')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}
