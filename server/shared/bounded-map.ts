interface Entry<V> {
  value: V
  weight: number
  /** Asked for since it was last considered for leaving. */
  used: boolean
}

/**
 * A map that holds so many bytes at most, as `weigh` reckons them: whoever chooses its keys can't make it grow. What was
 * not asked for lately leaves first ('second chance', which costs a reader no more than a flag).
 */
export class BoundedMap<K, V> {
  readonly #limit: number
  readonly #weigh: (key: K, value: V) => number
  readonly #entries = new Map<K, Entry<V>>()
  #weight = 0

  constructor(limit: number, weigh: (key: K, value: V) => number) {
    this.#limit = limit
    this.#weigh = weigh
  }

  get size(): number {
    return this.#entries.size
  }

  /** About how many bytes it holds. */
  get weight(): number {
    return this.#weight
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    entry.used = true
    return entry.value
  }

  set(key: K, value: V): void {
    this.delete(key)
    const weight = this.#weigh(key, value)
    this.#entries.set(key, { value, weight, used: false })
    this.#weight += weight
    if (this.#weight > this.#limit) this.#makeRoom()
  }

  delete(key: K): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#weight -= entry.weight
  }

  clear(): void {
    this.#entries.clear()
    this.#weight = 0
  }

  *[Symbol.iterator](): Generator<[K, V]> {
    for (const [key, { value }] of this.#entries) yield [key, value]
  }

  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#weight <= this.#limit) return
      this.#entries.delete(key)
      if (entry.used) {
        entry.used = false
        // At the end again, where this walk arrives later.
        this.#entries.set(key, entry)
      } else this.#weight -= entry.weight
    }
  }
}
