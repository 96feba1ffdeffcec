import { LRUCache } from 'lru-cache'
import { Problem } from '../pipeline/problem.ts'
import type { Clock } from '../shared/clock.ts'

/** Milliseconds per call in the long run. */
const callInterval = 100
/** Maximum burst after a minute without calls. */
export const burstCalls = 600

/**
 * Rate limiter for API tokens: ten calls a second in the long run, bursts of 600. It counts in this process only, so
 * each further process adds the same allowance.
 */
export class CallRateLimiter {
  readonly #clock: Clock
  /** Virtual finishing time of each owner's calls, in milliseconds since 1970 (leaky bucket). */
  readonly #busyUntil = new LRUCache<string, number>({ max: 20_000 })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Counts a call of `owner`. Above the limit it throws `too-many-requests` with the seconds to wait and does not count
   * the call.
   */
  consume(owner: string): void {
    const now = this.#clock.now().getTime()
    const until = Math.max(now, this.#busyUntil.get(owner) ?? 0) + callInterval
    const over = until - now - burstCalls * callInterval
    if (over > 0) throw new Problem('too-many-requests', { retryAfter: Math.ceil(over / 1000) })
    this.#busyUntil.set(owner, until)
  }
}
