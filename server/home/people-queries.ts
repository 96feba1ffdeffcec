import { sql } from 'kysely'
import { homeCountMax } from '../../contract/home.ts'
import { userSearchQuery, userStatus } from '../../contract/user-search.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import type { Principal } from '../pipeline/principal.ts'
import { companyOf, isAdministrator } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { isPending } from '../users/pending-users.ts'
import { conditionsOf, type UserScopes } from '../users/user-search-queries.ts'
import { countIf, countOf, countWithFirst } from './count-with-first.ts'
import { isoInstant } from '../database/iso-instant.ts'

/** Filters with which `/user-list` shows the users that `countWithoutAccess` counts. */
const { filters: withoutAccess } = userSearchQuery.parse({
  filters: { status: userStatus.active, no_access: true, invited: false },
})

/**
 * Counts active users whose last sign-in was more than 90 days ago. Users who never signed in are listed as invitations
 * instead.
 */
export function countWithoutAccess(db: Db, scopes: UserScopes, now: Date) {
  const filters = conditionsOf(scopes, withoutAccess, now)
  return countOf(db, sql`select from users where ${allOf(userInScope(scopes.people), ...filters)}`)
}

/** Filter with which `/user-list` shows the users that `countWithoutFactor` counts. */
const { filters: withoutFactor } = userSearchQuery.parse({ filters: { no_factor: true } })

/**
 * Counts active users without a passkey and an authenticator app who sign in with a password. Null for callers other than
 * administrators if their company requires no second factor (decision 95): they could not require one.
 */
export function countWithoutFactor(db: Db, scopes: UserScopes, who: Principal, now: Date) {
  const required = isAdministrator(who)
    ? sql`true`
    : sql`exists (select from companies where id = ${companyOf(who)} and sign_in_policy <> 'none')`
  const filters = conditionsOf(scopes, withoutFactor, now)
  return countIf(
    db,
    required,
    sql`select from users where ${allOf(userInScope(scopes.people), ...filters)}`,
  )
}

/**
 * Returns active invited users who never signed in, the oldest first. Reads `users_last_access_idx` up to the maximum
 * count. If there are more users, the oldest is searched only among those with the lowest ids. Users who also work for
 * another company are shown only to administrators, because only administrators may resend their invitation.
 */
export function findUnansweredInvitations(db: Db, scopes: UserScopes, now: Date) {
  return countWithFirst(
    db,
    sql<{ id: number; name: string; created_at: string }>`
      select users.id, users.name,
        ${isoInstant(sql.ref('users.created_at'))} as created_at
      from users
      where users.last_access_at is null and ${userInScope(scopes.people)} and ${isPending('invitation', scopes, now)}
      order by users.last_access_at nulls first, users.id limit ${sql.lit(homeCountMax + 1)}`,
    sql`created_at, id`,
  )
}
