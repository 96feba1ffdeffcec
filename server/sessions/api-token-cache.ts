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
import { RecentChanges } from './recent-changes.ts'
import { SingleFlight } from './single-flight.ts'

/** So many tokens a process remembers. */
const most = 20_000
const flushEvery = 30_000
/** So many last uses are written at once. */
const flushedAtOnce = 2000

interface RememberedToken {
  token: StoredApiToken
  /** The count of announcements up to which it is known to hold. */
  since: number
}

interface Parts {
  db: Db
  changes: Changes
  clock: Clock
}

/**
 * API tokens of the programs that call again and again, as sessions are remembered (session-cache.ts). Only tokens that
 * exist are: whatever somebody makes up leaves nothing behind.
 */
export class ApiTokenCache {
  readonly #db: Db
  readonly #changes: Changes
  readonly #clock: Clock
  readonly #recent = new RecentChanges()
  readonly #tokens = new LRUCache<string, RememberedToken>({ max: most })
  readonly #reading = new SingleFlight<StoredApiToken | undefined>()
  readonly #used = new Map<number, ApiTokenUse>()

  constructor({ db, changes, clock }: Parts) {
    this.#db = db
    this.#changes = changes
    this.#clock = clock
    changes.onChange((change) => {
      if (change.kind === 'rows') this.#recent.hear(change.keys)
      else if (change.kind === 'everything') this.#recent.hearEverything()
    })
  }

  /** How many tokens it remembers. */
  get size(): number {
    return this.#tokens.size
  }

  /** The token as it is known here, without asking; undefined where the database must be asked. */
  recall(token: string): StoredApiToken | undefined {
    if (!this.#changes.connected) return undefined
    const remembered = this.#tokens.get(digestTextOf(token))
    if (!remembered) return undefined
    if (remembered.since === this.#recent.count) return remembered.token
    if (this.#recent.latest([`user:${remembered.token.userId}`]) > remembered.since) {
      this.#tokens.delete(digestTextOf(token))
      return undefined
    }
    remembered.since = this.#recent.count
    return remembered.token
  }

  /** The token as the database has it, alive or not. */
  async read(token: string): Promise<StoredApiToken | undefined> {
    const since = this.#recent.count
    const ask = () => findApiToken(this.#db, digestOf(token))
    // Without announcements a question may be older than a change.
    const found = await (this.#changes.connected
      ? this.#reading.ask(digestTextOf(token), since, ask)
      : ask())
    if (found) this.#tokens.set(digestTextOf(token), { token: found, since })
    return found
  }

  /** Notes a use, to be written with others. */
  noteUse(id: number, address: string): void {
    this.#used.set(id, { at: this.#clock.now().getTime(), address })
  }

  /** Writes last uses in batches until the signal says stop; then once more. */
  keepFlushing(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    return repeatUntil({ every: flushEvery, signal, onError }, () => this.flush())
  }

  /** A use that can't be written stays, to be written the next time. */
  async flush(): Promise<void> {
    const used = [...this.#used]
    for (let from = 0; from < used.length; from += flushedAtOnce) {
      const some = used.slice(from, from + flushedAtOnce)
      await flushApiTokenUse(this.#db, some)
      for (const [id, use] of some) if (this.#used.get(id) === use) this.#used.delete(id)
    }
  }
}
