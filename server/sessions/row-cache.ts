import { LRUCache } from 'lru-cache'
import type { InvalidationLog } from './invalidation-log.ts'

/** Maximum number of cached rows. An installation has fewer modules, and about as many companies in use. */
const maxRows = 1000

/** Cache of values that each depend on one row, by the id of the row. */
export class RowCache<T extends object> {
  readonly #read: (id: number) => Promise<T | undefined>
  readonly #keysOf: (id: number) => readonly string[]
  readonly #invalidations: InvalidationLog
  readonly #entries = new LRUCache<number, { value: T; since: number }>({ max: maxRows })

  /** `keysOf` returns the keys of the changes that invalidate the value of a row. */
  constructor(
    invalidations: InvalidationLog,
    read: (id: number) => Promise<T | undefined>,
    keysOf: (id: number) => readonly string[],
  ) {
    this.#invalidations = invalidations
    this.#read = read
    this.#keysOf = keysOf
  }

  /** Returns the value from the cache or the database; undefined if the row does not exist. */
  async get(id: number): Promise<T | undefined> {
    const entry = this.#entries.get(id)
    if (entry && this.#invalidations.latest(this.#keysOf(id)) <= entry.since) return entry.value
    const since = this.#invalidations.count
    const value = await this.#read(id)
    if (value) this.#entries.set(id, { value, since })
    return value
  }
}
