import { LRUCache } from 'lru-cache'
import { commonModuleId } from '../../contract/constants.ts'
import type { Grants, Place } from '../pipeline/principal.ts'
import type { FoundGrants } from './grants-queries.ts'
import { grantsOf } from './grants.ts'
import { type Layout, Layouts } from './layouts.ts'
import type { RecentChanges } from './recent-changes.ts'

/** Grants, and all that they rest on. */
interface Kept {
  userId: number
  place: Place
  serviceId: number
  planIds: readonly number[]
  /** Whose name the grants tell, where something is lent. */
  lenderId: number | undefined
  layout: Layout
  grants: Grants
}

/** Where grants are remembered. */
export interface RememberedGrant {
  key: string
  /** Undefined once they have left memory: whoever still points here looks for them anew, and keeps nothing of them. */
  kept: Kept | undefined
  /** The count of announcements up to which they are known to hold. */
  since: number
}

/** Grants by user and place, bounded in bytes; the least recently used leave first, and none is answered that was touched. */
export class GrantsCache {
  readonly #changes: RecentChanges
  readonly #limit: number
  readonly #layouts = new Layouts()
  readonly #entries: LRUCache<string, RememberedGrant>

  constructor(changes: RecentChanges, limit: number) {
    this.#changes = changes
    this.#limit = limit
    this.#entries = new LRUCache({
      maxSize: limit,
      dispose: (entry) => {
        if (entry.kept) this.#layouts.release(entry.kept.layout)
        entry.kept = undefined
      },
    })
  }

  /** About how many bytes it takes. */
  get weight(): number {
    return this.#entries.calculatedSize + this.#layouts.weight
  }

  get(key: string): Grants | undefined {
    const entry = this.find(key)
    return entry && this.of(entry)
  }

  /** Where they lie, whether or not they still hold. */
  find(key: string): RememberedGrant | undefined {
    return this.#entries.get(key)
  }

  /** The grants, unless they have left memory or what they rest on was announced as changed. */
  of(entry: RememberedGrant): Grants | undefined {
    const { kept } = entry
    if (!kept) return undefined
    if (this.#holds(entry, kept)) return kept.grants
    this.#entries.delete(entry.key)
    return undefined
  }

  /** Lays out and remembers what was read after so many announcements. */
  keep(
    key: string,
    { userId, place, since }: { userId: number; place: Place; since: number },
    found: FoundGrants,
  ) {
    const layout = this.#layouts.hold(found.layout)
    const grants = grantsOf(found, layout)
    const { service_id: serviceId, plan_ids: planIds } = found
    const lenderId = found.delegation?.lender_id
    const kept = { userId, place, serviceId, planIds, lenderId, layout, grants }
    this.#entries.set(key, { key, kept, since }, { size: weightOf(key, grants, planIds) })
    while (this.weight > this.#limit && this.#entries.pop());
    return grants
  }

  #holds(entry: RememberedGrant, kept: Kept): boolean {
    if (entry.since === this.#changes.count) return true
    const { since } = entry
    const { layout } = kept
    if (this.#changes.latest(keysOf(kept)) > since || layout.latestChange(this.#changes) > since)
      return false
    entry.since = this.#changes.count
    return true
  }
}

/** About how many bytes they take, beside their layout. */
const weightOf = (key: string, { held, delegation }: Grants, planIds: readonly number[]): number =>
  600 +
  key.length +
  held.company.name.length +
  (delegation ? 200 + delegation.delegated_by.length : 0) +
  8 * planIds.length

/** The rows that somebody's grants in a place rest on, beside the functions and actions of their profiles. */
function keysOf({ userId, place, serviceId, planIds, lenderId, layout }: Kept): string[] {
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
  for (const { id } of layout.contents.profiles) keys.push(`profile:${id}`)
  return keys
}
