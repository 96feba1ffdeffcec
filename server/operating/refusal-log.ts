import type { FastifyBaseLogger } from 'fastify'

/** Maximum number of refusals that are logged per second. */
const maxLines = 50
/** A state ends after this time in milliseconds without a refused request. */
const calm = 5000

/** Logs refusals at a limited rate, so that a flood of requests does not flood the log. */
export class RefusalLog {
  readonly #log: FastifyBaseLogger
  readonly #states = new Map<string, { count: number; timer: NodeJS.Timeout }>()
  #lines = 0
  #omitted = 0
  #second: NodeJS.Timeout | undefined

  constructor(log: FastifyBaseLogger) {
    this.#log = log
  }

  /**
   * Logs one line about a request, for at most 50 requests per second. Then logs how many were omitted in that second.
   */
  line(fields: Readonly<Record<string, unknown>>, message: string): void {
    if (!this.#second) this.#second = setTimeout(() => this.#endSecond(), 1000).unref()
    this.#lines += 1
    if (this.#lines <= maxLines) this.#log.info(fields, message)
    else this.#omitted += 1
  }

  /**
   * Logs the first request that is refused for this reason. When the reason no longer occurs, logs the number of
   * refused requests.
   */
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
