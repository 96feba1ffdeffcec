/** The owner of a job, and whether its client is still connected. */
export interface WorkOrder {
  /** Owners take turns, however many jobs one of them has. */
  owner: string
  /** Maximum queued jobs of the owner. */
  most: number
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
  /** So many are told together that they are done, where they waited for twice as many others; without it none is. */
  together?: number
}

/**
 * Lets so many pieces of work run at a time and so many wait. The owners of what waits take turns, and whoever has hung
 * up is forgotten.
 *
 * Where much waits, those whose work is done go on together, a few at a time: one after the other each would find the
 * processor's caches full of somebody's work, which made of 2 ms beside a hash 6 (docs/decisions/0050-sign-in-groups.md). Whoever
 * waited for few others goes on at once.
 */
export class FairQueue {
  readonly #slots: number
  readonly #limit: number
  readonly #together: number
  /** Lets those go on whose work is done and who wait for others. */
  readonly #held: (() => void)[] = []
  /** How much was done since the first of them, of theirs and of others. */
  #doneMeanwhile = 0
  /** Queued jobs by owner, in the order of their turns; owners without jobs are removed. */
  readonly #waiting = new Map<string, Waiting[]>()
  #running = 0
  #length = 0
  #ordered = 0
  #begun = 0

  constructor({ slots, limit, together = 1 }: Rules) {
    this.#slots = slots
    this.#limit = limit
    this.#together = together
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
    const before = this.#begun
    if (this.#running >= this.#slots) await this.#wait(order)
    else this.#running += 1
    const waited = this.#begun - before
    this.#begun += 1
    try {
      return await work()
    } finally {
      // The next job takes over the slot.
      if (!this.#beginNext()) this.#running -= 1
      await this.#waitForGroup(waited)
    }
  }

  /** Waits for those who are done next, where it waited for many before: for a group of them, or until nothing waits. */
  #waitForGroup(waited: number): Promise<void> | undefined {
    const waitedForMany = waited >= 2 * this.#together
    const held = waitedForMany ? new Promise<void>((goOn) => this.#held.push(goOn)) : undefined
    if (this.#held.length > 0) this.#doneMeanwhile += 1
    if (this.#doneMeanwhile >= this.#together || this.#length === 0) {
      this.#doneMeanwhile = 0
      for (const goOn of this.#held.splice(0)) goOn()
    }
    return held
  }

  async #wait({ owner, most, isGone }: WorkOrder): Promise<void> {
    if (this.#length >= this.#limit || (this.#waiting.get(owner)?.length ?? 0) >= most)
      this.#forgetGone()
    const own = this.#waiting.get(owner) ?? []
    if (own.length >= most) throw new Overloaded()
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
