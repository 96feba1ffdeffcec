import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { DatabaseClient } from './database-client.ts'

/** Channel of the check. Other processes and earlier versions ignore it. */
export const checkChannel = 'portaria_check'

/** Maximum time in milliseconds for each step: to connect, to send, and until the notification arrives. */
const timeout = 2000

/**
 * Result of a check. `unsent` means that nothing is known, because the second connection failed; `lost` means that a
 * notification was sent and did not arrive in time.
 */
export type CheckResult = { kind: 'arrived' | 'lost' } | { kind: 'unsent'; error: unknown }

/**
 * Verifies that notifications arrive: sends one on a second connection, and waits for it on the connection that listens.
 * A pooler that does not keep sessions accepts LISTEN without an error, and then delivers nothing.
 */
export class NotificationCheck {
  readonly #url: string
  #sender: pg.Client | undefined
  #expected: { payload: string; onArrival: () => void } | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Must be called with each notification of `checkChannel`. */
  receive(payload: string | undefined): void {
    if (this.#expected?.payload === payload) this.#expected?.onArrival()
  }

  /** Runs a check. Concurrent checks are not supported. */
  async run(): Promise<CheckResult> {
    const payload = randomUUID()
    const arrival = new Promise<true>((resolve) => {
      this.#expected = { payload, onArrival: () => resolve(true) }
    })
    try {
      await this.#send(payload)
    } catch (error) {
      return { kind: 'unsent', error }
    }
    return { kind: (await within(arrival)) ? 'arrived' : 'lost' }
  }

  async close(): Promise<void> {
    const sender = this.#sender
    this.#sender = undefined
    // A connection that is already broken reports an error.
    await sender?.end().catch(() => undefined)
  }

  /** Sends on the open connection. If it broke since the last check, tries once on a new one. */
  async #send(payload: string): Promise<void> {
    const reused = this.#sender !== undefined
    try {
      this.#sender ??= await this.#open()
      await this.#sender.query('select pg_notify($1, $2)', [checkChannel, payload])
    } catch (error) {
      await this.close()
      if (!reused) throw error
      await this.#send(payload)
    }
  }

  async #open(): Promise<pg.Client> {
    const sender = new DatabaseClient({
      connectionString: this.#url,
      application_name: 'portaria check',
      keepAlive: true,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
    })
    try {
      await sender.connect()
    } catch (error) {
      sender.end().catch(() => undefined)
      throw error
    }
    return sender
  }
}

/** Whether the notification arrives in time. */
async function within(arrival: Promise<true>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const expiry = new Promise<boolean>((resolve) => {
    // After a stall of the event loop, timers run before sockets are read, so sockets get one more turn.
    timer = setTimeout(() => setImmediate(resolve, false), timeout)
  })
  try {
    return await Promise.race([arrival, expiry])
  } finally {
    clearTimeout(timer)
  }
}
