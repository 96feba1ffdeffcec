import { Problem } from '../binder/problem.ts'
import { FairQueue, Overloaded } from '../shared/fair-queue.ts'

/** So many exports are read from the database at a time, of the connections that a process has. */
const readAtOnce = 2
/** So many are in memory at a time, being read, waiting for it or being sent. */
const keptAtOnce = 16

/** Whoever has an export made, and how it ends. */
interface Order {
  userId: number
  isGone: () => boolean
  /** Does this when the answer has been sent, or nobody takes it any more. */
  whenAnswered: (done: () => void) => void
}

/** Bounds what exports cost this process: one a person until it has arrived, few in all. */
export class ExportDesk {
  readonly #people = new Set<number>()
  readonly #queue = new FairQueue({ slots: readAtOnce, limit: keptAtOnce })

  /** Makes a whole file. */
  async run<T>(order: Order, work: () => Promise<T>): Promise<T> {
    this.take(order)
    return this.turn(order, work)
  }

  /** Takes an order, or refuses it; from then on until its answer has arrived the person has no other. */
  take({ userId, whenAnswered }: Order): void {
    if (this.#people.has(userId)) throw new Problem('export-running', { retryAfter: 5 })
    if (this.#people.size >= keptAtOnce) throw new Overloaded()
    this.#people.add(userId)
    whenAnswered(() => void this.#people.delete(userId))
  }

  /** Reads a part of what was ordered, when its turn comes. */
  turn<T>({ userId, isGone }: Order, work: () => Promise<T>): Promise<T> {
    return this.#queue.run({ owner: String(userId), most: 1, isGone }, work)
  }
}
