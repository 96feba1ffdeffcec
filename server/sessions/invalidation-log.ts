/** Maximum keys that are tracked one by one; entries that were read before an evicted key changed count as stale. */
const maxKeysDefault = 20_000

/**
 * Records which rows changed and when, counted in notifications. A cache entry stores the count from before it was read
 * and compares it with the latest change of its keys when it is used, so no cache is searched on a notification.
 */
export class InvalidationLog {
  readonly #maxKeys: number
  /** Count of the latest change by key, least recent first. */
  readonly #latestByKey = new Map<string, number>()
  readonly #latestByKind = new Map<string, number>()
  #count = 0
  /** Everything that was read before this count is stale. */
  #horizon = 0

  constructor(maxKeys = maxKeysDefault) {
    this.#maxKeys = maxKeys
  }

  /** Number of recorded notifications. Read it before the query whose result is cached. */
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

  /** Returns the count of the latest change of any of these rows. What was read before it is stale. */
  latest(keys: readonly string[]): number {
    let latest = this.#horizon
    for (const key of keys) latest = Math.max(latest, this.#latestByKey.get(key) ?? 0)
    return latest
  }

  /** Returns the count of the latest change of any row of these kinds. */
  latestOfKinds(kinds: readonly string[]): number {
    let latest = this.#horizon
    for (const kind of kinds) latest = Math.max(latest, this.#latestByKind.get(kind) ?? 0)
    return latest
  }
}

/** Returns `user` for `user:5`. */
const kindOf = (key: string): string => key.split(':', 1)[0] ?? key
