import { sql } from 'kysely'
import { homeRowsMax } from '../../contract/limits.ts'
import { userStatus } from '../../contract/user-search.ts'
import type { Db } from '../database/database.ts'
import { plannedEachTime } from '../database/planned-each-time.ts'
import { userInScope } from '../scope/user-scope.ts'
import { assignmentUnused, isPending } from '../users/pending-users.ts'
import type { UserScopes } from '../users/user-search-queries.ts'
import { countOf } from './count-with-first.ts'

interface Named {
  id: number
  name: string
}

/** Number of assignments among which the named users are searched: more than a user usually has. */
const searchedMax = 100

/**
 * Counts active users in scope with a profile that was not used for 90 days, and returns those with the profiles unused
 * for longest. Reads `access_uses_unused_idx` from its beginning, because there may be hundreds of thousands.
 */
export async function findUnusedProfiles(all: Db, scopes: UserScopes, now: Date) {
  const db = all.withPlugin(plannedEachTime)
  const { people } = scopes
  const counted = await countOf(
    db,
    sql`select from users where ${userInScope(people)} and ${isPending('unused', scopes, now)}`,
  )
  if (counted.count === 0) return { ...counted, rows: [] }
  const { rows } = await sql<{ id: number; user: Named; company: Named; unused_since: string }>`
    with oldest as (
      select up.id, up.company_id, au.unused_since::text, users.id as user_id, users.name
      from user_profiles up join access_uses au on au.user_profile_id = up.id join users on users.id = up.user_id
      where ${assignmentUnused(people, now)} and users.display_status = ${sql.lit(userStatus.active)} and ${userInScope(people)}
      order by au.unused_since, up.id limit ${sql.lit(searchedMax)})
    select one.id, json_build_object('id', one.user_id, 'name', one.name) as user,
      json_build_object('id', c.id, 'name', c.name) as company, one.unused_since
    from (select distinct on (user_id) * from oldest order by user_id, unused_since, id) one
    join companies c on c.id = one.company_id
    order by one.unused_since, one.id limit ${sql.lit(homeRowsMax)}`.execute(db)
  return { ...counted, rows }
}
