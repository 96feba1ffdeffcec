import { sql } from 'kysely'
import { commonModuleId } from '../../contract/constants.ts'
import type { Held, Place } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'

/**
 * One query: the profiles a user holds in a place, by assignment or running delegation, with their functions and those
 * of the common module; nothing when the place isn't open to the user (rulings §6: company, service and module active,
 * module entitled by a plan) or is for a SPID that is no more (rulings §10).
 */
export async function findGrants(
  db: Db,
  userId: number,
  place: Place,
  now: Date,
): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    with held as (
      select p.id, p.name, p.master_profile, p.module_id, null::integer as delegation_id
      from user_profiles up
      join profiles p on p.id = up.profile_id and p.status = 1 and p.module_id = ${place.moduleId}
      where up.user_id = ${userId} and up.company_id = ${place.companyId}
        and (up.spid is null or ${place.spid}::text is null or up.spid = ${place.spid})
      union
      select p.id, p.name, p.master_profile, p.module_id, d.id
      from delegations d
      join delegation_profiles dp on dp.delegation_id = d.id
      join profiles p on p.id = dp.profile_id and p.status = 1 and p.module_id = ${place.moduleId}
      where d.user_id = ${userId} and d.company_id = ${place.companyId} and d.closed_at is null
        and d.begin_at <= ${now} and (d.end_at is null or d.end_at > ${now})
    ), granted as (
      select f.id, f.url, f.name, f.code, f.environment, f.method
      from functions f
      where f.status = 1 and (f.module_id = ${commonModuleId}
        or f.id in (select pf.function_id from profile_functions pf where pf.profile_id in (select id from held)))
    )
    select
      (select json_agg(distinct to_jsonb(held)) from held) as profiles,
      coalesce((select json_agg(json_build_object(
        'path', g.url, 'name', g.name, 'code', g.code, 'environment', g.environment, 'method', g.method,
        'actions', coalesce((
          select json_agg(distinct jsonb_build_object('path', a.path))
          from profile_actions pa join actions a on a.id = pa.action_id and a.active and a.path is not null
          where pa.function_id = g.id and pa.profile_id in (select id from held)), '[]'::json))
        order by g.url) from granted g), '[]'::json) as functions,
      json_build_object('id', c.id, 'name', c.name) as company,
      (select min(edge) from delegations d, lateral (values (d.begin_at), (d.end_at)) as edges(edge)
        where d.user_id = ${userId} and d.company_id = ${place.companyId} and d.closed_at is null and edge > ${now}) as until
    from companies c
    join modules m on m.id = ${place.moduleId} and m.status = 1
    join services s on s.id = m.service_id and s.active
    where c.id = ${place.companyId} and c.active and exists (select from held) and seat_limit(c.id, m.id) > 0
      and (${place.spid}::text is null
        or exists (select from spids sp where sp.company_id = c.id and sp.spid = ${place.spid}))`.execute(
    db,
  )
  return rows[0]
}
