import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { seats } from '../../contract/seats.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { isoInstant } from '../database/iso-instant.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { lastUse } from '../scope/unused-assignments.ts'
import { userInScope } from '../scope/user-scope.ts'

interface Named {
  id: number
  name: string
}

interface HeldModule {
  module: Named & { Service: Named }
  profiles: (Named & {
    spid: string | null
    begin_date: string | null
    end_date: string | null
    suspended_at: string | null
    last_used_at: string | null
  })[]
}

const sorts = {
  name: sql`lower(users.name) collate natural_order`,
  email: sql`users.email`,
  last_access_at: sql`users.last_access_at`,
}

/** Returns whether the company is in the caller's scope. */
export async function isCompanyInScope(db: Db, who: Principal, id: number): Promise<boolean> {
  const { rows } = await sql`select from companies
    where id = ${id} and ${companyInScope(scopeOf(who), sql.ref('companies.id'))}`.execute(db)
  return rows.length > 0
}

/**
 * Returns the seat holders of a company in the caller's scope. The caller must have checked the scope of the company.
 */
export function listSeatHolders(
  db: Db,
  who: Principal,
  companyId: number,
  list: QueryOf<typeof seats.seatHolderList>,
) {
  const inCompany = sql`select sh.user_id from seat_holders sh where sh.company_id = ${companyId}`
  return findPage({
    list,
    from: db.selectFrom('users'),
    rows: db.selectFrom('users').select([
      'users.id',
      'users.name',
      'users.email',
      'users.suspended',
      'users.last_access_at',
      // PostgreSQL evaluates this subquery only for the users of the page.
      sql<HeldModule[]>`coalesce((
        select json_agg(json_build_object(
          'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', v.id, 'name', v.name)),
          'profiles', coalesce((
            select json_agg(json_build_object('id', profiles.id, 'name', profiles.name, 'spid', up.spid,
                'begin_date', ${isoInstant(sql.ref('up.begin_at'))}, 'end_date', ${isoInstant(sql.ref('up.end_at'))}, 'suspended_at', ${isoInstant(sql.ref('up.suspended_at'))},
                'last_used_at', ${isoInstant(lastUse)})
              order by lower(profiles.name) collate natural_order, profiles.id, up.spid nulls first)
            from user_profiles up join profiles on profiles.id = up.profile_id and profiles.active
            where up.user_id = users.id and up.company_id = ${companyId} and profiles.module_id = m.id
              and (up.end_at is null or up.end_at > now())
              and ${heldProfileInScope(scopeOf(who))}), '[]'::json))
          order by lower(v.name) collate natural_order, lower(m.name) collate natural_order, m.id)
        from seat_holders sh join modules m on m.id = sh.module_id join services v on v.id = m.service_id
        where sh.company_id = ${companyId} and sh.user_id = users.id), '[]'::json)`.as('modules'),
    ]),
    conditions: [
      sql`users.id in (${inCompany})`,
      userInScope(scopeOf(who)),
      ...filtered(list, {
        module_id: (id) => sql`users.id in (${inCompany} and sh.module_id = ${id})`,
      }),
    ],
    searched: {
      name: sql`search_fold(users.name)`,
      shows: (pattern) => sql`search_fold(users.name || chr(10) || users.email) like ${pattern}`,
    },
    sorts,
    id: sql.ref('users.id'),
  })
}
