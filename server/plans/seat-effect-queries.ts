import { type RawBuilder, sql } from 'kysely'
import { effectCountMax, effectRowsMax } from '../../contract/seats.ts'
import type { Db } from '../database/database.ts'
import { type SeatChange, seatsLost } from './seat-change.ts'

interface Named {
  id: number
  name: string
}

interface EffectRow {
  company: Named
  module: Named & { Service: Named }
  used: number
  limit: number
  new_limit: number
  over: number
}

interface FoundEffect {
  /** All counts stop at `effectCountMax` + 1. */
  people: number
  companies: number
  over: number
  rows: EffectRow[]
}

const countLimit = sql.lit(effectCountMax + 1)

/**
 * Maximum number of companies that are looked up individually. Beyond it, the query computes the seats of the modules
 * in all companies.
 */
const maxSingleCompanies = 200

/** Returns a condition on company and module. The alias names `seats` or `seat_holders`. */
type SeatCondition = (alias: 's' | 'h') => RawBuilder<boolean>

/**
 * Returns a function that builds the condition for the seats that a change affects, so that the views compute only
 * these.
 */
async function affectedSeats(db: Db, change: SeatChange): Promise<SeatCondition> {
  if ('loosePlanId' in change) {
    const of = sql`from loose_plans where id = ${change.loosePlanId}`
    return (alias) => sql`(${sql.ref(`${alias}.company_id`)} = (select company_id ${of})
      and ${sql.ref(`${alias}.module_id`)} = (select module_id ${of}))`
  }
  const { planId, moduleId, companyIds } = change
  const { rows } = await sql<{ company_id: number }>`
    select company_id from plan_companies where plan_id = ${planId}
      and ${companyIds ? sql`company_id = any (${[...companyIds]}::integer[])` : sql`true`}
    limit ${sql.lit(maxSingleCompanies + 1)}`.execute(db)
  const few = rows.map(({ company_id }) => company_id)
  const modules =
    moduleId === undefined
      ? sql`any (array(select module_id from plan_modules where plan_id = ${planId}))`
      : moduleId
  return (alias) =>
    few.length > maxSingleCompanies
      ? sql`${sql.ref(`${alias}.module_id`)} = ${modules}`
      : sql`(${sql.ref(`${alias}.module_id`)} = ${modules}
          and ${sql.ref(`${alias}.company_id`)} = any (${few}::integer[]))`
}

/** Returns the effect of a change. Uses two queries. */
export async function findEffect(db: Db, change: SeatChange): Promise<FoundEffect> {
  const isAffected = await affectedSeats(db, change)
  const { rows } = await sql<FoundEffect>`
    with lost as materialized (select * from ${seatsLost(change)} as t where t.fewer > 0),
    hit as materialized (
      select s.company_id, s.module_id, s.used, s.seat_limit, s.seat_limit - lost.fewer as new_limit
      from lost join seats s on s.company_id = lost.company_id and s.module_id = lost.module_id
      where ${isAffected('s')}
        and s.used > s.seat_limit - lost.fewer),
    worst as (
      select * from hit order by new_limit = 0 desc, used - new_limit desc, company_id, module_id
      limit ${sql.lit(effectRowsMax)})
    select
      -- Grouped instead of joined: without statistics the planner would choose a nested loop over all pairs.
      (select count(*) from (
        select distinct unnest(holders) from (
          select array_agg(user_id) filter (where user_id is not null) as holders from (
            select h.company_id, h.module_id, h.user_id, false as closed from seat_holders h where ${isAffected('h')}
            union all
            select company_id, module_id, null, true from hit where new_limit = 0) as ledger
          group by company_id, module_id having bool_or(closed)) as place
        limit ${countLimit}) as one)::integer as people,
      (select count(*) from (select distinct company_id from hit limit ${countLimit}) as one)::integer as companies,
      (select least(coalesce(sum(used - new_limit), 0), ${countLimit}) from hit where new_limit > 0)::integer as over,
      coalesce((
        select json_agg(json_build_object(
          'company', json_build_object('id', c.id, 'name', c.name),
          'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', v.id, 'name', v.name)),
          'used', w.used, 'limit', w.seat_limit, 'new_limit', w.new_limit, 'over', w.used - w.new_limit)
          order by w.new_limit = 0 desc, w.used - w.new_limit desc, w.company_id, w.module_id)
        from worst w join companies c on c.id = w.company_id join modules m on m.id = w.module_id
          join services v on v.id = m.service_id), '[]'::json) as rows`.execute(db)
  const [found] = rows
  if (!found) throw new Error('The statement returned no row.')
  return found
}
