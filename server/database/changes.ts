import type pg from 'pg'
import type { Logger } from 'pino'
import { DatabaseClient } from './database-client.ts'
import { isTimeout } from './database-unavailable.ts'
import { checkChannel, type CheckResult, NotificationCheck } from './notification-check.ts'

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
/** Milliseconds between checks that notifications arrive. */
const checkInterval = 5000

/** Explains to the operator why notifications cannot be relied on. */
function explain(result: CheckResult): string | undefined {
  if (result.kind === 'arrived') return undefined
  if (result.kind === 'lost')
    return 'a notification of this process to itself did not arrive within 2 s: DATABASE_URL leads to a pooler that does not keep sessions. Use its session mode (pgbouncer: pool_mode = session), or connect to PostgreSQL directly'
  return 'the second connection, which verifies that notifications arrive, failed: a pooler in session mode, or max_connections, allows too few connections, or the database was interrupted'
}

/**
 * Listens to change notifications of the database. Commits of this process are reported earlier, directly by its pool.
 * While `connected` is false, the connection is lost, silent or not verified, and caches must not be used. After a
 * reconnection all caches are cleared. After a silence they are still valid, because missed notifications arrive before
 * the response that ends the silence.
 */
export class Changes {
  connected = false
  /**
   * Explains why the notifications of an open connection do not arrive or cannot be verified. Undefined after a
   * successful check. While it is set, the process must not be ready.
   */
  notificationFailure: string | undefined
  readonly #url: string
  readonly #log: Logger
  readonly #listeners: ((change: Change) => void)[] = []
  readonly #vanishListeners: (() => void)[] = []
  #client: pg.Client | undefined
  #check: NotificationCheck | undefined
  #timer: NodeJS.Timeout | undefined
  #silenceTimer: NodeJS.Timeout | undefined
  #checkTimer: NodeJS.Timeout | undefined
  #silent = false
  #closed = false
  /** Time of the first failed connection (`performance.now()`); undefined while connected. */
  #unavailableSince: number | undefined

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Registers a listener for heartbeats without a response: the machine of the database has probably vanished, and its
   * other connections are dead too. If the connection was closed instead, the others may still work.
   */
  onVanish(listener: () => void): void {
    this.#vanishListeners.push(listener)
  }

  /** Begins to listen. Throws if the database is unavailable. */
  async connect(): Promise<void> {
    const client = new DatabaseClient({
      connectionString: this.#url,
      application_name: 'portaria changes',
      keepAlive: true,
      connectionTimeoutMillis: responseTimeout,
      query_timeout: responseTimeout,
    })
    const check = new NotificationCheck(this.#url)
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload }) => {
      if (channel === checkChannel) check.receive(payload)
      else this.onNotify(payload ?? '')
    })
    try {
      await client.connect()
      await client.query(`listen portaria; listen ${checkChannel}`)
    } catch (error) {
      this.#discard(client)
      throw error
    }
    if (this.#closed) return client.end()
    this.#endOutage()
    this.#client = client
    this.#check = check
    const result = await check.run()
    if (this.#client !== client) return
    if (result.kind !== 'arrived') {
      this.#replaceConnection(client, result)
      return
    }
    if (this.notificationFailure !== undefined) this.#log.info('change notifications arrive')
    this.notificationFailure = undefined
    this.#emit({ kind: 'everything' })
    this.connected = true
    this.#silent = false
    this.#awaitSilence(maxSilence)
    this.#scheduleHeartbeat(client)
    this.#scheduleCheck(client, check)
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
    clearTimeout(this.#checkTimer)
    await this.#check?.close()
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

  #scheduleCheck(client: pg.Client, check: NotificationCheck): void {
    this.#checkTimer = setTimeout(() => void this.#verify(client, check), checkInterval)
  }

  /**
   * Detects a pooler that does not keep sessions. If the second connection fails, nothing is known, and the heartbeats
   * show whether the database is available.
   */
  async #verify(client: pg.Client, check: NotificationCheck): Promise<void> {
    const result = await check.run()
    if (this.#closed || this.#client !== client) return
    if (result.kind === 'lost') this.#replaceConnection(client, result)
    else this.#scheduleCheck(client, check)
  }

  /** Replaces the connection. If a pooler was restarted, only a new connection has a session that listens. */
  #replaceConnection(client: pg.Client, result: CheckResult): void {
    if (this.#closed) return
    this.#forget()
    if (this.notificationFailure === undefined) {
      this.notificationFailure = explain(result)
      const cause = result.kind === 'unsent' ? { err: result.error } : {}
      this.#log.error(
        { ...cause, reason: this.notificationFailure },
        'change notifications do not arrive: this process is not ready and bypasses caches until they do',
      )
    }
    this.#emit({ kind: 'everything' })
    this.#discard(client)
    this.#reconnect()
  }

  /**
   * Treats the connection as silent unless a response arrives within this time. Uses a timer, so that permission checks
   * need not read a clock.
   */
  #awaitSilence(time: number): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => {
      this.#silent = true
      this.connected = false
      this.#log.warn('change notifications are silent; caches are bypassed until they respond')
    }, time)
  }

  #endSilence(time: number): void {
    if (this.#silent) {
      this.connected = true
      this.#log.info('change notifications respond again')
    }
    this.#silent = false
    this.#awaitSilence(time)
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#closed || this.#client !== client) return
    this.#forget()
    this.#log.error(
      { err: error },
      'lost the connection for change notifications; caches are bypassed until it is back',
    )
    this.#emit({ kind: 'everything' })
    if (isTimeout(error)) for (const listener of this.#vanishListeners) listener()
    this.#discard(client)
    this.#reconnect()
  }

  #forget(): void {
    this.connected = false
    this.#client = undefined
    void this.#check?.close()
    clearTimeout(this.#timer)
    clearTimeout(this.#silenceTimer)
    clearTimeout(this.#checkTimer)
  }

  #discard(client: pg.Client): void {
    client
      .end()
      .catch((reason: unknown) => this.#log.debug({ err: reason }, 'closing a lost connection'))
  }

  #reconnect(): void {
    this.#timer = setTimeout(() => {
      this.connect().catch((error: unknown) => {
        this.#beginOutage(error)
        if (!this.#closed) this.#reconnect()
      })
    }, 250)
  }

  /** Logs only the first failed connection of an outage. */
  #beginOutage(error: unknown): void {
    if (this.#closed || this.#unavailableSince !== undefined) return
    this.#unavailableSince = performance.now()
    this.#log.warn({ err: error }, 'the database is unavailable: no connection can be opened')
  }

  #endOutage(): void {
    if (this.#unavailableSince === undefined) return
    const seconds = Math.round((performance.now() - this.#unavailableSince) / 1000)
    this.#unavailableSince = undefined
    this.#log.info({ seconds }, 'the database is available again')
  }
}
