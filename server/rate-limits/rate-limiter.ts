import { LRUCache } from 'lru-cache'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Batcher } from '../shared/batcher.ts'
import type { Clock } from '../shared/clock.ts'
import { addGuess, mayGuessFrom } from './account-budget.ts'
import {
  accountKey,
  type Counter,
  attemptCounters,
  networkCounter,
  type NetworkBudget,
  rowKey,
  networkBudget,
  type Subject,
} from './attempt-keys.ts'
import {
  addPoints,
  addPointToEach,
  type CounterRead,
  counterReader,
  type CounterRow,
  deleteCounters,
} from './attempt-queries.ts'
import {
  delayAfter,
  freePerInvitee,
  freePerInviter,
  freePerSession,
  type GuessKind,
  isAudited,
  counterLifetime,
  type MessageKind,
  type NetworkKind,
  networkFailuresLifetime,
} from './attempt-rules.ts'

/**
 * Rate limiter for guesses and messages. After the free failures one attempt per turn is admitted, and turns grow up to
 * 15 minutes. The budget of an account limits all networks together (decision 63). The counters are in the database, so
 * all processes share them. Unknown accounts are counted like existing ones.
 */
export class RateLimiter {
  readonly #db: Db
  readonly #clock: Clock
  readonly #counters: Batcher<CounterRead, (CounterRow | undefined)[]>
  /** Time until which each network must wait, by counter key, in milliseconds since 1970. Local to this process. */
  readonly #waitUntil = new LRUCache<string, number>({
    maxSize: 1024 * 1024,
    sizeCalculation: (_, key) => 100 + key.length,
  })

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
    this.#counters = counterReader(db)
  }

  /**
   * Admits an attempt, or throws `too-many-requests` with the seconds to wait. Call `failed` or `succeeded` afterwards.
   * Both also throw the problem if concurrent failures have used up the limits.
   */
  async begin(kind: GuessKind, subject: Subject): Promise<Attempt> {
    const counters = attemptCounters(kind, subject)
    const budget = networkBudget(kind, subject)
    const { counts, wait } = await this.#state(counters, budget)
    if (budget && wait > 0) throw await this.#refuse(budget, wait)
    const taken: Counter[] = []
    for (const [index, counter] of counters.entries()) {
      const count = counts[index] ?? 0
      if (count < counter.free) continue
      const turn = await this.#acquireTurn(counter, count)
      if (turn !== undefined) {
        // The attempt is refused, so its turns at the other counters are released.
        await this.#releaseTurns(taken)
        throw await this.#refuse(counter, turn)
      }
      taken.push(counter)
    }
    const begun = { counters, budget, taken }
    return { succeeded: () => this.#succeed(begun), failed: () => this.#fail(begun) }
  }

  /**
   * Clears the counters of the account, but not its budget, which each sign-in of the owner would otherwise refill. A
   * guess past a limit is counted like a wrong one, so that the response does not reveal a correct guess.
   */
  async #succeed(begun: BegunAttempt): Promise<void> {
    const own = begun.counters.filter(isOfAccount)
    const { counts, wait } = await this.#state(own, begun.budget)
    const full = own.some((counter, index) => (counts[index] ?? 0) >= counter.free)
    if (wait > 0 || (full && begun.taken.length === 0)) return this.#fail(begun)
    await this.#reset(own.filter((_, index) => counts[index]))
    await this.#releaseTurns(begun.taken)
  }

  /**
   * Counts a wrong guess. Past a limit it throws, so that the response does not say whether the guess was correct. The
   * guess stays counted.
   */
  async #fail({ counters, budget, taken }: BegunAttempt): Promise<void> {
    const after = await Promise.all(counters.map((counter) => this.#count(counter)))
    const full = counters.find(
      (counter, index) => isOfAccount(counter) && (after[index]?.points ?? 0) > counter.free,
    )
    if (taken.length === 0 && full) throw await this.#refuse(full, delayAfter(0, 0))
    if (budget) await this.#spend(budget)
  }

  /**
   * Adds a guess to the account's budget, or refuses the guess. Counts it for the network first, so that concurrent
   * guesses of one network get different levels.
   */
  async #spend(budget: NetworkBudget): Promise<void> {
    const { rule, key, networkKey } = budget
    const networkRow = rowKey('failures', { key: networkKey })
    const { points, expire } = await this.#add(networkRow, networkFailuresLifetime)
    const network = { points: points - 1, expire }
    const guess = { budget: rule, guesses: network.points, now: this.#clock.now() }
    if (await addGuess(this.#db, rowKey('failures', budget), guess)) return
    await this.#add(networkRow, networkFailuresLifetime, -1)
    const [bucket] = await this.#readRows([key])
    throw await this.#refuse(budget, this.#untilAdmitted(budget, bucket, network))
  }

  /** Reads the failures of these counters and the seconds until the account's budget admits the network. */
  async #state(counters: Counter[], budget: NetworkBudget | undefined) {
    const keys = counters.map(({ key }) => key)
    const rows = await this.#readRows(budget ? [...keys, budget.key, budget.networkKey] : keys)
    const [bucket, network] = rows.slice(counters.length)
    return {
      counts: rows.map((row) => row?.points ?? 0),
      wait: budget ? this.#untilAdmitted(budget, bucket, network) : 0,
    }
  }

  #untilAdmitted(
    { rule }: NetworkBudget,
    bucket: CounterRow | undefined,
    network: Omit<CounterRow, 'key'> | undefined,
  ): number {
    return bucket ? this.#secondsUntil(mayGuessFrom(rule, bucket, network)) : 0
  }

  /** Counts a message to an account. Throws above the limit. */
  async consume(kind: MessageKind, subject: Subject): Promise<void> {
    for (const counter of attemptCounters(kind, subject)) await this.#consume(counter)
  }

  /**
   * Counts a request of a network that belongs to no account. Above the limit it throws until the network's next turn.
   * Until then it does not use the database, so that a flood does not occupy it.
   */
  async consumeForNetwork(kind: NetworkKind, address: string): Promise<void> {
    const counter = networkCounter(kind, address)
    this.requireTurn(kind, address)
    try {
      await this.#consume(counter)
    } catch (error) {
      if (error instanceof Problem && error.retryAfter !== undefined)
        this.#waitUntil.set(counter.key, this.#clock.now().getTime() + error.retryAfter * 1000)
      throw error
    }
  }

  /** Throws if this process knows that the network must wait for its turn. Makes no query and counts nothing. */
  requireTurn(kind: NetworkKind, address: string): void {
    const until = this.#waitUntil.get(networkCounter(kind, address).key) ?? 0
    if (until > this.#clock.now().getTime()) throw tooMany(this.#secondsUntil(until))
  }

  /** Counts a request of a session, independently of its network. */
  async consumeForSession(kind: NetworkKind, sessionId: string): Promise<void> {
    await this.#consume({
      key: `${kind}:session:${sessionId}`,
      free: freePerSession,
      backoff: 'blocked',
    })
  }

  /** Counts invitations sent by a user. Above the limit it throws and counts none of them. */
  async consumeForInviter(userId: number, invitations = 1): Promise<void> {
    const counter: Counter = {
      key: `invitation:by:${userId}`,
      free: freePerInviter,
      backoff: 'blocked',
    }
    try {
      await this.#consume(counter, invitations)
    } catch (error) {
      await this.#count(counter, -invitations)
      throw error
    }
  }

  /** Counts an invitation to this address, from any sender. Throws above the limit. */
  async consumeForInvitee(email: string): Promise<void> {
    await this.#consume(invitedCounter(email))
  }

  /** Counts an invitation to each address. Returns the addresses that are within the limit. */
  async consumeForInvitees(emails: readonly string[]): Promise<Set<string>> {
    const keys = new Map(emails.map((email) => [email, rowKey('failures', invitedCounter(email))]))
    const span = { now: this.#clock.now(), seconds: counterLifetime }
    const counts = await addPointToEach(this.#db, [...keys.values()], span)
    return new Set(
      emails.filter((email) => (counts.get(keys.get(email) ?? '') ?? 0) <= freePerInvitee),
    )
  }

  /** Counts a refusal of this network and returns whether it is audited. Floods are sampled. */
  async isAudited(kind: NetworkKind, address: string): Promise<boolean> {
    const { points } = await this.#add(
      rowKey('refusals', networkCounter(kind, address)),
      counterLifetime,
    )
    return isAudited(points)
  }

  async #consume(counter: Counter, times = 1): Promise<void> {
    const { points, expire } = await this.#count(counter, times)
    if (points <= counter.free) return
    const wait =
      counter.backoff === 'blocked'
        ? this.#secondsUntil(expire)
        : await this.#acquireTurn(counter, points)
    if (wait !== undefined) throw tooMany(wait)
  }

  #count(counter: Counter, times = 1) {
    return this.#add(rowKey('failures', counter), counterLifetime, times)
  }

  /** Takes the next turn, or returns the seconds until the current one ends. */
  async #acquireTurn(counter: Counter, count: number): Promise<number | undefined> {
    const lasts = counter.backoff === 'one-per-second' ? 1 : delayAfter(count, counter.free)
    const { points, expire } = await this.#add(rowKey('turns', counter), lasts)
    return points > 1 ? this.#secondsUntil(expire) : undefined
  }

  /** Releases turns, so that the next attempt need not wait. */
  async #releaseTurns(taken: Counter[]): Promise<void> {
    if (taken.length > 0)
      await deleteCounters(
        this.#db,
        taken.map((counter) => rowKey('turns', counter)),
      )
  }

  async #reset(counters: Counter[]): Promise<void> {
    if (counters.length > 0)
      await deleteCounters(
        this.#db,
        counters.flatMap((counter) => [rowKey('failures', counter), rowKey('turns', counter)]),
      )
  }

  /** Counts a refused attempt and returns its problem. Floods are only sampled in the audit log. */
  async #refuse(counter: { key: string }, seconds: number): Promise<Problem> {
    const { points } = await this.#add(rowKey('refusals', counter), counterLifetime)
    return tooMany(seconds, {
      recorded: true,
      audited: isAudited(points),
      auditDetails: { refusals: points },
    })
  }

  #add(key: string, seconds: number, points = 1) {
    return addPoints(this.#db, key, { now: this.#clock.now(), seconds, points })
  }

  /**
   * Returns the seconds until an instant in milliseconds since 1970. Zero if the instant passed during a slow query.
   */
  #secondsUntil(instant: number): number {
    return Math.max(0, Math.ceil((instant - this.#clock.now().getTime()) / 1000))
  }

  #readRows(keys: string[]): Promise<(CounterRow | undefined)[]> {
    const rows = keys.map((key) => rowKey('failures', { key }))
    return this.#counters.run({ keys: rows, now: this.#clock.now() })
  }
}

/** An admitted attempt. */
export interface Attempt {
  succeeded(): Promise<void>
  failed(): Promise<void>
}

interface BegunAttempt {
  counters: Counter[]
  budget: NetworkBudget | undefined
  /** Counters past their limit, of which the attempt has taken a turn. */
  taken: Counter[]
}

/**
 * Whether a counter is of an account. A counter of a network is shared by many users, so it must not let one user's
 * burst fail another user's attempt.
 */
const isOfAccount = ({ backoff }: Counter): boolean => backoff !== 'one-per-second'

const invitedCounter = (email: string): Counter => ({
  key: `invitation:${accountKey(email)}`,
  free: freePerInvitee,
  backoff: 'blocked',
})

function tooMany(
  seconds: number,
  options: { recorded?: true; audited?: boolean; auditDetails?: Record<string, number> } = {},
): Problem {
  return new Problem('too-many-requests', { ...options, retryAfter: seconds })
}
