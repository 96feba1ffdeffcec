import pg from 'pg'
import type { Logger } from 'pino'

/** A change notification of the database triggers (database/tables/shared-functions.sql). */
export type Change =
  /** Keys of changed rows, such as `user:5` or `place:3/7`. */
  | { kind: 'rows'; keys: readonly string[] }
  | { kind: 'outbox' }
  /**
   * There are too many keys to list, or notifications may have been missed because the connection was lost or is new.
   */
  | { kind: 'everything' }

const heartbeatInterval = 250
/**
 * Maximum time in milliseconds since the last answered heartbeat was sent. Beyond it, caches are bypassed. A
 * notification can be late by at most this time.
 */
const maxSilence = 900
/** Timeout in milliseconds for connecting and for each heartbeat. Afterwards the connection is replaced. */
const responseTimeout = 2000

/**
 * Listens to change notifications of the database. Commits of this process are reported earlier, directly by its pool.
 * While `connected` is false, the connection is lost or silent, and caches must not be used. After a reconnection all
 * caches are cleared. After a silence they are still valid, because missed notifications arrive before the response
 * that ends the silence.
 */
export class Changes {
  connected = false
  readonly #url: string
  readonly #log: Logger
  readonly #listeners: ((change: Change) => void)[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #silenceTimer: NodeJS.Timeout | undefined
  #silent = false
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
      connectionTimeoutMillis: responseTimeout,
      query_timeout: responseTimeout,
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
    this.#silent = false
    this.#awaitSilence(maxSilence)
    this.#scheduleHeartbeat(client)
  }

  /** Passes a notification to the listeners. Called for notifications of every process. */
  onNotify(payload: string): void {
    if (payload === 'outbox' || payload === 'everything') this.#emit({ kind: payload })
    else this.#emit({ kind: 'rows', keys: payload.split(',') })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    clearTimeout(this.#silenceTimer)
    await this.#client?.end()
  }

  #emit(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }

  #scheduleHeartbeat(client: pg.Client): void {
    this.#timer = setTimeout(() => void this.#checkConnection(client), heartbeatInterval)
  }

  /** Detects a stalled connection, and a peer that vanished without closing it. */
  async #checkConnection(client: pg.Client): Promise<void> {
    const sent = performance.now()
    try {
      await client.query('select 1')
    } catch (error) {
      this.#lost(client, error)
      return
    }
    if (this.#closed || this.#client !== client) return
    const left = sent + maxSilence - performance.now()
    if (left > 0) this.#endSilence(left)
    this.#scheduleHeartbeat(client)
  }

  /** Uses a timer, so that permission checks need not read a clock. */
  #awaitSilence(time: number): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => {
      this.#silent = true
      this.connected = false
      this.#log.warn('change notifications are silent; caches are bypassed until they respond')
    }, time)
  }

  #endSilence(time: number): void {
    if (this.#silent) this.connected = true
    this.#silent = false
    this.#awaitSilence(time)
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#closed || this.#client !== client) return
    this.connected = false
    this.#client = undefined
    clearTimeout(this.#timer)
    clearTimeout(this.#silenceTimer)
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
