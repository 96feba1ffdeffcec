/**
 * Maximum number of keys that are tracked individually. If a key is evicted, all entries that were read before its last
 * change count as stale.
 */
const maxKeysDefault = 20_000

/**
 * Records which rows changed, and at which notification. A cache entry stores the number of notifications before its
 * query. When it is used, this number is compared with the latest change of its keys, so a notification does not
 * require a search through the cache.
 */
export class InvalidationLog {
  readonly #maxKeys: number
  /** Number of the latest change by key, the least recent first. */
  readonly #latestByKey = new Map<string, number>()
  readonly #latestByKind = new Map<string, number>()
  #count = 0
  /** Entries read before this notification are stale, whatever their keys. */
  #horizon = 0

  constructor(maxKeys = maxKeysDefault) {
    this.#maxKeys = maxKeys
  }

  /** Number of recorded notifications. Must be read before the query whose result is cached. */
  get count(): number {
    return this.#count
  }

  /** Records that these rows changed. */
  record(keys: readonly string[]): void {
    this.#count++
    for (const key of keys) {
      this.#latestByKey.delete(key)
      this.#latestByKey.set(key, this.#count)
      this.#latestByKind.set(kindOf(key), this.#count)
    }
    for (const [key, count] of this.#latestByKey) {
      if (this.#latestByKey.size <= this.#maxKeys) return
      this.#latestByKey.delete(key)
      this.#horizon = count
    }
  }

  /** Records that any row may have changed. */
  recordAll(): void {
    this.#horizon = ++this.#count
    this.#latestByKey.clear()
  }

  /** Returns the number of the latest change of any of these rows. Entries read before it are stale. */
  latest(keys: readonly string[]): number {
    let latest = this.#horizon
    for (const key of keys) latest = Math.max(latest, this.#latestByKey.get(key) ?? 0)
    return latest
  }

  /** Returns the number of the latest change of any row of these kinds. */
  latestOfKinds(kinds: readonly string[]): number {
    let latest = this.#horizon
    for (const kind of kinds) latest = Math.max(latest, this.#latestByKind.get(kind) ?? 0)
    return latest
  }
}

/** Returns the kind of a key, such as `user` for `user:5`. */
const kindOf = (key: string): string => key.split(':', 1)[0] ?? key
