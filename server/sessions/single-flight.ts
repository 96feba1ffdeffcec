/** Coalesces concurrent calls with the same key into one. */
export class SingleFlight<V> {
  readonly #flights = new Map<string, { since: number; result: Promise<V> }>()

  /**
   * Calls the function, or joins a running call with the same key. Joins only a call that began at the same `since`, so
   * that after a change no caller gets an older result.
   */
  async run(key: string, since: number, call: () => Promise<V>): Promise<V> {
    const running = this.#flights.get(key)
    if (running?.since === since) return running.result
    const flight = { since, result: call() }
    this.#flights.set(key, flight)
    try {
      return await flight.result
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
  }
}
