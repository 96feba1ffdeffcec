import pg from 'pg'
import type { Logger } from 'pino'

/** A change notification of the database triggers (database/tables/shared-functions.sql). */
export type Change =
  /** Keys of changed rows, such as `user:5` or `place:3/7`. */
  | { kind: 'rows'; keys: readonly string[] }
  | { kind: 'outbox' }
  /** Too many keys to list, or notifications may have been missed because the connection was lost or is new. */
  | { kind: 'everything' }

const heartbeatInterval = 2000
const heartbeatTimeout = 1000
/** Limits connecting to a server that accepts connections but does not respond. */
const connectTimeout = 2000

/**
 * Listens to change notifications of the database. The own pool reports commits of this process directly, before the
 * notification arrives. While `connected` is false caches must not be used; after a reconnection they start empty.
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
      connectionTimeoutMillis: connectTimeout,
      query_timeout: connectTimeout,
    })
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload }) => this.onNotify(payload ?? ''))
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
    this.#timer = setInterval(() => void this.#checkConnection(client), heartbeatInterval)
  }

  /** Passes a notification of any process to the listeners. */
  onNotify(payload: string): void {
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

  /** Detects a connection whose peer vanished without closing it. */
  async #checkConnection(client: pg.Client): Promise<void> {
    const timer = setTimeout(() => this.#lost(client, new Error('no heartbeat')), heartbeatTimeout)
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
      'lost the connection for change notifications; caches are bypassed until it is back',
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
        if (!this.#failedToReconnect)
          this.#log.warn({ err: error }, 'cannot listen to change notifications yet')
        this.#failedToReconnect = true
        if (!this.#closed) this.#reconnect()
      })
    }, 250)
  }
}
