import type { AccessObstacle } from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { requireFound } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { requirePerson } from './user-profile-service.ts'
import {
  type PlaceState,
  findPlace,
  findAccessPaths,
  type Question,
  type AccessPath,
} from './why-queries.ts'

/** Missing links of the place and the user, which apply to every access path. */
const reasonsOfPlace: readonly [keyof PlaceState, AccessObstacle][] = [
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
const reasonsOfPath = ({ by }: AccessPath): readonly [keyof AccessPath, AccessObstacle][] => [
  ['profile_active', 'profile-deleted'],
  ['begun', `${by}-not-begun`],
  ['not_ended', `${by}-ended`],
  ['not_suspended', 'assignment-suspended'],
  ['spid_fits', 'other-spid'],
  ['function_held', 'function-not-held'],
  ['action_held', 'action-not-held'],
]

/**
 * Explains why a user has or lacks access, by naming each missing link. Reads the same views by which the guard
 * decides.
 */
export async function readWhy(db: Db, who: Principal, question: Question, now: Date) {
  const user = await requirePerson(db, who, question.userId)
  const found = requireFound(await findPlace(db, who, question), 'company-not-found')
  const module = requireFound(found.module ?? undefined, 'module-not-found')
  if (question.function_id !== undefined || question.action_id !== undefined)
    requireFound(found.function ?? undefined, 'function-not-found')
  if (question.action_id !== undefined) requireFound(found.action ?? undefined, 'action-not-found')
  const ways = await findAccessPaths(db, who, question, now)
  return {
    user,
    company: found.company,
    module,
    spid: question.spid ?? null,
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
      missing: missingIn(way, reasonsOfPath(way)),
    })),
    seats: found.seats,
  }
}

function missingOfPlace(place: PlaceState, ways: readonly AccessPath[]): AccessObstacle[] {
  const found = missingIn(place, reasonsOfPlace)
  if (ways.length > 0) return found
  const full = place.seats.limit > 0 && place.seats.free === 0
  return [...found, 'no-profile', ...(full ? (['no-seat'] as const) : [])]
}

function missingIn<T>(links: T, words: readonly [keyof T, AccessObstacle][]): AccessObstacle[] {
  return words.flatMap(([link, word]) => (links[link] === false ? [word] : []))
}
