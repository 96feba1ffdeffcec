import { setImmediate } from 'node:timers/promises'
import { runFor, sharedOrder } from './current-order.ts'
import { type Span, traced, tracer } from './trace.ts'

interface Queued<Input, Result> {
  input: Input
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  /** Span of the request; undefined if its trace is not recorded. */
  span: Span | undefined
}

interface BatchRules<Input, Result> {
  /**
   * Runs a batch and returns the results in the same order. A batch has at most `max` requests and no two with the same
   * key.
   */
  runBatch: (input: readonly Input[]) => Promise<readonly Result[]>
  /**
   * Runs a single request in the background after its batch failed. If absent, the failure rejects the batch and all
   * queued requests, so that an unavailable database is not tried repeatedly.
   */
  runAlone?: (input: Input, failure: unknown) => Promise<Result>
  keyOf?: (input: Input) => string
  max: number
}

/**
 * Batches requests to the database. While a batch runs, new requests form the next batch. Otherwise the requests of one
 * tick form a batch. So batches grow with the load, without a timer.
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
      this.#queue.push({ input, resolve, reject, span: tracer?.current() })
      // A batch contains requests of several callers, so it runs under the shared order.
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

  /**
   * Removes and returns the next batch, in order of arrival. If two requests have the same key, the later one stays
   * queued.
   */
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
      const results = await inOneTrace(batch, () => runBatch(batch.map(({ input }) => input)))
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as Result)
    } catch (failure) {
      if (runAlone)
        for (const { input, resolve, reject } of batch)
          runAlone(input, failure).then(resolve, reject)
      else for (const { reject } of [...batch, ...this.#queue.splice(0)]) reject(failure)
    }
  }
}

/** Runs a batch in a span of the trace of its first request, with links to the other requests. */
function inOneTrace<T>(
  batch: readonly { span: Span | undefined }[],
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer) return work()
  const [first, ...others] = batch.flatMap(({ span }) => span ?? [])
  return tracer.within(first, () =>
    traced({ name: 'batch', attributes: { 'portaria.batch.size': batch.length } }, (span) => {
      for (const { parent } of others) span?.link(parent)
      return work()
    }),
  )
}
