import { Problem } from '../pipeline/problem.ts'
import { FairQueue, Overloaded } from '../shared/fair-queue.ts'

/** Maximum exports that read from the database concurrently, out of the connections of the process. */
const maxReading = 2
/** Maximum exports in memory: queued, being read or being sent. */
const maxInMemory = 16

/** The user of an export and the state of its response. */
interface Order {
  userId: number
  isGone: () => boolean
  /** Registers a callback for when the response was sent or the connection was closed. */
  onResponseSent: (done: () => void) => void
}

/** Limits exports: one per user until its response was sent, and few per process. */
export class ExportDesk {
  readonly #people = new Set<number>()
  readonly #queue = new FairQueue({ slots: maxReading, limit: maxInMemory })

  /** Runs an export in one turn. */
  async run<T>(order: Order, work: () => Promise<T>): Promise<T> {
    this.take(order)
    return this.turn(order, work)
  }

  /** Admits an export or refuses it. The user has no other until the response was sent. */
  take({ userId, onResponseSent }: Order): void {
    if (this.#people.has(userId)) throw new Problem('export-running', { retryAfter: 5 })
    if (this.#people.size >= maxInMemory) throw new Overloaded()
    this.#people.add(userId)
    onResponseSent(() => void this.#people.delete(userId))
  }

  /** Reads a part of an admitted export, in turn. */
  turn<T>({ userId, isGone }: Order, work: () => Promise<T>): Promise<T> {
    return this.#queue.run({ owner: [String(userId)], maxQueued: 1, isGone }, work)
  }
}
