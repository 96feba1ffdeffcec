/** So many keys are told apart; what was read before older ones were announced counts as stale. */
const mostKeys = 20_000

/**
 * When which rows were last announced as changed. Whatever is remembered notes the count of announcements before it was
 * read, and is asked about when it is used: nothing has to be searched for when something is announced.
 */
export class RecentChanges {
  readonly #most: number
  /** By key, the least recent first. */
  readonly #when = new Map<string, number>()
  readonly #whenOfKind = new Map<string, number>()
  #count = 0
  /** What was read before then is stale, whatever it rests on. */
  #horizon = 0

  constructor(most = mostKeys) {
    this.#most = most
  }

  /** How many announcements there were: note it before reading what is to be remembered. */
  get count(): number {
    return this.#count
  }

  /** These rows changed. */
  hear(keys: readonly string[]): void {
    this.#count++
    for (const key of keys) {
      this.#when.delete(key)
      this.#when.set(key, this.#count)
      this.#whenOfKind.set(kindOf(key), this.#count)
    }
    for (const [key, when] of this.#when) {
      if (this.#when.size <= this.#most) return
      this.#when.delete(key)
      this.#horizon = when
    }
  }

  /** Anything may have changed. */
  hearEverything(): void {
    this.#horizon = ++this.#count
    this.#when.clear()
  }

  /** When any of these rows, or everything, last changed: what was read before is stale. */
  latest(keys: readonly string[]): number {
    let latest = this.#horizon
    for (const key of keys) latest = Math.max(latest, this.#when.get(key) ?? 0)
    return latest
  }

  /** When any row of these kinds, or everything, last changed. */
  latestOfKinds(kinds: readonly string[]): number {
    let latest = this.#horizon
    for (const kind of kinds) latest = Math.max(latest, this.#whenOfKind.get(kind) ?? 0)
    return latest
  }
}

/** `user` of `user:5`. */
const kindOf = (key: string): string => key.split(':', 1)[0] ?? key
