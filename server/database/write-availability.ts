import type { Logger } from 'pino'
import pg from 'pg'

/** The SQLSTATEs with which PostgreSQL refuses a write that it would take at another moment. */
const refusals: Readonly<Record<string, string>> = {
  '25006': 'it is read-only',
  '53100': 'its disk is full',
}
const probeEvery = 500
const probeTimeout = 2000

/**
 * Takes a megabyte of disk and gives it back: less may fit into pages that are allocated already. A read-only database
 * refuses it too.
 */
const probe = `
  create temporary table portaria_probe on commit drop as
    select string_agg(md5(random()::text), '') from generate_series(1, 32768)`

/**
 * Whether the database takes writes. A database that became read-only (a failover, an administrator) or whose disk is full
 * still answers reads; from the first refused write on this process is not ready, and tries on a new connection every 500 ms
 * whether writes are taken again.
 */
export class WriteAvailability {
  available = true
  readonly #url: string
  readonly #log: Logger
  readonly #listeners: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  /** Called when writes are refused and when they are taken again: connections opened before may not know it. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Notes that a statement failed; other errors than a refused write change nothing. */
  note(error: unknown): void {
    const reason = error instanceof pg.DatabaseError && refusals[error.code ?? '']
    if (reason) this.#refuse(reason)
  }

  /** Notes what a connection says of itself. */
  noteReadOnly(readOnly: boolean): void {
    if (readOnly) this.#refuse('it is read-only')
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #refuse(reason: string): void {
    if (!this.available || this.#closed) return
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
    this.#log.info('the database takes writes again')
    this.#changed()
  }

  async #takesWrites(): Promise<boolean> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'portaria probe',
      connectionTimeoutMillis: probeTimeout,
      query_timeout: probeTimeout,
    })
    // What breaks the connection fails the statement too.
    client.on('error', () => undefined)
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
