import pg from 'pg'
import type { Logger } from 'pino'

/** What the triggers of the database announce (database/tables/shared-functions.sql). */
export type Change =
  | { kind: 'grants' }
  | { kind: 'session'; id: string }
  | { kind: 'user'; id: number }
  | { kind: 'outbox' }
  /** The connection was lost or is new: anything may have been missed. */
  | { kind: 'everything' }

const heartbeat = 2000
const patience = 1000
/** A database that takes connections and says nothing must not keep us from trying again. */
const connectPatience = 2000

/**
 * Listens to what changes in the database, in the order of commits. While `connected` is false nothing that is
 * remembered may be trusted; when it comes back everybody starts from an empty memory.
 */
export class Changes {
  connected = false
  readonly #url: string
  readonly #log: Logger
  readonly #listeners: ((change: Change) => void)[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #heardUntil = 0
  #waiting: { seq: number; resolve: () => void }[] = []

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
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
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
    this.#timer = setInterval(() => void this.#beat(client), heartbeat)
  }

  /**
   * Resolves when everything that was announced up to this audit event has been heard here, so that whoever made
   * a change finds it made on the next request. Without a connection there is nothing to wait for: memory isn't used.
   * Announcements come in the order of commits, so one that is made now comes after all that the write made.
   */
  heard(seq: number): Promise<void> {
    if (this.#heardUntil >= seq || !this.connected) return Promise.resolve()
    this.#client
      ?.query('select pg_notify($1, $2)', ['portaria', `audit:${seq}`])
      .catch((error: unknown) => this.#log.debug({ err: error }, 'cannot announce'))
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience)
      this.#waiting.push({ seq, resolve: () => (clearTimeout(timer), resolve()) })
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#client?.end()
  }

  #hear(payload: string): void {
    const [kind, id] = payload.split(':')
    if (kind === 'audit') this.#reach(Number(id))
    else if (kind === 'session' && id) this.#emit({ kind, id })
    else if (kind === 'user') this.#emit({ kind, id: Number(id) })
    else if (kind === 'grants' || kind === 'outbox') this.#emit({ kind })
  }

  #emit(change: Change): void {
    for (const listener of this.#listeners) listener(change)
  }

  #reach(seq: number): void {
    this.#heardUntil = Math.max(this.#heardUntil, seq)
    const reached = this.#waiting.filter((waiter) => waiter.seq <= this.#heardUntil)
    if (!reached.length) return
    this.#waiting = this.#waiting.filter((waiter) => waiter.seq > this.#heardUntil)
    for (const { resolve } of reached) resolve()
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
    this.#log.warn(
      { err: error },
      'lost the connection that announces changes; reading from the database until it is back',
    )
    this.#emit({ kind: 'everything' })
    for (const { resolve } of this.#waiting.splice(0)) resolve()
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
        this.#log.warn({ err: error }, 'cannot listen to changes yet')
        if (!this.#closed) this.#reconnect()
      })
    }, 250)
  }
}
