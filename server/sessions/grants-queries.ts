import { sql } from 'kysely'
import type { Held, Place } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'

/**
 * One query: the profiles that open a place to a user, by assignment or running delegation, with their functions and those
 * of the common module; nothing where none does (rulings §6). What opens is said by `access_links` of the database, which
 * the access page and 'Por quê?' read too.
 */
export async function findGrants(
  db: Db,
  userId: number,
  place: Place,
  now: Date,
): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    with held as materialized (
      select distinct l.profile_id as id, l.delegation_id from access_links(${now}::timestamptz) l
      where l.opens and l.user_id = ${userId} and l.company_id = ${place.companyId} and l.module_id = ${place.moduleId}
        and l.place_spid is not distinct from ${place.spid}::text
    ), granted as (
      select distinct f.id, f.url, f.name, f.code, f.environment, f.method
      from function_links fl join functions f on f.id = fl.function_id
      where fl.function_active and fl.profile_id in (select id from held)
    )
    select
      (select json_agg(json_build_object('id', p.id, 'name', p.name, 'master_profile', p.master_profile,
        'module_id', p.module_id, 'delegation_id', held.delegation_id) order by p.id, held.delegation_id nulls first)
        from held join profiles p on p.id = held.id) as profiles,
      coalesce((select json_agg(json_build_object(
        'path', g.url, 'name', g.name, 'code', g.code, 'environment', g.environment, 'method', g.method,
        'actions', coalesce((
          select json_agg(distinct jsonb_build_object('path', a.path))
          from action_links al join actions a on a.id = al.action_id
          where al.action_active and al.function_id = g.id and al.profile_id in (select id from held)), '[]'::json))
        order by g.url) from granted g), '[]'::json) as functions,
      json_build_object('id', c.id, 'name', c.name) as company,
      (select min(edge) from delegations d, lateral (values (d.begin_at), (d.end_at)) as edges(edge)
        where d.user_id = ${userId} and d.company_id = ${place.companyId} and d.closed_at is null and edge > ${now}) as until
    from companies c where c.id = ${place.companyId} and exists (select from held)`.execute(db)
  return rows[0]
}
