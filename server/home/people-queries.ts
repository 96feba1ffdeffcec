import { sql } from 'kysely'
import { userSearchQuery, userStatus } from '../../contract/user-search.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { userInScope } from '../scope/user-scope.ts'
import { isPending } from '../users/pending-users.ts'
import { conditionsOf, type UserScopes } from '../users/user-search-queries.ts'
import { countOf, countWithFirst } from './count-with-first.ts'
import { isoInstant } from './iso-instant.ts'

/**
 * Maximum number of users that are searched for unanswered invitations. Users with the lowest ids are searched, because
 * they have waited longest.
 */
const neverSignedInMax = 5000

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

/**
 * Returns active invited users who never signed in, the oldest first. Uses `users_last_access_idx`. Users who also work
 * for another company are shown only to administrators, because only administrators may resend their invitation.
 */
export function findUnansweredInvitations(db: Db, scopes: UserScopes, now: Date) {
  return countWithFirst(
    db,
    sql<{ id: number; name: string; created_at: string }>`
      select users.id, users.name,
        ${isoInstant(sql.ref('users.created_at'))} as created_at
      from (
        select users.id from users
        where users.last_access_at is null and users.display_status = ${sql.lit(userStatus.active)}
          and ${userInScope(scopes.people)}
        order by users.last_access_at nulls first, users.id limit ${sql.lit(neverSignedInMax)}
      ) as never join users on users.id = never.id
      where ${isPending('invitation', scopes, now)}`,
    sql`created_at, id`,
  )
}
