import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { profiles } from '../../contract/profiles.ts'
import type { Db } from '../database/database.ts'
import { findPage } from '../database/list-page.ts'
import { isoInstant } from '../database/iso-instant.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { lastUse } from '../scope/unused-assignments.ts'
import { userInScope } from '../scope/user-scope.ts'

interface Assignment {
  company: { id: number; name: string }
  spid: string | null
  begin_date: string | null
  end_date: string | null
  suspended_at: string | null
  ended: boolean
  last_used_at: string | null
}

const sorts = {
  name: sql`lower(users.name) collate natural_order`,
  email: sql`users.email`,
}

/**
 * Returns the users in the caller's scope who have a profile in a company in that scope. The caller must have checked
 * the scope of the profile.
 */
export function listProfileHolders(
  db: Db,
  scope: Scope,
  profileId: number,
  list: QueryOf<typeof profiles.profileHolderList>,
) {
  const assigned = sql`user_profiles up where up.profile_id = ${profileId}
    and ${companyInScope(scope, sql.ref('up.company_id'))}`
  return findPage({
    list,
    from: db.selectFrom('users'),
    rows: db.selectFrom('users').select([
      'users.id',
      'users.name',
      'users.email',
      'users.suspended',
      // PostgreSQL evaluates this subquery only for the users of the page.
      sql<Assignment[]>`(
        select json_agg(json_build_object(
          'company', json_build_object('id', c.id, 'name', c.name),
          'spid', held.spid, 'begin_date', ${isoInstant(sql.ref('held.begin_at'))}, 'end_date', ${isoInstant(sql.ref('held.end_at'))},
          'suspended_at', ${isoInstant(sql.ref('held.suspended_at'))},
          'ended', coalesce(held.end_at <= now(), false),
          'last_used_at', ${isoInstant(sql.ref('held.last_used_at'))}) order by lower(c.name) collate natural_order, c.id, held.spid nulls first)
        from (select up.company_id, up.spid, up.begin_at, up.end_at, up.suspended_at, ${lastUse} as last_used_at from ${assigned} and up.user_id = users.id) held
        join companies c on c.id = held.company_id)`.as('assignments'),
    ]),
    conditions: [
      sql`users.active`,
      sql`users.id in (select up.user_id from ${assigned})`,
      userInScope(scope),
    ],
    searched: {
      name: sql`search_fold(users.name)`,
      shows: (pattern) => sql`search_fold(users.name || chr(10) || users.email) like ${pattern}`,
    },
    sorts,
    id: sql.ref('users.id'),
  })
}
