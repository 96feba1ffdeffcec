import { type RawBuilder, sql } from 'kysely'
import { homeSeatsMax, nearlyFull } from '../../contract/home.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'

/** Whoever sees every company is told of the places in which the last so many profiles were given. */
const lastAssignments = 500

interface Named {
  id: number
  name: string
}

interface SeatsOfPlace {
  company: Named
  module: Named
  limit: number
  used: number
  free: number
  over: number
}

/**
 * The places that are fullest, and how many are nearly full or over. Of one company it reads that company's holders, as
 * its own screen does. To count the holders of all companies takes seconds among a million people, so of those only the
 * places are counted that fill up at present; each by its company and module, on `user_profiles_company_profile_idx`.
 */
export async function findSeatPressure(db: Db, scope: Scope) {
  const { rows } = await sql<{ nearly_full: number; place: SeatsOfPlace }>`
    with counted as (${scope === 'everything' ? ofLastAssignments : ofCompany(scope.companyId)}),
    told as (
      select counted.*, c.name as company_name, m.name as module_name,
        counted.used > 0 and counted.used >= ${nearlyFull}::numeric * counted.seat_limit as pressed
      from counted join companies c on c.id = counted.company_id and c.active
      join modules m on m.id = counted.module_id and m.status = 1)
    select (count(*) filter (where pressed) over ())::integer as nearly_full, jsonb_build_object(
      'company', jsonb_build_object('id', company_id, 'name', company_name),
      'module', jsonb_build_object('id', module_id, 'name', module_name),
      'limit', seat_limit, 'used', used, 'free', told.free, 'over', told.over) as place
    from told
    order by used::numeric / greatest(seat_limit, 1) desc, used desc, company_id, module_id
    limit ${homeSeatsMax}`.execute(db)
  return { nearly_full: rows[0]?.nearly_full ?? 0, places: rows.map(({ place }) => place) }
}

const ofCompany = (companyId: number): RawBuilder<unknown> =>
  sql`select * from seats where seats.company_id = ${companyId}`

const ofLastAssignments: RawBuilder<unknown> = sql`
  select s.* from (
    select distinct given.company_id, p.module_id
    from (select company_id, profile_id from user_profiles order by id desc limit ${sql.lit(lastAssignments)}) as given
    join profiles p on p.id = given.profile_id
  ) as place cross join lateral (
    select * from seats where seats.company_id = place.company_id and seats.module_id = place.module_id
  ) as s`
