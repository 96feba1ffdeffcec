import { periodErrors } from '../../contract/assignment-periods.ts'
import { dayOf } from '../../contract/days.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import {
  type GivenUserProfile,
  type UserProfile,
  type UserProfileOffers,
  userProfiles,
} from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { type BulkWrite, requireFound } from '../pipeline/record.ts'
import { refuseItems } from '../pipeline/refused-items.ts'
import type { Db } from '../database/database.ts'
import { conflictSentence, readDuties } from '../separation-rules/duty-check.ts'
import { administratorIsLeft, lockAdministrators } from '../scope/administrators.ts'
import { isOnlyDelegated } from '../scope/granting-scope.ts'
import { isAdministrator, scopeOf } from '../scope/scope.ts'
import { findUserInScopeById } from '../scope/user-scope.ts'
import { findSeatsFor } from '../plans/seat-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { enqueueRoleNotices } from './role-notices.ts'
import { auditDetailsOf } from './user-profile-audit.ts'
import {
  isAdministratorsProfile,
  heldPeriod,
  isShortened,
  isUnchanged,
  keepsPeriod,
  lastsLonger,
  refusalToAssign,
  refusalToRemove,
} from './user-profile-policy.ts'
import {
  deleteUserProfiles,
  findEndedWith,
  findCompaniesToGive,
  findHeldBy,
  findProfilesToGive,
  insertUserProfiles,
  lockSeatTurns,
  lockUserLinks,
  updatePeriods,
} from './user-profile-queries.ts'
import { findAssignments, type AssignmentState } from './assignment-queries.ts'

/** Returns the user if in the caller's scope. */
export async function requirePerson(db: Db, who: Principal, id: number) {
  return requireFound(await findUserInScopeById(db, who, id), 'user-not-found')
}

/** Returns the assignments of a user. */
export async function readHeldBy(db: Db, who: Principal, userId: number, now: Date) {
  const user = await requirePerson(db, who, userId)
  return { user, user_profiles: await findHeldBy(db, who, userId, now) }
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
  given?: readonly GivenUserProfile[]
}

interface ChangeParts {
  keyring: Keyring
  clock: Clock
  /** Whether maximum terms do not apply: for the first master user of a company, which a write creates without days. */
  withoutTerm?: boolean
}

/**
 * Takes the first locks of `changeUserProfiles`, in its order. For callers that check something under these locks before
 * the change.
 */
export async function lockChange(
  { db, who }: Pick<BulkWrite, 'db' | 'who'>,
  { taken = [], given = [] }: { taken?: readonly UserProfile[]; given?: readonly UserProfile[] },
): Promise<void> {
  const ofAdministrators = [...taken, ...given].some(isAdministratorsProfile)
  if (isAdministrator(who) && ofAdministrators) await lockAdministrators(db)
  if (given.length) await lockUserLinks(db, given)
}

/**
 * Removes assignments, and then adds assignments or replaces their periods, in one transaction (rulings §10 and §11). An
 * assignment that has ended is given again like a new one, and a suspended one is restored. Changes of administrators run
 * one at a time, so that the last two administrators cannot remove each other.
 */
export async function changeUserProfiles(
  { db, who, audit }: BulkWrite,
  { taken = [], given = [] }: Change,
  { keyring, clock, withoutTerm = false }: ChangeParts,
) {
  const now = clock.now()
  await lockChange({ db, who }, { taken, given })
  const find = (rows: readonly UserProfile[]) => findStates(db, who, rows, now)
  const toRemove = await find(taken)
  refuse(taken, toRemove, given.length ? 'taken.' : '', (row) => refusalToRemove(who, row))
  const removed = toRemove.size ? await deleteUserProfiles(db, [...toRemove.values()]) : []
  const states = await find(given)
  const list = taken.length ? 'given.' : ''
  refuse(given, states, list, (row, requested) => refusalToAssign(who, row, requested))
  refuseDays(given, states, list, { today: dayOf(now), withoutTerm })
  const changes = given.filter((row) => {
    const state = states.get(keyOf(row))
    return state && !isUnchanged(state, row)
  })
  await refuseConflicts({ db, who }, given, { changes, states, list })
  const isHeld = (row: UserProfile) => states.get(keyOf(row))?.held === true
  const [kept, missing] = [changes.filter(isHeld), changes.filter((row) => !isHeld(row))]
  const withPeriod = kept.map((row) => {
    const state = states.get(keyOf(row))
    return state && keepsPeriod(state, row) ? { ...row, ...heldPeriod(state) } : row
  })
  if (kept.length) await lockSeatTurns(db, changes)
  const added = missing.length ? await insertUserProfiles(db, missing, { by: who.userId, now }) : []
  const periods = kept.length ? await updatePeriods(db, withPeriod) : []
  const lenders = [...removed, ...added]
  const ended = lenders.length ? await findEndedWith(db, lenders) : []
  if (removed.some(isAdministratorsProfile) && !(await administratorIsLeft(db)))
    throw new Problem('administrator-indispensable')
  await enqueueRoleNotices(db, keyring, { removed, added })
  const before = [...removed, ...periods.map((period) => period.before)]
  const after = [...added, ...periods.map((period) => period.after)]
  audit(auditDetailsOf({ taken, given }, { removed: before, added: after, ended }))
  return { taken: removed, given: after, ended }
}

