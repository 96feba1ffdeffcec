import { administratorProfileId } from '../../contract/constants.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { UserProfile } from '../../contract/user-profiles.ts'
import type { Principal } from '../binder/principal.ts'
import { isAdministrator } from '../scope/scope.ts'
import type { WantedRow } from './wanted-queries.ts'

/** Why a row can't be given; undefined where it can. What somebody can't see is not found, before anything else is said. */
export function refusalToGive(who: Principal, row: WantedRow): ProblemCode | undefined {
  if (row.user_status === null) return 'user-not-found'
  if (!row.company_seen) return 'company-not-found'
  if (row.held) return undefined
  if (!row.works_there) return 'company-not-found'
  if (!row.profile_listed) return 'profile-not-found'
  if (!row.spid_known) return 'spid-not-found'
  if (row.profile_deleted) return 'profile-deleted'
  if (row.user_status === 0) return 'user-not-active'
  // Nobody raises their own rights; an administrator's can't be raised (rulings §5).
  if (row.user_id === who.userId && !isAdministrator(who)) return 'user-is-oneself'
  if (row.beyond_own) return 'profile-beyond-own'
  return undefined
}

/** Why a row can't be taken. Whatever people of the own company hold may be taken, also what nobody could give any more. */
export function refusalToTake(who: Principal, row: WantedRow): ProblemCode | undefined {
  if (row.user_status === null) return 'user-not-found'
  if (!row.company_seen) return 'company-not-found'
  if (!row.profile_seen) return 'profile-not-found'
  if (row.held && isAdministratorsProfile(row) && row.user_id === who.userId)
    return 'administrator-indispensable'
  return undefined
}

/** Whether it is what makes somebody an administrator. */
export const isAdministratorsProfile = ({ profile_id }: Pick<UserProfile, 'profile_id'>): boolean =>
  profile_id === administratorProfileId
