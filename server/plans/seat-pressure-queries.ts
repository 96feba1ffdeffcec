import { type RawBuilder, sql } from 'kysely'
import { homePlacesMax, homeSeatsMax } from '../../contract/seat-pressure.ts'
import { nearlyFull } from '../../contract/limits.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'

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
  /** The loose plan of this company and module, active or not. */
  loose_plan: { id: number } | null
}

interface Counted {
  nearly_full: number
  more: boolean
  place: SeatsOfPlace
}

/** Returns the fullest places for HOME, and how many places are nearly full or over the limit. */
export async function findSeatPressure(db: Db, scope: Scope) {
  const { nearly_full, more, places } = await findPlaces(db, scope, {
    where: sql`true`,
    take: homeSeatsMax,
  })
  return { nearly_full: { count: nearly_full, more }, places }
}

/** Returns the places that are nearly full or over the limit, as counted by `findSeatPressure`. */
export async function findNearlyFullPlaces(db: Db, scope: Scope) {
  const { nearly_full, more, places } = await findPlaces(db, scope, {
    where: sql`near_limit`,
    take: homePlacesMax,
  })
  return { count: nearly_full, more, places }
}

/** Sorted by the used share of the limit, then by the fewest free seats, then by name. */
async function findPlaces(
  db: Db,
  scope: Scope,
  { where, take }: { where: RawBuilder<unknown>; take: number },
) {
  const { rows } = await sql<Counted>`
    with ${scope === 'everything' ? placesByAssigned : sql``}
    counted as (${scope === 'everything' ? ofAllCompanies : ofCompany(scope.companyId)}),
    named as (
      select counted.*, c.name as company_name, m.name as module_name,
        counted.used > 0 and counted.used >= ${sql.lit(nearlyFull)} * counted.seat_limit as near_limit
      from counted join companies c on c.id = counted.company_id and c.active
      join modules m on m.id = counted.module_id and m.active)
    select (count(*) filter (where near_limit) over ())::integer as nearly_full, more, jsonb_build_object(
      'company', jsonb_build_object('id', company_id, 'name', company_name),
      'module', jsonb_build_object('id', module_id, 'name', module_name),
      'limit', seat_limit, 'used', used, 'free', named.free, 'over', named.over,
      'loose_plan', (select jsonb_build_object('id', l.id) from loose_plans l
        where l.company_id = named.company_id and l.module_id = named.module_id)) as place
    from named where ${where}
    order by used::numeric / greatest(seat_limit, 1) desc, named.over desc, named.free,
      lower(module_name) collate natural_order, lower(company_name) collate natural_order, company_id, module_id
    limit ${take}`.execute(db)
  return {
    nearly_full: rows[0]?.nearly_full ?? 0,
    more: rows[0]?.more ?? false,
    places: rows.map(({ place }) => place),
  }
}

/** Counts the seat holders of one company, like the company's own screen. */
const ofCompany = (companyId: number): RawBuilder<unknown> =>
  sql`select seats.*, false as more from seats where seats.company_id = ${companyId}`

/**
 * Counts the seat holders of the fullest places only, because counting all would read every user. The places are chosen
 * by the number of assigned profiles that have not ended, which is an upper bound. The number of all of them comes from
 * `user_profiles_company_profile_idx` alone.
 * The bound of the next place shows whether further places may be nearly full.
 */
const ofAllCompanies: RawBuilder<unknown> = sql`
  select s.*, exists (select from (select near_limit from fullest offset ${sql.lit(homePlacesMax)}) as next where near_limit) as more
  from (select * from fullest limit ${sql.lit(homePlacesMax)}) as place cross join lateral (
    -- The offset prevents merging the subquery, so that each place is looked up by key.
    select * from seats where seats.company_id = place.company_id and seats.module_id = place.module_id offset 0
  ) as s`

/** Returns the places with the most assigned profiles per seat, one more than are counted. */
const placesByAssigned: RawBuilder<unknown> = sql`
  given as (
    select held.company_id, p.module_id, sum(held.many - coalesce(ended.many, 0)) as given
    from (
      select company_id, profile_id, count(*) as many
      from (select company_id, profile_id from user_profiles order by company_id, profile_id) as in_index
      group by company_id, profile_id
    ) as held
    -- Few, and found with user_profiles_end_idx.
    left join (
      select company_id, profile_id, count(*) as many from user_profiles where end_at <= now() group by company_id, profile_id
    ) as ended using (company_id, profile_id)
    join profiles p on p.id = held.profile_id and p.active
    group by held.company_id, p.module_id),
  limits as (select company_id, module_id, sum(seats) as seats from seat_grants group by company_id, module_id),
  fullest as (
    select company_id, module_id, given >= ${sql.lit(nearlyFull)} * coalesce(seats, 0) as near_limit
    from given left join limits using (company_id, module_id)
    where exists (select from companies c where c.id = company_id and c.active)
      and exists (select from modules m where m.id = module_id and m.active)
    order by given / greatest(seats, 1) desc, company_id, module_id
    limit ${sql.lit(homePlacesMax + 1)}),`
