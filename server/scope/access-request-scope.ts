import { type RawBuilder, sql } from 'kysely'
import { accessRequests } from '../../contract/access-requests.ts'
import {
  administratorProfileIds,
  consoleModuleId,
  systemProfileIds,
} from '../../contract/constants.ts'
import type { Principal } from '../pipeline/principal.ts'
import { companyInScope } from './company-scope.ts'
import { withAssignedGrants } from './granting-scope.ts'
import { isAdministrator, type Scope, writeScopeOf } from './scope.ts'
import { userInScope } from './user-scope.ts'

/**
 * Condition: the request is visible (rulings §11). Companies see the requests of users that they see, administrators and
 * profile 4 all. For statements that read `access_requests r` and its requester as `users`.
 */
export const accessRequestInScope = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(${companyInScope(scope, sql.ref('r.company_id'))} and ${userInScope(scope)})`

/** Whether the caller may decide requests of others: by assignment, since a delegate grants nothing (decision 52). */
export const mayDecideRequests = (who: Principal): boolean =>
  withAssignedGrants(who, accessRequests.accessRequestApprove) !== undefined

/** Condition on `access_requests r`: not decided, and its term has not ended. */
export const isPending = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(r.state = 'pending' and r.expires_at > ${now})`

/**
 * Condition on `access_requests r`: its requester can be given the access, so neither deleted nor blocked, and linked to
 * the company, which is active.
 */
export const isApprovable = sql<boolean>`exists (select from users requester
  join user_companies link on link.user_id = requester.id and link.company_id = r.company_id
  join companies of_request on of_request.id = r.company_id and of_request.active
  where requester.id = r.requester_id and requester.active and not requester.suspended)`

/**
 * Condition on `access_requests r` and its requester as `users`: it waits for a decision of the caller. Only requests
 * that the caller may write: profile 4 adds only reads. For administrators only requests that nobody in the company can
 * decide.
 */
export function awaitsCaller(who: Principal, now: Date): RawBuilder<boolean> {
  if (!mayDecideRequests(who)) return sql<boolean>`false`
  const writable = accessRequestInScope(writeScopeOf(who))
  const forCaller = isAdministrator(who) ? sql`not ${companyCanDecide(now)}` : sql`true`
  return sql<boolean>`(${isPending(now)} and r.requester_id <> ${who.userId} and ${writable} and ${isApprovable}
    and ${forCaller})`
}

/** Condition on `access_requests r`: the profile contains the requested function and action. */
export const containsRequested = (profileId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((r.function_id is null or exists (select from function_links fl
      where fl.profile_id = ${profileId} and fl.function_id = r.function_id and fl.function_active))
    and (r.action_id is null or exists (select from action_links al
      where al.profile_id = ${profileId} and al.action_id = r.action_id and al.action_active)))`

const { screen, action } = accessRequests.accessRequestApprove.access

/**
 * Selects the users who may assign profiles in the company of `access_requests r`, with the console profile that allows
 * it. Delegations do not count. Excludes the requester and profiles 1 to 4.
 */
export const approversOf = (now: Date): RawBuilder<unknown> => sql`
  select l.user_id, l.profile_id from access_links(${now}::timestamptz) l
  where l.company_id = r.company_id and l.module_id = ${consoleModuleId} and l.place_spid is null and l.opens
    and l.delegation_id is null and l.user_id <> r.requester_id
    and l.profile_id <> all (${[...administratorProfileIds]}::integer[])
    and exists (select from action_links al join actions a on a.id = al.action_id join functions f on f.id = al.function_id
      where al.profile_id = l.profile_id and al.action_active and a.path = ${action}
        and f.module_id = ${consoleModuleId} and f.active and f.url = ${screen})`

/**
 * Condition on `access_requests r`: a user of the company may assign a profile that contains the requested parts. Which
 * profiles a company may assign: see `profileInScope`. A console profile counts only if a single profile of the approver
 * has all its functions and actions.
 */
export const companyCanDecide = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from user_profiles up where up.user_id = r.requester_id and (up.end_at is null or up.end_at > ${now})
    and up.profile_id = any (${[...administratorProfileIds]}::integer[]))
  and exists (select from (${approversOf(now)}) approver join profiles p on p.module_id = r.module_id and p.active
    and p.id <> all (${[...systemProfileIds]}::integer[])
    and (p.company_id = r.company_id or p.company_id is null and p.accredited_enable)
    where ${containsRequested(sql.ref('p.id'))} and (p.module_id <> ${consoleModuleId} or (
      (not p.master_profile or exists (select from profiles own where own.id = approver.profile_id and own.master_profile))
      and not exists (select from profile_functions pf where pf.profile_id = p.id and not exists (
        select from profile_functions own where own.profile_id = approver.profile_id and own.function_id = pf.function_id))
      and not exists (select from profile_actions pa where pa.profile_id = p.id and not exists (
        select from profile_actions own where own.profile_id = approver.profile_id and own.action_id = pa.action_id))))))`
