import { LRUCache } from 'lru-cache'
import { commonModuleId } from '../../contract/constants.ts'
import type { Grants, Place } from '../pipeline/principal.ts'
import type { UsedTogether } from './access-uses.ts'
import type { FoundGrants } from './grants-queries.ts'
import { grantsOf } from './grants.ts'
import type { InvalidationLog } from './invalidation-log.ts'
import { type PermissionSet, PermissionSets } from './permission-sets.ts'

/** Grants, with the ids of all rows on which they depend. */
interface CachedGrants extends UsedTogether {
  userId: number
  place: Place
  serviceId: number
  planIds: readonly number[]
  /** Lender of the delegation, whose name the grants contain. */
  lenderId: number | undefined
  permissionSet: PermissionSet
  grants: Grants
}

export interface GrantsEntry {
  key: string
  /** Undefined after the eviction, so that references to the entry do not keep the grants in memory. */
  cached: CachedGrants | undefined
  /** Number of the notification up to which the grants are known to be valid. */
  since: number
}

/** LRU cache of grants by user and place, bounded in bytes. Entries are validated when they are used. */
export class GrantsCache {
  readonly #invalidations: InvalidationLog
  readonly #maxBytes: number
  readonly #permissionSets = new PermissionSets()
  readonly #entries: LRUCache<string, GrantsEntry>

  constructor(invalidations: InvalidationLog, maxBytes: number) {
    this.#invalidations = invalidations
    this.#maxBytes = maxBytes
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      dispose: (entry) => {
        if (entry.cached) this.#permissionSets.release(entry.cached.permissionSet)
        entry.cached = undefined
      },
    })
  }

  /** Approximate size in bytes. */
  get weight(): number {
    return this.#entries.calculatedSize + this.#permissionSets.weight
  }

  get(key: string): Grants | undefined {
    const entry = this.getEntry(key)
    return entry && this.valueOf(entry)
  }

  /** Returns the entry without validating it. */
  getEntry(key: string): GrantsEntry | undefined {
    return this.#entries.get(key)
  }

  /**
   * Returns the grants of an entry. Undefined if the entry was evicted, or if a row on which the grants depend has
   * changed.
   */
  valueOf(entry: GrantsEntry): Grants | undefined {
    const { cached } = entry
    if (!cached) return undefined
    if (this.#isValid(entry, cached)) return cached.grants
    this.#entries.delete(entry.key)
    return undefined
  }

  /** Caches the result of a query that began at the notification `since`. Returns the grants. */
  set(
    key: string,
    { userId, place, since }: { userId: number; place: Place; since: number },
    found: FoundGrants,
  ) {
    const permissionSet = this.#permissionSets.acquire(found.permissions)
    const grants = grantsOf(found, permissionSet)
    const { service_id: serviceId, plan_ids: planIds, assignments } = found
    const lenderId = found.delegation?.lender_id
    const depending = { userId, place, serviceId, planIds, lenderId, permissionSet, grants }
    const cached = { ...depending, assignments, usedAt: 0 }
    this.#entries.set(
      key,
      { key, cached, since },
      { size: weightOf(key, grants, planIds.length + assignments.length) },
    )
    while (this.weight > this.#maxBytes && this.#entries.pop());
    return grants
  }

  #isValid(entry: GrantsEntry, cached: CachedGrants): boolean {
    const { since } = entry
    const { count } = this.#invalidations
    if (since === count) return true
    if (this.#invalidations.latest(keysOf(cached)) > since) return false
    if (cached.permissionSet.latestChange(this.#invalidations) > since) return false
    entry.since = count
    return true
  }
}

/** Returns the approximate size in bytes, without the permission set. */
const weightOf = (key: string, { held, delegation }: Grants, ids: number): number =>
  640 +
  key.length +
  held.company.name.length +
  (delegation ? 200 + delegation.delegated_by.length : 0) +
  8 * ids

/** Returns the keys of the rows on which the grants depend, except the functions and actions of their profiles. */
function keysOf(cached: CachedGrants): string[] {
  const { userId, place, serviceId, planIds, lenderId, permissionSet } = cached
  const { companyId, moduleId } = place
  const keys = [
    `user:${userId}`,
    `company:${companyId}`,
    `module:${moduleId}`,
    `module:${commonModuleId}`,
    'common',
    `service:${serviceId}`,
    `place:${companyId}/${moduleId}`,
  ]
  if (lenderId !== undefined) keys.push(`user:${lenderId}`)
  for (const planId of planIds)
    keys.push(
      `plan:${planId}`,
      `plan-company:${planId}/${companyId}`,
      `plan-module:${planId}/${moduleId}`,
    )
  for (const { id } of permissionSet.contents.profiles) keys.push(`profile:${id}`)
  return keys
}
