/** Does one kind of work again and again, never twice at a time; asked for while it runs, it runs once more. */
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
    this.#running = this.#work()
      .catch(this.#onError)
      .finally(() => {
        this.#running = undefined
        if (this.#again) {
          this.#again = false
          this.soon()
        }
      })
  }

  /** What is on its way is finished then. */
  async settled(): Promise<void> {
    await this.#running
  }
}
