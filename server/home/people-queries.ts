import { sql } from 'kysely'
import { homeDays } from '../../contract/home.ts'
import { userSearchQuery, userStatus } from '../../contract/user-search.ts'
import type { Db } from '../database/database.ts'
import { allOf } from '../database/list-page.ts'
import { isInvited } from '../scope/invited-people.ts'
import type { Scope } from '../scope/scope.ts'
import { accountInScope, userInScope } from '../scope/user-scope.ts'
import { after, days } from '../shared/clock.ts'
import { conditionsOf } from '../users/user-search-queries.ts'
import { countOf, countWithFirst } from './count-with-first.ts'
import { isoInstant } from './iso-instant.ts'

/** Of people who never signed in, those with the lowest numbers are looked at: they wait longest. */
const neverCameMax = 5000

/** As `/user-list` is asked for them. */
const { filters: withoutAccess } = userSearchQuery.parse({
  filters: { status: userStatus.active, no_access: true, invited: false },
})

/**
 * Active people who came once, and not for 90 days: whom `/user-list` finds by the same filters. Who never came is told of
 * as invited, and not twice.
 */
export function countWithoutAccess(db: Db, scope: Scope, now: Date) {
  const filters = conditionsOf(scope, withoutAccess, now)
  return countOf(db, sql`select from users where ${allOf(userInScope(scope), ...filters)}`)
}

/**
 * Active people who were invited and never came, those who wait longest first; on `users_last_access_idx`. Whoever works
 * for another company too is left to administrators: nobody else may send that invitation again.
 */
export function findUnansweredInvitations(db: Db, scope: Scope, now: Date) {
  const before = after(now, -days(homeDays.invitationWaits))
  return countWithFirst(
    db,
    sql<{ id: number; name: string; created_at: string }>`
      select users.id, users.name,
        ${isoInstant(sql.ref('users.created_at'))} as created_at
      from (
        select users.id from users
        where users.last_access_at is null and users.standing = ${sql.lit(userStatus.active)} and ${userInScope(scope)}
        order by users.last_access_at nulls first, users.id limit ${sql.lit(neverCameMax)}
      ) as never join users on users.id = never.id
      where users.created_at < ${before} and ${isInvited} and ${accountInScope(scope)}`,
    sql`created_at, id`,
  )
}
