import { LRUCache } from 'lru-cache'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Batcher } from '../shared/batcher.ts'
import type { Clock } from '../shared/clock.ts'
import {
  accountKey,
  type Counter,
  countersOf,
  networkCounter,
  rowKey,
  type Subject,
} from './attempt-keys.ts'
import {
  addPoints,
  addPointToEach,
  type AskedCounters,
  counterReader,
  deleteCounters,
} from './attempt-queries.ts'
import {
  delayAfter,
  freePerInvited,
  freePerInviter,
  freePerSession,
  type GuessKind,
  isTold,
  memory,
  type MessageKind,
  type NetworkKind,
} from './attempt-rules.ts'

/**
 * Slows guessing down: past a few free failures, one try per turn, and turns get longer up to 15 minutes. Counted in
 * the database, so every process agrees; an unknown account is counted like a known one.
 */
export class Attempts {
  readonly #db: Db
  readonly #clock: Clock
  readonly #counters: Batcher<AskedCounters, number[]>
  /** Until when networks wait, by counter, in milliseconds since 1970; of this process alone. */
  readonly #slowed = new LRUCache<string, number>({
    maxSize: 1024 * 1024,
    sizeCalculation: (_, key) => 100 + key.length,
  })

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#counters = counterReader(db)
  }

  /** Lets a try begin, or throws `too-many-requests` with how long to wait. Call `failed` or `succeeded` afterwards. */
  async begin(kind: GuessKind, subject: Subject): Promise<Attempt> {
    const counters = countersOf(kind, subject)
    // A network is many people: it slows them down, and the bursts of some are not held against the others.
    const guessed = counters.filter(({ pace }) => pace !== 'steady')
    const counts = await this.#read(counters)
    const taken: Counter[] = []
    for (const [index, counter] of counters.entries()) {
      const count = counts[index] ?? 0
      if (count < counter.free) continue
      const wait = await this.#takeTurn(counter, count)
      if (wait !== undefined) {
        // Turns at the other counters are for a try, and there is none.
        await this.#giveBack(taken)
        throw await this.#refuse(counter, wait)
      }
      taken.push(counter)
    }
    return {
      succeeded: async () => {
        // Many tries begun at once all saw free counters: what failed meanwhile counts for the one that fits.
        const now = await this.#read(guessed)
        const full = guessed.find((counter, index) => (now[index] ?? 0) >= counter.free)
        if (taken.length === 0 && full) throw await this.#refuse(full, delayAfter(0, 0))
        await this.#forget(guessed.filter((_, index) => now[index]))
        await this.#giveBack(taken)
      },
      failed: async () => {
        const after = await Promise.all(counters.map((counter) => this.#count(counter)))
        const full = counters.find(
          ({ pace, free }, index) => pace !== 'steady' && (after[index]?.points ?? 0) > free,
        )
        // The wrong answer itself was counted where it was given; that stays.
        if (taken.length === 0 && full) throw await this.#refuse(full, delayAfter(0, 0))
      },
    }
  }

  /** Counts a message to an account; throws where there were too many. */
  async spend(kind: MessageKind, subject: Subject): Promise<void> {
    for (const counter of countersOf(kind, subject)) await this.#spend(counter)
  }

  /**
   * Counts what a network does at no account; throws where it did so too often and its turn has not come. Until then
   * nothing more is asked or written: a flood must not keep others from the database.
   */
  async spendOfNetwork(kind: NetworkKind, address: string): Promise<void> {
    const counter = networkCounter(kind, address)
    this.requireTurn(kind, address)
    try {
      await this.#spend(counter)
    } catch (error) {
      if (error instanceof Problem && error.retryAfter !== undefined)
        this.#slowed.set(counter.key, this.#clock.now().getTime() + error.retryAfter * 1000)
      throw error
    }
  }

  /** Throws where a network is known here to wait for its turn; asks and counts nothing. */
  requireTurn(kind: NetworkKind, address: string): void {
    const until = this.#slowed.get(networkCounter(kind, address).key) ?? 0
    if (until > this.#clock.now().getTime()) throw tooMany(this.#until(until))
  }

  /** Counts what a session does, whatever its network does. */
  async spendOfSession(kind: NetworkKind, sessionId: string): Promise<void> {
    await this.#spend({
      key: `${kind}:session:${sessionId}`,
      free: freePerSession,
      pace: 'stopped',
    })
  }

  /** Counts invitations that somebody sends; throws where there were too many, and then counts none of these. */
  async spendOfInviter(userId: number, invitations = 1): Promise<void> {
    const counter: Counter = {
      key: `invitation:by:${userId}`,
      free: freePerInviter,
      pace: 'stopped',
    }
    try {
      await this.#spend(counter, invitations)
    } catch (error) {
      await this.#count(counter, -invitations)
      throw error
    }
  }

  /** Counts an invitation that is sent to somebody; throws where there were too many, whoever sent them. */
  async spendOfInvited(email: string): Promise<void> {
    await this.#spend(invitedCounter(email))
  }

  /** The same of many at once: answers those of them who may be sent theirs. */
  async spendOfAllInvited(emails: readonly string[]): Promise<Set<string>> {
    const keys = new Map(emails.map((email) => [email, rowKey('failures', invitedCounter(email))]))
    const span = { now: this.#clock.now(), seconds: memory }
    const counts = await addPointToEach(this.#db, [...keys.values()], span)
    return new Set(
      emails.filter((email) => (counts.get(keys.get(email) ?? '') ?? 0) <= freePerInvited),
    )
  }

  /** Whether the trail is told of one more refusal that this network caused; a flood is not told one by one. */
  async isTold(kind: NetworkKind, address: string): Promise<boolean> {
    const { points } = await this.#add(rowKey('refusals', networkCounter(kind, address)), memory)
    return isTold(points)
  }

  async #spend(counter: Counter, times = 1): Promise<void> {
    const { points, expire } = await this.#count(counter, times)
    if (points <= counter.free) return
    const wait =
      counter.pace === 'stopped' ? this.#until(expire) : await this.#takeTurn(counter, points)
    if (wait !== undefined) throw tooMany(wait)
  }

  /** One more failure, or several at once. */
  #count(counter: Counter, times = 1) {
    return this.#add(rowKey('failures', counter), memory, times)
  }

  /** Takes the turn, or answers how many seconds it is still somebody else's. */
  async #takeTurn(counter: Counter, count: number): Promise<number | undefined> {
    const lasts = counter.pace === 'steady' ? 1 : delayAfter(count, counter.free)
    const { points, expire } = await this.#add(rowKey('turns', counter), lasts)
    return points > 1 ? this.#until(expire) : undefined
  }

  /** A success needs no waiting after it, so a network has its turn back at once. */
  async #giveBack(taken: Counter[]): Promise<void> {
    if (taken.length > 0)
      await deleteCounters(
        this.#db,
        taken.map((counter) => rowKey('turns', counter)),
      )
  }

  async #forget(counters: Counter[]): Promise<void> {
    if (counters.length > 0)
      await deleteCounters(
        this.#db,
        counters.flatMap((counter) => [rowKey('failures', counter), rowKey('turns', counter)]),
      )
  }

  /** A guess that had to wait is told to the trail too, but a flood of them is not told one by one. */
  async #refuse(counter: Counter, seconds: number): Promise<Problem> {
    const { points } = await this.#add(rowKey('refusals', counter), memory)
    return tooMany(seconds, {
      recorded: true,
      audited: isTold(points),
      auditDetails: { refusals: points },
    })
  }

  #add(key: string, seconds: number, points = 1) {
    return addPoints(this.#db, key, { now: this.#clock.now(), seconds, points })
  }

  /** Seconds until then, in milliseconds since 1970: none, if the database took until then to answer. */
  #until(instant: number): number {
    return Math.max(0, Math.ceil((instant - this.#clock.now().getTime()) / 1000))
  }

  #read(counters: Counter[]): Promise<number[]> {
    const keys = counters.map((counter) => rowKey('failures', counter))
    return this.#counters.ask({ keys, now: this.#clock.now() })
  }
}

/** A try that has begun. */
export interface Attempt {
  succeeded(): Promise<void>
  failed(): Promise<void>
}

const invitedCounter = (email: string): Counter => ({
  key: `invitation:${accountKey(email)}`,
  free: freePerInvited,
  pace: 'stopped',
})

function tooMany(
  seconds: number,
  options: { recorded?: true; audited?: boolean; auditDetails?: Record<string, number> } = {},
): Problem {
  return new Problem('too-many-requests', { ...options, retryAfter: seconds })
}
