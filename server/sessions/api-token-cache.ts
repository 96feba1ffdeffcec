import { LRUCache } from 'lru-cache'
import type { Changes } from '../database/changes.ts'
import type { Db } from '../database/database.ts'
import { digestOf, digestTextOf } from '../secrets/random.ts'
import type { Clock } from '../shared/clock.ts'
import { repeatUntil } from '../shared/repeat-until.ts'
import {
  type ApiTokenUse,
  type StoredApiToken,
  findApiToken,
  flushApiTokenUse,
} from './api-token-authenticator-queries.ts'
import { InvalidationLog } from './invalidation-log.ts'
import { SingleFlight } from './single-flight.ts'

const maxTokens = 20_000
const flushInterval = 30_000
/** Maximum number of last uses per UPDATE. */
const maxBatch = 2000

interface TokenEntry {
  token: StoredApiToken
  /** Number of the notification up to which the token is known to be valid. */
  since: number
}

interface Dependencies {
  db: Db
  changes: Changes
  clock: Clock
}

/**
 * LRU cache of API tokens, invalidated in the same way as sessions (session-cache.ts). Unknown tokens are not cached,
 * so that nonexistent tokens cannot evict existing ones.
 */
export class ApiTokenCache {
  readonly #db: Db
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #invalidations = new InvalidationLog()
  readonly #tokens = new LRUCache<string, TokenEntry>({ max: maxTokens })
  readonly #reads = new SingleFlight<StoredApiToken | undefined>()
  readonly #lastUses = new Map<number, ApiTokenUse>()

  constructor({ db, changes, clock }: Dependencies) {
    this.#db = db
    this.#changes = changes
    this.#clock = clock
    changes.onChange((change) => {
      if (change.kind === 'rows') this.#invalidations.record(change.keys)
      else if (change.kind === 'everything') this.#invalidations.recordAll()
    })
  }

  /** Number of cached tokens. */
  get size(): number {
    return this.#tokens.size
  }

  /** Returns the token from the cache; undefined on a cache miss. */
  getCached(token: string): StoredApiToken | undefined {
    if (!this.#changes.connected) return undefined
    const entry = this.#tokens.get(digestTextOf(token))
    if (!entry) return undefined
    if (entry.since === this.#invalidations.count) return entry.token
    if (this.#invalidations.latest([`user:${entry.token.userId}`]) > entry.since) {
      this.#tokens.delete(digestTextOf(token))
      return undefined
    }
    entry.since = this.#invalidations.count
    return entry.token
  }

  /** Reads the token from the database and caches it, even if it is expired or revoked. */
  async read(token: string): Promise<StoredApiToken | undefined> {
    const since = this.#invalidations.count
    const read = () => findApiToken(this.#db, digestOf(token))
    // Does not join a running read while notifications are disconnected, because that read may be older than a change.
    const found = await (this.#changes.connected
      ? this.#reads.run(digestTextOf(token), since, read)
      : read())
    if (found) this.#tokens.set(digestTextOf(token), { token: found, since })
    return found
  }

  /** Records a use. The next flush writes it. */
  recordUse(id: number, address: string): void {
    this.#lastUses.set(id, { at: this.#clock.now().getTime(), address })
  }

  /** Flushes periodically until the signal aborts, and then once more. */
  keepFlushing(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    return repeatUntil({ every: flushInterval, signal, onError }, () => this.flush())
  }

  /** Writes last uses in batches. If a write fails, its uses stay for the next flush. */
  async flush(): Promise<void> {
    const uses = [...this.#lastUses]
    for (let from = 0; from < uses.length; from += maxBatch) {
      const batch = uses.slice(from, from + maxBatch)
      await flushApiTokenUse(this.#db, batch)
      for (const [id, use] of batch) if (this.#lastUses.get(id) === use) this.#lastUses.delete(id)
    }
  }
}
