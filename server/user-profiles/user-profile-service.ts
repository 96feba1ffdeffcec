import type { ProblemCode } from '../../contract/problems.ts'
import {
  type UserProfile,
  type UserProfileOffers,
  userProfiles,
} from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { type BulkWrite, requireFound } from '../pipeline/record.ts'
import { refuseItems } from '../pipeline/refused-items.ts'
import type { Db } from '../database/database.ts'
import { administratorIsLeft, lockAdministrators } from '../scope/administrators.ts'
import { isOnlyDelegated } from '../scope/granting-scope.ts'
import { isAdministrator } from '../scope/scope.ts'
import { findUserInScopeById } from '../scope/user-scope.ts'
import { findSeatsFor } from '../plans/seat-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { enqueueRoleNotices } from './role-notices.ts'
import { auditDetailsOf } from './user-profile-audit.ts'
import { isAdministratorsProfile, refusalToAssign, refusalToRemove } from './user-profile-policy.ts'
import {
  deleteUserProfiles,
  findEndedWith,
  findCompaniesToGive,
  findHeldBy,
  findProfilesToGive,
  insertUserProfiles,
  lockUserLinks,
} from './user-profile-queries.ts'
import { findAssignments, type AssignmentState } from './assignment-queries.ts'

/** Returns the user if in the caller's scope. */
export async function requirePerson(db: Db, who: Principal, id: number) {
  return requireFound(await findUserInScopeById(db, who, id), 'user-not-found')
}

/** Returns the assignments of a user. */
export async function readHeldBy(db: Db, who: Principal, userId: number) {
  const user = await requirePerson(db, who, userId)
  return { user, user_profiles: await findHeldBy(db, who, userId) }
}

/** Returns the profiles that the caller can assign. The writes below accept exactly these. */
export async function readOffers(
  db: Db,
  who: Principal,
  userId: number,
  serviceId: number | undefined,
): Promise<UserProfileOffers> {
  const user = await requirePerson(db, who, userId)
  const nothing =
    !user.active ||
    (userId === who.userId && !isAdministrator(who)) ||
    isOnlyDelegated(who, userProfiles.userProfileAdd)
  const companies = nothing ? [] : await findCompaniesToGive(db, who, userId)
  const companyIds = companies.map(({ id }) => id)
  const profiles = await findProfilesToGive(db, who, companyIds, serviceId)
  const offered = new Set(
    profiles.flatMap(({ module, company_id }) => company_id.map((id) => `${id} ${module.id}`)),
  )
  const seats = await findSeatsFor(db, userId, companyIds)
  return {
    user,
    companies,
    profiles,
    seats: seats.filter(({ company_id, module_id }) => offered.has(`${company_id} ${module_id}`)),
  }
}

interface Change {
  taken?: readonly UserProfile[]
  given?: readonly UserProfile[]
}

/**
 * Removes assignments and then adds assignments, in one transaction (rulings §10). Changes of administrators run one at
 * a time, so that the last two administrators cannot remove each other.
 */
export async function changeUserProfiles(
  { db, who, audit }: BulkWrite,
  { taken = [], given = [] }: Change,
  keyring: Keyring,
) {
  const all = [...taken, ...given]
  if (isAdministrator(who) && all.some(isAdministratorsProfile)) await lockAdministrators(db)
  if (given.length) await lockUserLinks(db, given)
  const toRemove = await requireAll(db, who, taken, refusalToRemove, given.length ? 'taken.' : '')
  const removed = toRemove.length ? await deleteUserProfiles(db, toRemove) : []
  const ended = removed.length ? await findEndedWith(db, removed) : []
  const toAdd = await requireAll(db, who, given, refusalToAssign, taken.length ? 'given.' : '')
  const missing = toAdd.filter(({ held }) => !held)
  const added = missing.length ? await insertUserProfiles(db, missing, who.userId) : []
  if (removed.some(isAdministratorsProfile) && !(await administratorIsLeft(db)))
    throw new Problem('administrator-indispensable')
  await enqueueRoleNotices(db, keyring, { removed, added })
  audit(auditDetailsOf({ taken, given }, { removed, added, ended }))
  return { taken: removed, given: added }
}

/**
 * Returns the rows with their state. If any row is refused, throws a problem with the first reason and a field error
 * for each refused row, such as `given.3`.
 */
async function requireAll(
  db: Db,
  who: Principal,
  requested: readonly UserProfile[],
  refusal: (who: Principal, row: AssignmentState) => ProblemCode | undefined,
  list: '' | 'taken.' | 'given.',
): Promise<AssignmentState[]> {
  if (requested.length === 0) return []
  const rows = await findAssignments(db, who, requested)
  const codes = new Map(rows.map((row) => [keyOf(row), refusal(who, row)]))
  const refused = requested.flatMap((row, place) => {
    const code = codes.get(keyOf(row))
    return code ? [{ code, name: `${list}${place}` }] : []
  })
  refuseItems(refused)
  return rows
}

const keyOf = ({ user_id, profile_id, company_id, spid }: UserProfile): string =>
  `${user_id} ${profile_id} ${company_id} ${spid}`
