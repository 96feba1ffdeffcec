import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import type { Clock } from '../shared/clock.ts'
import { type Counter, countersOf, rowKey, type Subject } from './attempt-keys.ts'
import { addOne, deleteCounters, readCounters } from './attempt-queries.ts'
import { delayAfter, memory, type AttemptKind } from './attempt-rules.ts'

/**
 * Slows guessing down: past a few free failures, one try per turn, and turns get longer up to 15 minutes. Counted in
 * the database, so every process agrees; an unknown account is counted like a known one.
 */
export class Attempts {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /** Lets a try begin, or throws `too-many-requests` with how long to wait. Call `failed` or `succeeded` afterwards. */
  async begin(kind: AttemptKind, subject: Subject): Promise<Attempt> {
    const counters = countersOf(kind, subject)
    const counts = await this.#read(counters)
    let turnTaken = false
    for (const [index, counter] of counters.entries()) {
      const count = counts[index] ?? 0
      if (count < counter.free) continue
      await this.#takeTurn(counter, count)
      turnTaken = true
    }
    return {
      succeeded: async () => {
        // Many tries begun at once all saw free counters: what failed meanwhile counts for the one that fits.
        const now = await this.#read(counters)
        if (!turnTaken && counters.some((counter, index) => (now[index] ?? 0) >= counter.free))
          throw tooMany(delayAfter(0, 0))
        const [account] = counters
        if (account && now[0])
          await deleteCounters(this.#db, [rowKey('failures', account), rowKey('turns', account)])
      },
      failed: async () => {
        const after = await Promise.all(counters.map((counter) => this.#count(counter)))
        if (
          !turnTaken &&
          after.some(({ points }, index) => points > (counters[index]?.free ?? 0))
        ) {
          // The wrong answer itself was counted where it was given; that stays.
          throw tooMany(delayAfter(0, 0), { recorded: true })
        }
      },
    }
  }

  /** Counts something that is limited as such, like messages sent; throws when there were too many. */
  async spend(kind: AttemptKind, subject: Subject): Promise<void> {
    for (const counter of countersOf(kind, subject)) {
      const { points, expire } = await this.#count(counter)
      if (points > counter.free) throw this.#tooManyUntil(expire)
    }
  }

  /** One more failure. */
  #count(counter: Counter) {
    return addOne(this.#db, rowKey('failures', counter), {
      now: this.#clock.now(),
      seconds: memory,
    })
  }

  async #takeTurn(counter: Counter, count: number): Promise<void> {
    const { points, expire } = await addOne(this.#db, rowKey('turns', counter), {
      now: this.#clock.now(),
      seconds: delayAfter(count, counter.free),
    })
    if (points > 1) throw this.#tooManyUntil(expire)
  }

  /** Says when the next try may come, in milliseconds since 1970: at once, if the database took until then to answer. */
  #tooManyUntil(instant: number): Problem {
    return tooMany(Math.max(0, Math.ceil((instant - this.#clock.now().getTime()) / 1000)))
  }

  async #read(counters: Counter[]): Promise<number[]> {
    const rows = await readCounters(
      this.#db,
      counters.map((counter) => rowKey('failures', counter)),
      this.#clock.now(),
    )
    return counters.map((counter) => rows.get(rowKey('failures', counter)) ?? 0)
  }
}

/** A try that has begun. */
export interface Attempt {
  succeeded(): Promise<void>
  failed(): Promise<void>
}

function tooMany(seconds: number, options: { recorded?: true } = {}): Problem {
  return new Problem('too-many-requests', { ...options, retryAfter: seconds })
}
