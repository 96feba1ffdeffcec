/** Asks once for all who want the same at the same time. */
export class SingleFlight<V> {
  readonly #flights = new Map<string, { since: number; answer: Promise<V> }>()

  /** `since` is what the answer must not be older than: whoever comes after a change doesn't take part in what began before it. */
  async ask(key: string, since: number, ask: () => Promise<V>): Promise<V> {
    const others = this.#flights.get(key)
    if (others?.since === since) return others.answer
    const flight = { since, answer: ask() }
    this.#flights.set(key, flight)
    try {
      return await flight.answer
    } finally {
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    }
  }
}
