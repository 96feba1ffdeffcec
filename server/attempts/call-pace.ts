import { LRUCache } from 'lru-cache'
import { Problem } from '../pipeline/problem.ts'
import type { Clock } from '../shared/clock.ts'

/** Milliseconds that a call takes of the time that a program has. */
const perCall = 100
/** So many calls at once, after a minute without one. */
export const callsAtOnce = 600

/**
 * Calls of programs take turns: ten a second in the long run, 600 at once. Counted in this process alone and written
 * nowhere: with several processes a program has as many times that.
 */
export class CallPace {
  readonly #clock: Clock
  /** When the calls that each made would have taken their time, in milliseconds since 1970. */
  readonly #busyUntil = new LRUCache<string, number>({ max: 20_000 })

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Counts one call of `owner`; throws `too-many-requests` with how long to wait, and then counts none. */
  spend(owner: string): void {
    const now = this.#clock.now().getTime()
    const until = Math.max(now, this.#busyUntil.get(owner) ?? 0) + perCall
    const over = until - now - callsAtOnce * perCall
    if (over > 0) throw new Problem('too-many-requests', { retryAfter: Math.ceil(over / 1000) })
    this.#busyUntil.set(owner, until)
  }
}
