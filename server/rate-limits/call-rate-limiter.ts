import { LRUCache } from 'lru-cache'
import { Problem } from '../pipeline/problem.ts'
import type { Clock } from '../shared/clock.ts'

export interface CallRate {
  /** Maximum burst after a time without calls. */
  burst: number
  /** Mean time per call in the long run, in milliseconds. */
  interval: number
}

/** Calls of an API token: ten a second in the long run. */
export const apiTokenCalls: CallRate = { burst: 600, interval: 100 }

/**
 * Rate limiter for calls (leaky bucket). Each process counts only its own calls, so the total limit grows with the
 * number of processes.
 */
export class CallRateLimiter {
  readonly #clock: Clock
  readonly #rate: CallRate
  /** Time at which each owner's bucket is empty, in milliseconds since 1970. */
  readonly #busyUntil = new LRUCache<string, number>({ max: 20_000 })

  constructor(clock: Clock, rate: CallRate) {
    this.#clock = clock
    this.#rate = rate
  }

  /**
   * Counts a call of `owner`. Above the limit it throws `too-many-requests` with the seconds to wait and does not count
   * the call.
   */
  consume(owner: string): void {
    const { burst, interval } = this.#rate
    const now = this.#clock.now().getTime()
    const until = Math.max(now, this.#busyUntil.get(owner) ?? 0) + interval
    const over = until - now - burst * interval
    if (over > 0) throw new Problem('too-many-requests', { retryAfter: Math.ceil(over / 1000) })
    this.#busyUntil.set(owner, until)
  }
}
