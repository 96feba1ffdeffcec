import { Problem } from '../pipeline/problem.ts'
import { FairQueue, Overloaded } from '../shared/fair-queue.ts'

/** Maximum number of exports that read from the database concurrently. Each one holds a connection of the process. */
const maxReading = 2
/** Maximum number of exports in memory: queued, being read or being sent. */
const maxInMemory = 16

/** User of an export, and state of the response. */
interface Order {
  userId: number
  isGone: () => boolean
  /** Registers a callback that is called when the response has been sent or the connection closed. */
  onResponseSent: (done: () => void) => void
}

/** Limits exports: one per user until the response has been sent, and few per process. */
export class ExportQueue {
  readonly #people = new Set<number>()
  readonly #queue = new FairQueue({ name: 'exports', slots: maxReading, limit: maxInMemory })

  /** Admits and runs an export. */
  async run<T>(order: Order, work: () => Promise<T>): Promise<T> {
    this.admit(order)
    return this.runPart(order, work)
  }

  /** Admits an export, or throws. The user gets no other export until the response has been sent. */
  admit({ userId, onResponseSent }: Order): void {
    if (this.#people.has(userId)) throw new Problem('export-running', { retryAfter: 5 })
    if (this.#people.size >= maxInMemory) throw new Overloaded()
    this.#people.add(userId)
    onResponseSent(() => void this.#people.delete(userId))
  }

  /** Runs a part of an admitted export when the queue allows it. */
  runPart<T>({ userId, isGone }: Order, work: () => Promise<T>): Promise<T> {
    return this.#queue.run({ owner: [String(userId)], maxQueued: 1, isGone }, work)
  }
}
