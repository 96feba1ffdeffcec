import { randomBytes } from 'node:crypto'

/** In-memory store with random ids; when it is full, the oldest entry is dropped. */
export class MemoryStore<T> {
  readonly #limit: number
  readonly #values = new Map<string, T>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Stores a value and returns its id: 256 random bits. */
  put(value: T): string {
    const [oldest] = this.#values.keys()
    if (this.#values.size >= this.#limit && oldest !== undefined) this.#values.delete(oldest)
    const id = randomBytes(32).toString('base64url')
    this.#values.set(id, value)
    return id
  }

  get(id: string | undefined): T | undefined {
    return id === undefined ? undefined : this.#values.get(id)
  }

  /** Returns the value and removes it. */
  take(id: string | undefined): T | undefined {
    const value = this.get(id)
    if (id !== undefined) this.#values.delete(id)
    return value
  }
}
