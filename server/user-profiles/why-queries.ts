import { sql } from 'kysely'
import { commonModuleId } from '../../contract/constants.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { functionInScope, moduleInScope } from '../scope/catalogue-scope.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { heldProfileInScope } from '../scope/profile-scope.ts'
import { scopeOf } from '../scope/scope.ts'

/** The access that is explained: a user, a place, and optionally a function or action. */
export interface Question {
  userId: number
  company_id: number
  module_id: number
  spid?: string | undefined
  function_id?: number | undefined
  action_id?: number | undefined
}

interface Named {
  id: number
  name: string
}

/** State of the requested place, if its company is in the caller's scope. Parts out of scope are null. */
export interface PlaceState {
  company: Named
  module: (Named & { Service: Named }) | null
  function: Named | null
  action: Named | null
  seats: { limit: number; used: number; free: number }
  user_active: boolean
  user_unblocked: boolean
  company_active: boolean
  service_active: boolean
  module_active: boolean
  entitled: boolean
  spid_known: boolean
  function_active: boolean
  action_active: boolean
}

/** Returns the place with the state of its links, from the views by which the guard decides. Uses one query. */
export async function findPlace(
  db: Db,
  who: Principal,
  question: Question,
): Promise<PlaceState | undefined> {
  const scope = scopeOf(who)
  const { userId, company_id, module_id, spid = null } = question
  const [functionId, actionId] = [question.function_id ?? null, question.action_id ?? null]
  // Shows the names of modules and functions that the user's profiles contain, even after the company's plan has ended.
  const holds = sql`(select p.id from user_profiles up join profiles p on p.id = up.profile_id
    where up.user_id = ${userId} and up.company_id = ${company_id} and p.module_id = ${module_id})`
  const { rows } = await sql<PlaceState>`
    select json_build_object('id', companies.id, 'name', companies.name) as company,
      (select json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', s.id, 'name', s.name))
        from modules m join services s on s.id = m.service_id
        where m.id = pl.module_id and (${moduleInScope(scope, sql.ref('m.id'))} or exists ${holds})) as module,
      (select json_build_object('id', functions.id, 'name', functions.name) from functions
        where functions.id = ${functionId} and (${functionInScope(scope)}
          or exists (select from function_links fl where fl.function_id = functions.id and fl.profile_id in ${holds}))
        and functions.module_id in (pl.module_id, ${commonModuleId})) as function,
      (select json_build_object('id', a.id, 'name', a.name) from actions a
        where a.id = ${actionId} and a.function_id = ${functionId}) as action,
      (select json_build_object('limit', coalesce(sum(s.seat_limit), 0), 'used', coalesce(sum(s.used), 0), 'free', coalesce(sum(s.free), 0))
        from seats s where s.company_id = ${company_id} and s.module_id = ${module_id}) as seats,
      u.user_active, u.user_unblocked, pl.company_active, pl.service_active, pl.module_active, pl.entitled,
      ${spid}::text is null or exists (select from spids sp where sp.company_id = pl.company_id and sp.spid = ${spid}) as spid_known,
      coalesce((select f.active from functions f where f.id = ${functionId}), true) as function_active,
      coalesce((select a.active and a.path is not null from actions a where a.id = ${actionId}), true) as action_active
    from companies
    join people_links u on u.user_id = ${userId}
    left join place_links pl on pl.company_id = companies.id and pl.module_id = ${module_id}
    where companies.id = ${company_id} and ${companyInScope(scope, sql.ref('companies.id'))}`.execute(
    db,
  )
  return rows[0]
}

/** One profile of the user at this place, with the state of each link. */
export interface AccessPath {
  profile: Named | null
  by: 'assignment' | 'delegation'
  spid: string | null
  begin_date: Date | null
  end_date: Date | null
  profile_active: boolean
  spid_fits: boolean
  begun: boolean
  not_ended: boolean
  not_suspended: boolean
  function_held: boolean
  action_held: boolean
  /** Whether no link is missing, by the same expression as in the access decision. */
  allowed: boolean
}

/** Returns every profile of the user at this place, with the state of its links. Uses one query. */
export async function findAccessPaths(
  db: Db,
  who: Principal,
  question: Question,
  now: Date,
): Promise<AccessPath[]> {
  const [functionId, actionId] = [question.function_id ?? null, question.action_id ?? null]
  const { rows } = await sql<AccessPath>`
    select case when ${heldProfileInScope(scopeOf(who))} then json_build_object('id', profiles.id, 'name', profiles.name) end as profile,
      case when l.delegation_id is null then 'assignment' else 'delegation' end as by,
      l.spid, l.begin_at as begin_date, l.end_at as end_date,
      l.profile_active, l.spid_fits, l.begun, l.not_ended, l.not_suspended,
      ${functionId}::integer is null or fl.function_id is not null as function_held,
      ${actionId}::integer is null or al.action_id is not null as action_held,
      l.opens and (${functionId}::integer is null or coalesce(fl.function_active, false))
        and (${actionId}::integer is null or coalesce(al.action_active, false)) as allowed
    from access_links(${now}::timestamptz) l
    join profiles on profiles.id = l.profile_id
    left join function_links fl on fl.profile_id = l.profile_id and fl.function_id = ${functionId}
    left join action_links al on al.profile_id = l.profile_id and al.function_id = ${functionId} and al.action_id = ${actionId}
    where l.user_id = ${question.userId} and l.company_id = ${question.company_id} and l.module_id = ${question.module_id}
      and l.place_spid is not distinct from (select sp.spid from spids sp where sp.company_id = l.company_id and sp.spid = ${question.spid ?? null}::text)
    order by allowed desc, lower(profiles.name) collate natural_order, profiles.id, l.spid nulls first, l.begin_at`.execute(
    db,
  )
  return rows
}
