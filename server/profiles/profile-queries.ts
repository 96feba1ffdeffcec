import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { profiles } from '../../contract/profiles.ts'
import type { Scope } from '../scope/scope.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { recordTable } from '../database/record-table.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus, statusOf } from '../database/record-status.ts'
import { nameIn, type Searched } from '../database/row-search.ts'
import { profileInScope } from '../scope/profile-scope.ts'

type ProfileListQuery = QueryOf<typeof profiles.profileList>

const profileId = sql.ref('profiles.id')

const sorts = {
  name: sql`lower(profiles.name) collate natural_order`,
  service: sql`lower(services.name) collate natural_order`,
  module: sql`lower(modules.name) collate natural_order`,
  company: sql`lower(companies.name) collate natural_order`,
  accredited_enable: sql`profiles.accredited_enable`,
  created_at: sql`profiles.created_at`,
  updated_at: sql`profiles.updated_at`,
  status: sql`profiles.active`,
}

function selectProfiles(db: Db) {
  return (
    db
      .selectFrom('profiles')
      .innerJoin('modules', 'modules.id', 'profiles.module_id')
      .innerJoin('services', 'services.id', 'modules.service_id')
      .leftJoin('companies', 'companies.id', 'profiles.company_id')
      .select([
        'profiles.id',
        'profiles.name',
        'profiles.module_id',
        'modules.name as module_name',
        'services.id as service_id',
        'services.name as service_name',
        statusOf('profiles').as('status'),
        'profiles.accredited_enable',
        'profiles.master_profile',
        'profiles.profile_type_id',
        'profiles.company_id',
        'companies.name as company_name',
        'profiles.created_at',
        'profiles.updated_at',
        'profiles.version',
        'profiles.assignment_days_max',
      ])
      // A check constraint limits the column to this value.
      .$narrowType<{ profile_type_id: 1 }>()
  )
}

export type ProfileRow = Awaited<
  ReturnType<ReturnType<typeof selectProfiles>['executeTakeFirstOrThrow']>
>

/** How the list is searched: also by the names of module, service and company. */
const searched: Searched = {
  name: nameIn(sql`profiles.search_line`),
  shows: (pattern) => sql`(profiles.search_line like ${pattern}
    or profiles.module_id = any (array(
      select m.id from modules m join services s on s.id = m.service_id
      where ${nameIn(sql`m.search_line`)} like ${pattern} or ${nameIn(sql`s.search_line`)} like ${pattern}))
    or profiles.company_id = any (array(select c.id from companies c where search_fold(c.name) like ${pattern})))`,
  hint: (pattern) =>
    sql`profiles.module_id = any (array(select m.id from modules m where ${nameIn(sql`m.search_line`)} like ${pattern}))`,
}

export function listProfiles(db: Db, scope: Scope, list: ProfileListQuery) {
  return findPage({
    list,
    from: db.selectFrom('profiles'),
    rows: selectProfiles(db),
    conditions: [
      profileInScope(scope),
      ...filtered(list, {
        status: hasStatus('profiles'),
        module_id: (module) => sql`profiles.module_id = ${module}`,
        service_id: (service) =>
          sql`profiles.module_id = any (array(select m.id from modules m where m.service_id = ${service}))`,
        accredit_id: (maker) => sql`profiles.company_id is not distinct from ${maker || null}`,
      }),
    ],
    searched,
    sorts,
    id: profileId,
  })
}

export function findProfile(db: Db, scope: Scope, id: number) {
  return selectProfiles(db)
    .where('profiles.id', '=', id)
    .where(profileInScope(scope))
    .executeTakeFirst()
}

export const profileConstraints: ConstraintMeanings = {
  profiles_name_key: { problems: ['profile-name-in-use'], field: 'name' },
  profiles_module_fkey: { problems: ['module-not-found'], field: 'module_id' },
  profiles_administrator_without_max: {
    fields: { assignment_days_max: 'O perfil Administrador não tem prazo.' },
  },
  profiles_master_by_administrator: {
    fields: { master_profile: 'Um perfil feito por uma empresa não pode ser perfil master.' },
  },
}

export const profileTable = recordTable('profiles', [
  'module_id',
  'company_id',
  'name',
  'status',
  'accredited_enable',
  'master_profile',
  'assignment_days_max',
])

/**
 * Returns whether the module of the profile can't change, because the profile has functions or is assigned or
 * delegated.
 */
export async function isProfileInUse(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select
    exists (select from profile_functions where profile_id = ${id})
    or exists (select from user_profiles where profile_id = ${id})
    or exists (select from delegation_profiles where profile_id = ${id}) as used`.execute(db)
  return rows[0]?.used === true
}

/** Returns whether a user holds the profile in any company, by assignment or by an open delegation. */
export async function isHeldBy(db: Db, id: number, userId: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select
    exists (select from user_profiles up where up.profile_id = ${id} and up.user_id = ${userId} and (up.end_at is null or up.end_at > now()))
    or exists (select from delegation_profiles dp join delegations d on d.id = dp.delegation_id
      where dp.profile_id = ${id} and d.user_id = ${userId} and d.closed_at is null
        and (d.end_at is null or d.end_at > now())) as held`.execute(db)
  return rows[0]?.held === true
}
