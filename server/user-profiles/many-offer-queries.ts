import { sql } from 'kysely'
import type { ManyOffers } from '../../contract/many-user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { isoInstant } from '../database/iso-instant.ts'
import { statusOf } from '../database/record-status.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import { isAdministrator, scopeOf, writeScopeOf } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { spidsOfCompany } from './user-profile-queries.ts'

const companyId = sql.ref('companies.id')
const listOf = (ids: readonly number[]) => sql`any (${[...ids]}::integer[])`

/** Returns those of these users who are in the caller's scope. */
export async function findVisibleUsers(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select users.id from users where users.id = ${listOf(userIds)} and ${userInScope(scopeOf(who))}`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/**
 * Returns the companies in which the caller may assign profiles to some of these users, each with those users. Uses one
 * query.
 */
export async function findCompaniesOfMany(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<ManyOffers['companies']> {
  const { rows } = await sql<ManyOffers['companies'][number]>`
    select companies.id, companies.name, companies.document, companies.assignment_days_max, ${spidsOfCompany} as spids,
      array_agg(uc.user_id order by uc.user_id) as user_id
    from user_companies uc
    join users on users.id = uc.user_id and users.active
    join companies on companies.id = uc.company_id and companies.active
    where uc.user_id = ${listOf(userIds)} and ${companyInScope(writeScopeOf(who), companyId)}
      and (${isAdministrator(who)} or uc.user_id <> ${who.userId})
    group by companies.id
    order by lower(companies.name) collate natural_order, companies.id`.execute(db)
  return rows
}

/**
 * Returns the seats of the companies by module, and for each module which of these users occupy a seat. Uses one query.
 */
export async function findSeatsOfMany(
  db: Db,
  userIds: readonly number[],
  companyIds: readonly number[],
): Promise<ManyOffers['seats']> {
  const { rows } = await sql<ManyOffers['seats'][number]>`
    select s.company_id, s.module_id, s.seat_limit as limit, s.used, s.free, array(
      select h.user_id from seat_holders h where h.company_id = s.company_id and h.module_id = s.module_id
        and h.user_id = ${listOf(userIds)} order by h.user_id) as user_id
    from seats s where s.company_id = ${listOf(companyIds)}
    order by s.company_id, s.module_id`.execute(db)
  return rows
}

/**
 * Returns the assignments of these users in the caller's scope. Equal assignments are grouped, with their holders. Uses
 * one query.
 */
export async function findHeldByMany(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<ManyOffers['held']> {
  const { rows } = await sql<ManyOffers['held'][number]>`
    select json_build_object('id', profiles.id, 'name', profiles.name, 'status', ${statusOf('profiles')},
        'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', s.id, 'name', s.name))) as profile,
      json_build_object('id', companies.id, 'name', companies.name, 'document', companies.document, 'active', companies.active) as company,
      held.spid, held.user_id, held.periods
    from (
      select up.profile_id, up.company_id, up.spid, array_agg(up.user_id order by up.user_id) as user_id,
        coalesce(json_agg(json_build_object('user_id', up.user_id, 'begin_date', ${isoInstant(sql.ref('up.begin_at'))},
          'end_date', ${isoInstant(sql.ref('up.end_at'))}, 'suspended_at', ${isoInstant(sql.ref('up.suspended_at'))}) order by up.user_id)
          filter (where up.begin_at is not null or up.end_at is not null), '[]'::json) as periods
      from user_profiles up where up.user_id = ${listOf(userIds)} group by up.profile_id, up.company_id, up.spid) held
    join profiles on profiles.id = held.profile_id
    join modules m on m.id = profiles.module_id
    join services s on s.id = m.service_id
    join companies on companies.id = held.company_id
    where ${companyInScope(scopeOf(who), companyId)} and ${heldProfileInScope(scopeOf(who))}
    order by lower(profiles.name) collate natural_order, profiles.id, lower(companies.name) collate natural_order, companies.id, held.spid nulls first`.execute(
    db,
  )
  return rows
}
