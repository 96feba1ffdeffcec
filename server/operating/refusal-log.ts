import type { FastifyBaseLogger } from 'fastify'

/** Maximum logged refusals in a second. */
const maxLines = 50
/** Milliseconds without a further request of this state after which it is over. */
const calm = 5000

/** Logs refusals so that a flood of requests is no flood of log lines. */
export class RefusalLog {
  readonly #log: FastifyBaseLogger
  readonly #states = new Map<string, { count: number; timer: NodeJS.Timeout }>()
  #lines = 0
  #omitted = 0
  #second: NodeJS.Timeout | undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /** Logs a line about one request, at most 50 in a second; afterwards the number of omitted ones. */
  line(fields: Readonly<Record<string, unknown>>, message: string): void {
    if (!this.#second) this.#second = setTimeout(() => this.#endSecond(), 1000).unref()
    this.#lines += 1
    if (this.#lines <= maxLines) this.#log.info(fields, message)
    else this.#omitted += 1
  }

  /** Logs the first request that is refused for this reason, and the number of requests when it no longer occurs. */
  state(fields: Readonly<Record<string, unknown>>, reason: string): void {
    const known = this.#states.get(reason)
    if (!known) this.#log.warn(fields, reason)
    clearTimeout(known?.timer)
    const count = (known?.count ?? 0) + 1
    const timer = setTimeout(() => {
      this.#states.delete(reason)
      this.#log.warn({ reason, requests: count }, 'requests are no longer refused')
    }, calm).unref()
    this.#states.set(reason, { count, timer })
  }

  #endSecond(): void {
    this.#second = undefined
    if (this.#omitted > 0)
      this.#log.info({ omitted: this.#omitted }, 'more requests were refused than are logged')
    this.#lines = this.#omitted = 0
  }
}
