import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { RecentChanges } from './recent-changes.ts'

/** What a code for a module must be for. */
export interface Entrance {
  /** With its protocol. */
  url: string | null
  is_enable_spid: boolean
}

/** So many modules are remembered: far more than an installation has. */
const most = 1000

/** Where modules are entered; each is asked for again when another address, or that it takes SPIDs or is gone, was announced. */
export class Entrances {
  readonly #db: Db
  readonly #changes: RecentChanges
  readonly #known = new LRUCache<number, { entrance: Entrance; since: number }>({ max: most })

  constructor(db: Db, changes: RecentChanges) {
    this.#db = db
    this.#changes = changes
  }

  /** Undefined where there is no such module. */
  async of(moduleId: number): Promise<Entrance | undefined> {
    const known = this.#known.get(moduleId)
    if (known && this.#changes.latest(keysOf(moduleId)) <= known.since) return known.entrance
    const since = this.#changes.count
    const entrance = await findEntrance(this.#db, moduleId)
    if (entrance) this.#known.set(moduleId, { entrance, since })
    return entrance
  }
}

/** Removed, a module is announced under its own key alone. */
const keysOf = (moduleId: number) => [`module-entrance:${moduleId}`, `module:${moduleId}`]

/** One query, on the primary key. */
export function findEntrance(db: Db, moduleId: number): Promise<Entrance | undefined> {
  return db
    .selectFrom('modules')
    .select([sql<string | null>`protocol || url`.as('url'), 'is_enable_spid'])
    .where('id', '=', moduleId)
    .executeTakeFirst()
}
