import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { InvalidationLog } from './invalidation-log.ts'

/** Address to which codes for a module are sent, and whether these codes have a SPID. */
export interface ModuleUrl {
  /** URL with the protocol. Null if the module has no address. */
  url: string | null
  is_enable_spid: boolean
}

/** Maximum number of cached modules. An installation has far fewer. */
const maxModules = 1000

/**
 * Cache of module addresses. An entry is invalidated when the address or the SPID setting changes, or when the module
 * is removed.
 */
export class ModuleUrlCache {
  readonly #db: Db
  readonly #invalidations: InvalidationLog
  readonly #entries = new LRUCache<number, { moduleUrl: ModuleUrl; since: number }>({
    max: maxModules,
  })

  constructor(db: Db, invalidations: InvalidationLog) {
    this.#db = db
    this.#invalidations = invalidations
  }

  /** Returns the address from the cache or the database; undefined if the module does not exist. */
  async get(moduleId: number): Promise<ModuleUrl | undefined> {
    const entry = this.#entries.get(moduleId)
    if (entry && this.#invalidations.latest(keysOf(moduleId)) <= entry.since) return entry.moduleUrl
    const since = this.#invalidations.count
    const moduleUrl = await findModuleUrl(this.#db, moduleId)
    if (moduleUrl) this.#entries.set(moduleId, { moduleUrl, since })
    return moduleUrl
  }
}

/** Keys of the changes that affect an entry. The removal of a module is announced only under `module:`. */
const keysOf = (moduleId: number) => [`module-entrance:${moduleId}`, `module:${moduleId}`]

/** Reads the address of a module. Uses one query, on the primary key. */
export function findModuleUrl(db: Db, moduleId: number): Promise<ModuleUrl | undefined> {
  return db
    .selectFrom('modules')
    .select([sql<string | null>`protocol || url`.as('url'), 'is_enable_spid'])
    .where('id', '=', moduleId)
    .executeTakeFirst()
}
