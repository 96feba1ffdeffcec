import type { MissingLink } from '../../contract/user-profiles.ts'
import type { Principal } from '../binder/principal.ts'
import { requireFound } from '../binder/record.ts'
import type { Db } from '../database/database.ts'
import { requirePerson } from './user-profile-service.ts'
import { type AskedPlace, findPlace, findWays, type Question, type Way } from './why-queries.ts'

/** What is said of each link that doesn't hold; those of the place and the person concern all ways alike. */
const ofPlace: readonly [keyof AskedPlace, MissingLink][] = [
  ['user_active', 'user-deleted'],
  ['user_unblocked', 'user-blocked'],
  ['company_active', 'company-inactive'],
  ['service_active', 'service-inactive'],
  ['module_active', 'module-inactive'],
  ['entitled', 'no-plan'],
  ['spid_known', 'spid-gone'],
  ['function_active', 'function-inactive'],
  ['action_active', 'action-inactive'],
]
const ofWay: readonly [keyof Way, MissingLink][] = [
  ['profile_active', 'profile-deleted'],
  ['delegation_begun', 'delegation-not-begun'],
  ['delegation_open', 'delegation-ended'],
  ['spid_fits', 'other-spid'],
  ['function_held', 'function-not-held'],
  ['action_held', 'action-not-held'],
]

/** Why somebody may, or may not: the same rows that decide, each link told by its name. */
export async function readWhy(db: Db, who: Principal, asked: Question, now: Date) {
  const user = await requirePerson(db, who, asked.userId)
  const found = requireFound(await findPlace(db, who, asked), 'company-not-found')
  const module = requireFound(found.module ?? undefined, 'module-not-found')
  if (asked.function_id !== undefined || asked.action_id !== undefined)
    requireFound(found.function ?? undefined, 'function-not-found')
  if (asked.action_id !== undefined) requireFound(found.action ?? undefined, 'action-not-found')
  const ways = await findWays(db, who, asked, now)
  return {
    user,
    company: found.company,
    module,
    spid: asked.spid ?? null,
    function: found.function,
    action: found.action,
    allowed: found.spid_known && ways.some(({ allowed }) => allowed),
    missing: missingOfPlace(found, ways),
    ways: ways.map((way) => ({
      profile: way.profile,
      by: way.by,
      spid: way.spid,
      begin_date: way.begin_date,
      end_date: way.end_date,
      allowed: found.spid_known && way.allowed,
      missing: missingIn(way, ofWay),
    })),
    seats: found.seats,
  }
}

function missingOfPlace(place: AskedPlace, ways: readonly Way[]): MissingLink[] {
  const found = missingIn(place, ofPlace)
  if (ways.length > 0) return found
  const full = place.seats.limit > 0 && place.seats.free === 0
  return [...found, 'no-profile', ...(full ? (['no-seat'] as const) : [])]
}

function missingIn<T>(links: T, words: readonly [keyof T, MissingLink][]): MissingLink[] {
  return words.flatMap(([link, word]) => (links[link] === false ? [word] : []))
}
