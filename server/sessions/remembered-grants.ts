import { LRUCache } from 'lru-cache'
import { commonModuleId } from '../../contract/constants.ts'
import type { Grants, Place } from '../binder/principal.ts'
import type { FoundGrants } from './grants-queries.ts'
import { grantsOf } from './grants.ts'
import { type Layout, Layouts } from './layouts.ts'
import type { RecentChanges } from './recent-changes.ts'

interface Entry {
  userId: number
  place: Place
  serviceId: number
  planIds: readonly number[]
  /** Whose name the grants tell, where something is lent. */
  lenderId: number | undefined
  layout: Layout
  grants: Grants
  /** The count of announcements up to which it is known to hold. */
  since: number
}

/** Grants by user and place, bounded in bytes; the least recently used leave first, and none is answered that was touched. */
export class RememberedGrants {
  readonly #changes: RecentChanges
  readonly #limit: number
  readonly #layouts = new Layouts()
  readonly #entries: LRUCache<string, Entry>

  constructor(changes: RecentChanges, limit: number) {
    this.#changes = changes
    this.#limit = limit
    this.#entries = new LRUCache({
      maxSize: limit,
      sizeCalculation: ({ grants, planIds }, key) =>
        600 +
        key.length +
        grants.held.company.name.length +
        (grants.delegation ? 200 + grants.delegation.delegated_by.length : 0) +
        8 * planIds.length,
      dispose: ({ layout }) => this.#layouts.release(layout),
    })
  }

  /** About how many bytes it takes. */
  get weight(): number {
    return this.#entries.calculatedSize + this.#layouts.weight
  }

  get(key: string): Grants | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (this.#holds(entry)) return entry.grants
    this.#entries.delete(key)
    return undefined
  }

  /** Lays out and remembers what was read after so many announcements. */
  keep(key: string, of: { userId: number; place: Place; since: number }, found: FoundGrants) {
    const layout = this.#layouts.hold(found.layout)
    const grants = grantsOf(found, layout)
    const { service_id: serviceId, plan_ids: planIds } = found
    const lenderId = found.delegation?.lender_id
    this.#entries.set(key, { ...of, serviceId, planIds, lenderId, layout, grants })
    while (this.weight > this.#limit && this.#entries.pop());
    return grants
  }

  #holds(entry: Entry): boolean {
    if (entry.since === this.#changes.count) return true
    const { layout, since } = entry
    if (this.#changes.latest(keysOf(entry)) > since || layout.latestChange(this.#changes) > since)
      return false
    entry.since = this.#changes.count
    return true
  }
}

/** The rows that somebody's grants in a place rest on, beside the functions and actions of their profiles. */
function keysOf({ userId, place, serviceId, planIds, lenderId, layout }: Entry): string[] {
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
