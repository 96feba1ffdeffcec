import { setImmediate } from 'node:timers/promises'
import { runFor, sharedOrder } from './current-order.ts'

interface Queued<Input, Result> {
  input: Input
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** How requests are batched. */
interface BatchRules<Input, Result> {
  /** Runs a batch and returns the results in order. Batches never exceed `max`, and never contain a key twice. */
  runBatch: (input: readonly Input[]) => Promise<readonly Result[]>
  /**
   * Runs a request alone after its batch failed, in the background. Without it, the batch and all queued requests fail,
   * so that an unavailable database is not tried again and again.
   */
  runAlone?: (input: Input, failure: unknown) => Promise<Result>
  keyOf?: (input: Input) => string
  max: number
}

/**
 * Batches requests to the database. Requests that arrive while a batch runs form the next one; otherwise a batch takes
 * the requests of one tick. So batches grow with the load, without a timer.
 */
export class Batcher<Input, Result> {
  readonly #rules: BatchRules<Input, Result>
  #queue: Queued<Input, Result>[] = []
  #isRunning = false

  constructor(rules: BatchRules<Input, Result>) {
    this.#rules = rules
  }

  run(input: Input): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ input, resolve, reject })
      // A batch is of several requests.
      if (!this.#isRunning) void runFor(sharedOrder, () => this.#runAll())
    })
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true
    while (this.#queue.length > 0) {
      // Lets pending socket reads finish first, so that their requests join the batch.
      await setImmediate()
      await this.#executeBatch(this.#nextBatch())
    }
    this.#isRunning = false
  }

  /** Removes and returns the next batch in order. Of two requests with the same key, the second stays queued. */
  #nextBatch(): Queued<Input, Result>[] {
    const { keyOf, max } = this.#rules
    if (!keyOf) return this.#queue.splice(0, max)
    const batch = new Map<string, Queued<Input, Result>>()
    const left: Queued<Input, Result>[] = []
    for (const each of this.#queue) {
      const key = keyOf(each.input)
      if (batch.size < max && !batch.has(key)) batch.set(key, each)
      else left.push(each)
    }
    this.#queue = left
    return [...batch.values()]
  }

  async #executeBatch(batch: readonly Queued<Input, Result>[]): Promise<void> {
    const { runBatch, runAlone } = this.#rules
    try {
      const results = await runBatch(batch.map(({ input }) => input))
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result)
    } catch (failure) {
      if (runAlone)
        for (const { input, resolve, reject } of batch)
          runAlone(input, failure).then(resolve, reject)
      else for (const { reject } of [...batch, ...this.#queue.splice(0)]) reject(failure)
    }
  }
}
