/** The owner of a job, and whether its client is still connected. */
export interface WorkOrder {
  /** Owners take turns, however many jobs one of them has. */
  owner: string
  /** Maximum queued jobs of the owner. */
  maxQueued: number
  isGone: () => boolean
}

/** Thrown if the queue is full, or the owner has too many queued jobs. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

interface Waiting {
  isGone: () => boolean
  begin: () => void
  giveUp: (reason: Error) => void
}

interface Rules {
  /** Maximum running jobs. */
  slots: number
  /** Maximum queued jobs. */
  limit: number
}

/**
 * Bounded work queue with round-robin fairness between owners. Jobs whose client has disconnected are dropped.
 */
export class FairQueue {
  readonly #slots: number
  readonly #limit: number
  /** Queued jobs by owner, in the order of their turns; owners without jobs are removed. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #length = 0
  #ordered = 0
  #begun = 0

  constructor({ slots, limit }: Rules) {
    this.#slots = slots
    this.#limit = limit
  }

  /** Number of queued jobs. */
  get length(): number {
    return this.#length
  }

  /** Number of jobs ever submitted. */
  get ordered(): number {
    return this.#ordered
  }

  /** Number of jobs ever started. */
  get begun(): number {
    return this.#begun
  }

  /** Runs the job in its turn. Throws `Overloaded` if it is refused or dropped. */
  async run<T>(order: WorkOrder, work: () => Promise<T>): Promise<T> {
    this.#ordered += 1
    if (this.#running >= this.#slots) await this.#wait(order)
    else this.#running += 1
    this.#begun += 1
    try {
      return await work()
    } finally {
      // The next job takes over the slot.
      if (!this.#beginNext()) this.#running -= 1
    }
  }

  async #wait({ owner, maxQueued, isGone }: WorkOrder): Promise<void> {
    if (this.#length >= this.#limit || (this.#waiting.get(owner)?.length ?? 0) >= maxQueued)
      this.#forgetGone()
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= maxQueued) throw new Overloaded()
    if (this.#length >= this.#limit && !this.#makeRoom(own.length)) throw new Overloaded()
    await new Promise<void>((begin, giveUp) => {
      own.push({ isGone, begin, giveUp })
      this.#waiting.set(owner, own)
      this.#length += 1
    })
  }

  #beginNext(): boolean {
    for (const [owner, own] of this.#waiting) {
      this.#waiting.delete(owner)
      const next = own.shift()
      if (own.length > 0) this.#waiting.set(owner, own)
      if (!next) continue
      this.#length -= 1
      if (next.isGone()) {
        next.giveUp(new Overloaded())
        continue
      }
      next.begin()
      return true
    }
    return false
  }

  /** If the queue is full, drops the last job of the owner with the most, in favour of an owner with clearly fewer. */
  #makeRoom(fewer: number): boolean {
    let most: Waiting[] = []
    for (const own of this.#waiting.values()) if (own.length > most.length) most = own
    if (most.length <= fewer + 1) return false
    most.pop()?.giveUp(new Overloaded())
    this.#length -= 1
    return true
  }

  #forgetGone(): void {
    for (const [owner, own] of this.#waiting) {
      const gone = own.filter(({ isGone }) => isGone())
      for (const { giveUp } of gone) giveUp(new Overloaded())
      this.#length -= gone.length
      if (gone.length === own.length) this.#waiting.delete(owner)
      else
        this.#waiting.set(
          owner,
          own.filter((one) => !gone.includes(one)),
        )
    }
  }
}
