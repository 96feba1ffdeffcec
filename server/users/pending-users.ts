import { type RawBuilder, sql } from 'kysely'
import { homeDays } from '../../contract/home-days.ts'
import { type PendingMatter, userStatus } from '../../contract/user-search.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { isInvited } from '../scope/invited-people.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { isUnused } from '../scope/unused-assignments.ts'
import { accountInScope, userInScope } from '../scope/user-scope.ts'
import { after, days } from '../shared/clock.ts'

interface Scopes {
  people: Scope
  invited: Scope
  /** Condition on `users`: has a recovery that the caller may approve (`awaitsApproval`). */
  recovering: RawBuilder<boolean>
}

const isActive = sql<boolean>`users.display_status = ${sql.lit(userStatus.active)}`

/** SQL condition on `users` for the filter `pending` of the search and for the counts of HOME. */
export function isPending(
  matter: PendingMatter,
  { people, invited, recovering }: Scopes,
  now: Date,
): RawBuilder<boolean> {
  if (matter === 'invitation') return sql<boolean>`(${isActive} and ${awaitsAnswer(invited, now)})`
  if (matter === 'recovery') return recovering
  if (matter === 'token')
    return sql<boolean>`(${isActive} and exists (select from api_tokens t
      where t.user_id = users.id and ${tokenEnds(people, now)}))`
  if (matter === 'profile')
    return sql<boolean>`(${isActive} and exists (select from user_profiles up
      where up.user_id = users.id and ${assignmentEnds(people, now)}))`
  if (matter === 'unused')
    return sql<boolean>`(${isActive} and exists (select from user_profiles up
      where up.user_id = users.id and ${assignmentUnused(people, now)}))`
  return sql<boolean>`exists (select from delegations d
    where d.user_id = users.id and ${delegationEnds(people, now)})`
}

/**
 * Condition: never signed in, the last invitation was long ago, and the caller may send it again. A new invitation
 * starts the wait again.
 */
function awaitsAnswer(scope: Scope, now: Date): RawBuilder<boolean> {
  const before = after(now, -days(homeDays.invitationWaits))
  return sql<boolean>`users.created_at < ${before} and ${isInvited} and ${userInScope(scope)} and ${accountInScope(scope)}
    and not exists (select from outbox o where o.first_access_of = users.id and o.created_at >= ${before})`
}

/** SQL condition on `api_tokens t`: it expires soon. */
export function tokenEnds(scope: Scope, now: Date): RawBuilder<boolean> {
  const soon = after(now, days(homeDays.tokenEnds))
  return sql<boolean>`(t.revoked_at is null and t.expires_at > ${now} and t.expires_at < ${soon}
    and ${companyInScope(scope, sql.ref('t.company_id'))})`
}

/** SQL condition on `delegations d`: current, and it ends soon. */
export function delegationEnds(scope: Scope, now: Date): RawBuilder<boolean> {
  const soon = after(now, days(homeDays.delegationEnds))
  return sql<boolean>`(d.closed_at is null and d.begin_at <= ${now} and d.end_at > ${now} and d.end_at < ${soon}
    and ${companyInScope(scope, sql.ref('d.company_id'))})`
}

/** SQL condition on `user_profiles up`: it has not ended, it ends soon, and the caller may see its active profile. */
export function assignmentEnds(scope: Scope, now: Date): RawBuilder<boolean> {
  const soon = after(now, days(homeDays.profileEnds))
  return sql<boolean>`(up.end_at > ${now} and up.end_at < ${soon} and ${assignmentSeen(scope)})`
}

/** SQL condition on `user_profiles up`: it was not used for 90 days, and the caller may see its active profile. */
export function assignmentUnused(scope: Scope, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${isUnused(now)} and ${assignmentSeen(scope)})`
}

const assignmentSeen = (scope: Scope) =>
  sql<boolean>`${companyInScope(scope, sql.ref('up.company_id'))}
    and exists (select from profiles where profiles.id = up.profile_id and profiles.active and ${heldProfileInScope(scope)})`
