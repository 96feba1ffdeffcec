import { administratorProfileId } from '../../contract/constants.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import { hasPeriod, isSamePeriod, type RequestedPeriod } from '../../contract/assignment-periods.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { isAdministrator } from '../scope/scope.ts'
import type { AssignmentState } from './assignment-queries.ts'

/**
 * Returns why the caller can't assign a row; undefined if the caller can. For a row out of scope, the reason is always
 * 'not found'.
 */
export function refusalToAssign(
  who: Principal,
  row: AssignmentState,
  requested: RequestedPeriod,
): ProblemCode | undefined {
  if (row.user_active === null) return 'user-not-found'
  if (!row.company_seen) return 'company-not-found'
  if (isUnchanged(row, requested)) return undefined
  if (isAdministratorsProfile(row) && (requested.begin_date ?? requested.end_date))
    return 'profile-takes-no-period'
  // Takes access away, so that it is possible wherever the assignment can be removed.
  if (isShortened(row, requested)) return refusalToRemove(who, row)
  if (!row.works_there) return 'company-not-found'
  if (!row.profile_listed) return 'profile-not-found'
  if (!row.spid_known) return 'spid-not-found'
  if (row.profile_deleted) return 'profile-deleted'
  if (!row.user_active) return 'user-not-active'
  // Users must not raise their own rights, except administrators, who already have all rights (rulings §5).
  if (row.user_id === who.userId && !isAdministrator(who)) return 'user-is-oneself'
  return row.beyond_own ? 'profile-beyond-own' : undefined
}

/** Whether the assignment is held, and no period or the same period is requested. */
export const keepsPeriod = (state: AssignmentState, requested: RequestedPeriod): boolean =>
  state.held && (!hasPeriod(requested) || isSamePeriod(heldPeriod(state), requested))

/** Whether the request only gives a held assignment an earlier end. */
export const isShortened = (state: AssignmentState, requested: RequestedPeriod): boolean =>
  state.held &&
  !state.suspended &&
  Boolean(requested.end_date) &&
  (state.held_end === null || (requested.end_date ?? '') < state.held_end) &&
  isSamePeriod({ ...heldPeriod(state), end_date: null }, { ...requested, end_date: null })

/** Whether giving this assignment changes nothing. A suspended one is restored. */
export const isUnchanged = (state: AssignmentState, requested: RequestedPeriod): boolean =>
  keepsPeriod(state, requested) && !state.suspended

/** Returns the period of the held assignment. */
export const heldPeriod = ({
  held_begin,
  held_end,
  held_reason,
}: AssignmentState): RequestedPeriod => ({
  begin_date: held_begin,
  end_date: held_end,
  reason: held_reason,
})

/** Whether a last day is later than another; null and undefined mean that there is none. */
export const lastsLonger = (day: string | null | undefined, than: string | null): boolean =>
  than !== null && (!day || day > than)

/**
 * Returns why the caller can't remove a row; undefined if the caller can. Any assignment in the caller's company can be
 * removed, even if it could not be assigned again.
 */
export function refusalToRemove(who: Principal, row: AssignmentState): ProblemCode | undefined {
  if (row.user_active === null) return 'user-not-found'
  if (!row.company_seen) return 'company-not-found'
  if (!row.profile_seen) return 'profile-not-found'
  if (row.held && isAdministratorsProfile(row) && row.user_id === who.userId)
    return 'administrator-indispensable'
  return undefined
}

/** Whether the assignment is of the administrator profile. */
export const isAdministratorsProfile = ({ profile_id }: Pick<UserProfile, 'profile_id'>): boolean =>
  profile_id === administratorProfileId
