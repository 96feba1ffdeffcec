import { untraced } from '../shared/trace.ts'

/** Runs one job at a time. Any number of requests during a run cause one more run. */
export class DeliveryQueue {
  readonly #work: () => Promise<void>
  readonly #onError: (error: unknown) => void
  #running: Promise<void> | undefined
  #again = false

  constructor(work: () => Promise<void>, onError: (error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  soon(): void {
    if (this.#running) {
      this.#again = true
      return
    }
    // A commit of a request calls this function, but the job serves all requests.
    this.#running = untraced(this.#work)
      .catch(this.#onError)
      .finally(() => {
        this.#running = undefined
        if (this.#again) {
          this.#again = false
          this.soon()
        }
      })
  }

  /** Resolves when the current run has finished. */
  async settled(): Promise<void> {
    await this.#running
  }
}
