import { setImmediate } from 'node:timers/promises'

interface Waiting<Asked, Answer> {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/** How questions are asked together. */
interface BatchRules<Asked, Answer> {
  /** Answers in the order it was asked; never of more than `most`, nor of two with one key where they have keys. */
  together: (asked: readonly Asked[]) => Promise<readonly Answer[]>
  /**
   * What is asked of each by itself where all together failed; nobody waits for its answer. Without it they all fail, and
   * whoever waits by then: a database that is away isn't waited for again and again.
   */
  alone?: (asked: Asked, failure: unknown) => Promise<Answer>
  keyOf?: (asked: Asked) => string
  most: number
}

/**
 * Asks the database once for many: whoever comes while a batch is on its way waits for the next, which takes all who wait;
 * whoever comes when none is, goes with those who come in the same turn of the event loop. So a batch grows with the load,
 * and waits for no clock.
 */
export class Batcher<Asked, Answer> {
  readonly #rules: BatchRules<Asked, Answer>
  #waiting: Waiting<Asked, Answer>[] = []
  #isOnItsWay = false

  constructor(rules: BatchRules<Asked, Answer>) {
    this.#rules = rules
  }

  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject })
      if (!this.#isOnItsWay) void this.#askAll()
    })
  }

  async #askAll(): Promise<void> {
    this.#isOnItsWay = true
    while (this.#waiting.length > 0) {
      // What the sockets have ready is read first: who is among it comes along.
      await setImmediate()
      await this.#send(this.#take())
    }
    this.#isOnItsWay = false
  }

  /** Who waits, in their order; of two with one key the second stays for the next batch. */
  #take(): Waiting<Asked, Answer>[] {
    const { keyOf, most } = this.#rules
    if (!keyOf) return this.#waiting.splice(0, most)
    const batch = new Map<string, Waiting<Asked, Answer>>()
    const left: Waiting<Asked, Answer>[] = []
    for (const each of this.#waiting) {
      const key = keyOf(each.asked)
      if (batch.size < most && !batch.has(key)) batch.set(key, each)
      else left.push(each)
    }
    this.#waiting = left
    return [...batch.values()]
  }

  async #send(batch: readonly Waiting<Asked, Answer>[]): Promise<void> {
    const { together, alone } = this.#rules
    try {
      const answers = await together(batch.map(({ asked }) => asked))
      for (const [place, { resolve }] of batch.entries()) resolve(answers[place] as Answer)
    } catch (failure) {
      if (alone)
        for (const { asked, resolve, reject } of batch) alone(asked, failure).then(resolve, reject)
      else for (const { reject } of [...batch, ...this.#waiting.splice(0)]) reject(failure)
    }
  }
}