const keyOf = ({ user_id, profile_id, company_id, spid }: UserProfile): string =>
  `${user_id} ${profile_id} ${company_id} ${spid}`

/** Returns the states of the requested rows by `keyOf`. */
async function findStates(
  db: Db,
  who: Principal,
  requested: readonly UserProfile[],
  now: Date,
): Promise<Map<string, AssignmentState>> {
  if (requested.length === 0) return new Map()
  const rows = await findAssignments(db, who, requested, now)
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** If any row is refused, throws a problem with the first reason and a field error for each, such as `given.3`. */
function refuse<T extends UserProfile>(
  requested: readonly T[],
  states: ReadonlyMap<string, AssignmentState>,
  list: '' | 'taken.' | 'given.',
  refusal: (state: AssignmentState, requested: T) => ProblemCode | undefined,
): void {
  refuseItems(
    requested.flatMap((row, place) => {
      const state = states.get(keyOf(row))
      const code = state && refusal(state, row)
      return code ? [{ code, name: `${list}${place}` }] : []
    }),
  )
}

/**
 * Throws if days of a row are invalid, or if an assignment is requested twice with different periods. The fields are
 * such as `given.3.end_date`.
 */
function refuseDays(
  given: readonly GivenUserProfile[],
  states: ReadonlyMap<string, AssignmentState>,
  list: '' | 'given.',
  { today, withoutTerm }: { today: string; withoutTerm: boolean },
): void {
  const periods = new Map<string, string>()
  const fields: Record<string, string> = {}
  for (const [place, row] of given.entries()) {
    const key = keyOf(row)
    const state = states.get(key)
    const rules = {
      today,
      heldBegin: state?.held_begin ?? undefined,
      daysMax: withoutTerm || (state && isShortened(state, row)) ? null : (state?.days_max ?? null),
    }
    const errors = state && keepsPeriod(state, row) ? {} : periodErrors(row, rules)
    for (const [field, sentence] of Object.entries(errors))
      fields[`${list}${place}.${field}`] = sentence
    const period = JSON.stringify([row.begin_date, row.end_date, row.reason])
    if ((periods.get(key) ?? period) !== period)
      fields[`${list}${place}`] = 'Este perfil está repetido com outro prazo.'
    periods.set(key, period)
  }
  if (Object.keys(fields).length > 0) throw new Problem('invalid-input', { fields })
}

/**
 * Throws if a rule forbids rows together with what the person has. Rows that change nothing, or that end earlier than
 * before, are not checked.
 */
async function refuseConflicts(
  { db, who }: { db: Db; who: Principal },
  given: readonly GivenUserProfile[],
  {
    changes,
    states,
    list,
  }: {
    changes: readonly GivenUserProfile[]
    states: ReadonlyMap<string, AssignmentState>
    list: '' | 'given.'
  },
): Promise<void> {
  const longer = new Set(
    changes.filter((row) => {
      const state = states.get(keyOf(row))
      if (!state?.held) return true
      return !keepsPeriod(state, row) && lastsLonger(row.end_date, state.held_end)
    }),
  )
  if (longer.size === 0) return
  const duties = await readDuties(db, scopeOf(who), [...longer])
  const fields: Record<string, string> = {}
  for (const [place, row] of given.entries()) {
    const conflict = longer.has(row)
      ? duties.give({ ...row, person: row.user_id, last_day: row.end_date ?? null })
      : undefined
    if (conflict) fields[`${list}${place}`] = conflictSentence(conflict)
  }
  if (Object.keys(fields).length > 0) throw new Problem('duties-conflict', { fields })
}
