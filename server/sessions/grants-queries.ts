import { type RawBuilder, sql } from 'kysely'
import { auditorProfileId, consoleModuleId, supportProfileId } from '../../contract/constants.ts'
import type { HeldPermissions, Place } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'

/** A user's permissions in a place. Also the ids of rows on which they depend and which the place does not name. */
export interface FoundGrants extends Pick<HeldPermissions, 'company'> {
  /**
   * JSON of the profiles with their functions. Equal profiles have equal JSON, which is parsed once
   * (permission-sets.ts).
   */
  permissions: string
  service_id: number
  plan_ids: number[]
  /** Ids of the user's assignments (`user_profiles`) that open the place. */
  assignments: number[]
  /** When the next assignment or delegation of the user, or assignment of a lender, begins or ends. The grants must then be read again. */
  until: Date | null
  /** The current delegation. A user has at most one per company at a time. `end_at` is formatted as in JSON. */
  delegation: { id: number; lender_id: number; delegated_by: string; end_at: string | null } | null
}

/** Selects functions as JSON, each with the actions that these profiles have on it. */
const functionsOf = (linked: RawBuilder<unknown>, profiles: RawBuilder<unknown>) => sql`
  coalesce((select json_agg(json_build_object(
    'path', f.url, 'name', f.name, 'code', f.code, 'environment', f.environment, 'method', f.method,
    'actions', coalesce((
      select json_agg(distinct jsonb_build_object('path', a.path))
      from action_links al join actions a on a.id = al.action_id
      where al.action_active and al.function_id = f.id and al.profile_id in (${profiles})), '[]'::json))
    order by f.url, f.id) from ${linked} linked join functions f on f.id = linked.function_id
    where linked.function_active), '[]'::json)`

const assigned = sql`select id from held where delegation_id is null`
const lent = sql`select from held where delegation_id is not null`

/** Selects the functions of these profiles. */
const functionsHeldBy = (profiles: RawBuilder<unknown>) =>
  functionsOf(
    sql`(select distinct function_id, function_active from function_links where profile_id in (${profiles}))`,
    profiles,
  )

const isReader = sql`id = any (${[supportProfileId, auditorProfileId]}::integer[])`

/** Selects the console functions of profile 3 or 4 alone; null if the user does not have the profile. */
const heldAlone = (profileId: number) => sql`
  case when ${profileId} in (select id from held) then ${functionsOf(
    sql`(select function_id, function_active from function_links where profile_id = ${profileId} and module_id = ${consoleModuleId})`,
    sql`${profileId}`,
  )} end`

/**
 * Selects functions of a user with profile 3 or 4, separately for each of these profiles and for the other profiles
 * together (decision 53).
 */
const withReaders = sql`case when exists (select from held where ${isReader}) then json_build_object(
  'support', ${heldAlone(supportProfileId)}, 'auditor', ${heldAlone(auditorProfileId)},
  'others', ${functionsHeldBy(sql`select id from held where not ${isReader}`)},
  'own_others', case when exists (${lent}) then ${functionsHeldBy(sql`${assigned} and not ${isReader}`)} end) end`

/**
 * Returns the user's profiles in a place with their functions, including functions of the common module. Undefined if
 * the user has none (rulings §6). Includes assigned profiles and those of a current delegation. The SQL function
 * `access_links` decides which profiles count, as it does for the access page and 'Por quê?'.
 */
export async function findGrants(
  db: Db,
  userId: number,
  place: Place,
  now: Date,
): Promise<FoundGrants | undefined> {
  const { rows } = await sql<FoundGrants>`
    with links as materialized (
      select l.profile_id, l.delegation_id, l.user_profile_id from access_links(${now}::timestamptz) l
      where l.opens and l.user_id = ${userId} and l.company_id = ${place.companyId} and l.module_id = ${place.moduleId}
        and l.place_spid is not distinct from ${place.spid}::text
    ), held as materialized (
      select distinct profile_id as id, delegation_id from links
    ), linked as materialized (
      select distinct function_id, function_active from function_links where profile_id in (select id from held)
    )
    select json_build_object(
      'profiles', (select json_agg(json_build_object('id', p.id, 'name', p.name, 'master_profile', p.master_profile,
        'module_id', p.module_id, 'delegation_id', held.delegation_id) order by p.id, held.delegation_id nulls first)
        from held join profiles p on p.id = held.id),
      'functions', ${functionsOf(sql`linked`, sql`select id from held`)},
      'own_functions', case when exists (${lent}) then ${functionsHeldBy(assigned)} end,
      'readers', ${withReaders},
      'function_ids', coalesce((select json_agg(function_id order by function_id) from linked), '[]'::json),
      'action_ids', coalesce((select json_agg(distinct al.action_id) from action_links al
        where al.profile_id in (select id from held)), '[]'::json))::text as permissions,
      json_build_object('id', c.id, 'name', c.name) as company,
      (select m.service_id from modules m where m.id = ${place.moduleId}) as service_id,
      array(select sg.plan_id from seat_grants sg
        where sg.company_id = c.id and sg.module_id = ${place.moduleId} and sg.plan_id is not null) as plan_ids,
      array(select user_profile_id from links where user_profile_id is not null order by 1) as assignments,
      (select min(edge) from (
          select d.begin_at, d.end_at from delegations d
          where d.user_id = ${userId} and d.company_id = ${place.companyId} and d.closed_at is null
          union all
          select up.begin_at, up.end_at from user_profiles up where up.company_id = ${place.companyId} and up.user_id = any (
            array(select d.delegated_by from delegations d
              where d.user_id = ${userId} and d.company_id = ${place.companyId} and d.closed_at is null) || ${userId}::integer)
        ) period, lateral (values (period.begin_at), (period.end_at)) as edges(edge) where edge > ${now}) as until,
      (select json_build_object('id', d.id, 'lender_id', lender.id, 'delegated_by', lender.name, 'end_at', d.end_at)
        from delegations d join users lender on lender.id = d.delegated_by
        where d.id = (select min(delegation_id) from held)) as delegation
    from companies c where c.id = ${place.companyId} and exists (select from held)`.execute(db)
  return rows[0]
}
