import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { type Counter, countersOf, rowKey, type RowPrefix, type Subject } from './attempt-keys.ts'
import { deleteCounters, readCounters } from './attempt-queries.ts'
import { delayAfter, memory, type AttemptKind } from './attempt-rules.ts'

/**
 * Slows guessing down: past a few free failures, one try per turn, and turns get longer up to 15 minutes. Counted in
 * the database, so every process agrees; an unknown account is counted like a known one.
 */
export class Attempts {
  readonly #db: Db
  readonly #failures: RateLimiterPostgres
  readonly #turns: RateLimiterPostgres

  constructor(db: Db, pool: Pool) {
    this.#db = db
    const store = {
      storeClient: pool,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    }
    this.#failures = new RateLimiterPostgres({
      ...store,
      keyPrefix: 'failures' satisfies RowPrefix,
      points: Number.MAX_SAFE_INTEGER,
      duration: memory,
    })
    this.#turns = new RateLimiterPostgres({
      ...store,
      keyPrefix: 'turns' satisfies RowPrefix,
      points: 1,
      duration: memory,
    })
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
        const after = await Promise.all(counters.map(({ key }) => this.#failures.penalty(key)))
        if (
          !turnTaken &&
          counters.some((counter, index) => (after[index]?.consumedPoints ?? 0) > counter.free)
        ) {
          // The wrong answer itself was counted where it was given; that stays.
          throw tooMany(delayAfter(0, 0), { recorded: true })
        }
      },
    }
  }

  /** Counts something that is limited as such, like messages sent; throws when there were too many. */
  async spend(kind: AttemptKind, subject: Subject): Promise<void> {
    for (const { key, free } of countersOf(kind, subject)) {
      const { consumedPoints, msBeforeNext } = await this.#failures.penalty(key)
      if (consumedPoints > free) throw tooMany(Math.ceil(msBeforeNext / 1000))
    }
  }

  async #takeTurn(counter: Counter, count: number): Promise<void> {
    const seconds = delayAfter(count, counter.free)
    try {
      await this.#turns.consume(counter.key, 1, { customDuration: seconds })
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      throw tooMany(Math.ceil(refusal.msBeforeNext / 1000))
    }
  }

  async #read(counters: Counter[]): Promise<number[]> {
    const rows = await readCounters(
      this.#db,
      counters.map((counter) => rowKey('failures', counter)),
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
