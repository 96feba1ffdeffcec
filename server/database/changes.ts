import pg from 'pg'
import type { Logger } from 'pino'

/** What the triggers of the database announce (database/tables/shared-functions.sql). */
export type Change =
  /** The keys of rows that changed, such as `user:5` or `place:3/7`. */
  | { kind: 'rows'; keys: readonly string[] }
  | { kind: 'outbox' }
  /** Too many to list; or the connection was lost or is new, and anything may have been missed. */
  | { kind: 'everything' }

const heartbeat = 2000
const patience = 1000
/** A database that takes connections and says nothing must not keep us from trying again. */
const connectPatience = 2000

/**
 * Listens to what changes in the database, and hears from its own pool what this process has just committed, which it
 * needn't wait for. While `connected` is false nothing that is remembered may be trusted; when it comes back everybody
 * starts from an empty memory.
 */
export class Changes {
  connected = false
  readonly #url: string
  readonly #log: Logger
  readonly #listeners: ((change: Change) => void)[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #failedToReconnect = false

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener)
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'portaria changes',
      keepAlive: true,
      connectionTimeoutMillis: connectPatience,
      query_timeout: connectPatience,
    })
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload }) => this.hear(payload ?? ''))
    try {
      await client.connect()
      await client.query('listen portaria')
    } catch (error) {
      this.#discard(client)
      throw error
    }
    if (this.#closed) return client.end()
    this.#client = client
    this.#emit({ kind: 'everything' })
    this.connected = true
    this.#failedToReconnect = false
    this.#timer = setInterval(() => void this.#beat(client), heartbeat)
  }

  /** Passes on what was announced, by whomever. */
  hear(payload: string): void {
    if (payload === 'outbox' || payload === 'everything') this.#emit({ kind: payload })
    else this.#emit({ kind: 'rows', keys: payload.split(',') })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#client?.end()
  }

  #emit(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** A connection whose other end is gone without a word looks alive until it is asked. */
  async #beat(client: pg.Client): Promise<void> {
    const timer = setTimeout(() => this.#lost(client, new Error('no heartbeat')), patience)
    try {
      await client.query('select 1')
    } catch (error) {
      this.#lost(client, error)
    } finally {
      clearTimeout(timer)
    }
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#closed || this.#client !== client) return
    this.connected = false
    this.#client = undefined
    clearInterval(this.#timer)
    this.#log.error(
      { err: error },
      'lost the connection that announces changes; reading from the database until it is back',
    )
    this.#emit({ kind: 'everything' })
    this.#discard(client)
    this.#reconnect()
  }

  #discard(client: pg.Client): void {
    client
      .end()
      .catch((reason: unknown) => this.#log.debug({ err: reason }, 'closing a lost connection'))
  }

  #reconnect(): void {
    this.#timer = setTimeout(() => {
      this.connect().catch((error: unknown) => {
        if (!this.#failedToReconnect) this.#log.warn({ err: error }, 'cannot listen to changes yet')
        this.#failedToReconnect = true
        if (!this.#closed) this.#reconnect()
      })
    }, 250)
  }
}
