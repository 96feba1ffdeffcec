import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** A module that a company offers to a user. */
export interface Offer {
  company_id: number
  company_name: string
  document: string
  service_id: number
  service_name: string
  module_id: number
  module_name: string
  /** With its protocol. */
  url: string | null
  status: number
  is_enable_spid: boolean
  logo_digest: string | null
  last_used_at: Date | null
  /** SPIDs of the company that the profiles held there are for. */
  spids: { spid: string; description: string }[]
}

/**
 * One query: everything a user is offered (rulings §6: profile held ∧ company active ∧ service and module active ∧
 * module entitled by a plan ∧ not expired), or only one company's or module's. A profile that names no SPID holds for
 * all of them. Served by the index of user_profiles on the user.
 */
export async function listOffers(
  db: Db,
  userId: number,
  now: Date,
  only: { companyId?: number; moduleId?: number } = {},
): Promise<Offer[]> {
  const { rows } = await sql<Offer>`
    with held as (
      select up.company_id, p.module_id, up.spid
      from user_profiles up join profiles p on p.id = up.profile_id and p.status = 1
      where up.user_id = ${userId}
      union
      select d.company_id, p.module_id, null
      from delegations d
      join delegation_profiles dp on dp.delegation_id = d.id
      join profiles p on p.id = dp.profile_id and p.status = 1
      where d.user_id = ${userId} and d.closed_at is null and d.begin_at <= ${now} and (d.end_at is null or d.end_at > ${now})
    ), places as (
      select company_id, module_id, bool_or(spid is null) as every_spid, array_agg(spid) as spids
      from held
      where (${only.companyId ?? null}::integer is null or company_id = ${only.companyId ?? null})
        and (${only.moduleId ?? null}::integer is null or module_id = ${only.moduleId ?? null})
      group by company_id, module_id
    )
    select c.id as company_id, c.name as company_name, c.document, s.id as service_id, s.name as service_name,
      m.id as module_id, m.name as module_name, m.protocol || m.url as url, m.status, m.is_enable_spid,
      l.digest as logo_digest, v.last_used_at,
      coalesce((select json_agg(json_build_object('spid', sp.spid, 'description', sp.description) order by sp.spid)
        from spids sp where sp.company_id = c.id and (p.every_spid or sp.spid = any (p.spids))), '[]'::json) as spids
    from places p
    join companies c on c.id = p.company_id and c.active
    join modules m on m.id = p.module_id and m.status = 1
    join services s on s.id = m.service_id and s.active
    left join module_logos l on l.module_id = m.id
    left join module_visits v on v.user_id = ${userId} and v.company_id = c.id and v.module_id = m.id
    where seat_limit(c.id, m.id) > 0
    order by lower(c.name), c.id, s.id, lower(m.name)`.execute(db)
  return rows
}

export async function findLogo(db: Db, moduleId: number, digest: string) {
  return db
    .selectFrom('module_logos')
    .select(['content', 'content_type'])
    .where('module_id', '=', moduleId)
    .where('digest', '=', digest)
    .executeTakeFirst()
}
