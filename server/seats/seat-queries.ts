import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { seats } from '../../contract/seats.ts'
import type { ConstraintMeanings } from '../binder/constraints.ts'
import type { Db } from '../database/database.ts'
import { allOf, findPage, holds, tally } from '../database/list-page.ts'
import { ofCompanyInScope } from '../scope/plan-scope.ts'
import type { Scope } from '../scope/scope.ts'

/** What `require_seats` of the database refuses. */
export const seatConstraints: ConstraintMeanings = {
  user_profiles_seat_free: { problems: ['seat-limit-exceeded'] },
}

interface Named {
  id: number
  name: string
}

export interface ModuleSeatsRow {
  module: Named & { Service: Named }
  limit: number
  used: number
  free: number
  over: number
  plans: (Named & { seats: number })[]
  loose_plan: { id: number; seats: number } | null
}

/** A company that the bearer may see, with its seats by service and module; one query. */
export async function findSeatsOfCompany(db: Db, scope: Scope, companyId: number) {
  const { rows } = await sql<{ company: Named; modules: ModuleSeatsRow[] }>`
    select json_build_object('id', companies.id, 'name', companies.name) as company,
      coalesce((
        select json_agg(json_build_object(
          'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', v.id, 'name', v.name)),
          'limit', s.seat_limit, 'used', s.used, 'free', s.free, 'over', s.over,
          'plans', coalesce((
            select json_agg(json_build_object('id', p.id, 'name', p.name, 'seats', sg.seats) order by lower(p.name))
            from seat_grants sg join plans p on p.id = sg.plan_id
            where sg.company_id = ${companyId} and sg.module_id = m.id), '[]'::json),
          'loose_plan', (
            select json_build_object('id', sg.loose_plan_id, 'seats', sg.seats) from seat_grants sg
            where sg.company_id = ${companyId} and sg.module_id = m.id and sg.loose_plan_id is not null))
          order by lower(v.name), lower(m.name), m.id)
        from seats s join modules m on m.id = s.module_id join services v on v.id = m.service_id
        where s.company_id = ${companyId}), '[]'::json) as modules
    from companies where companies.id = ${companyId} and ${ofCompanyInScope(scope, sql.ref('companies.id'))}`.execute(
    db,
  )
  return rows[0]
}

const sorts = { company: sql`lower(companies.name)`, module: sql`lower(modules.name)` }
/** The same company shows once for each module. */
const pairId = sql`(sg.company_id || ':' || sg.module_id)`

/** What an active plan gives, by company and module, with all seats there; two queries. */
export function listSeatsOfPlan(
  db: Db,
  scope: Scope,
  planId: number,
  list: QueryOf<typeof seats.seatsOfPlanList>,
) {
  const ofModule = holds(sql`split_part(modules.search_line, chr(10), 1)`, list.search)
  const ofCompany = holds(sql`search_fold(companies.name)`, list.search)
  const wanted = allOf(
    sql<boolean>`sg.plan_id = ${planId}`,
    ofCompanyInScope(scope, sql.ref('sg.company_id')),
    ofModule && ofCompany && sql<boolean>`(${ofModule} or ${ofCompany})`,
  )
  const given = db
    .selectFrom('seat_grants as sg')
    .innerJoin('companies', 'companies.id', 'sg.company_id')
    .innerJoin('modules', 'modules.id', 'sg.module_id')
    .where(wanted)
  return findPage({
    list,
    count: given.select(tally(pairId, list.search)),
    rows: given.innerJoin('services', 'services.id', 'modules.service_id').select([
      sql<string>`${pairId}`.as('id'),
      'companies.id as company_id',
      'companies.name as company_name',
      'modules.id as module_id',
      'modules.name as module_name',
      'services.id as service_id',
      'services.name as service_name',
      sql<number>`sg.seats`.as('seats'),
      // Only of the rows of the page: each is read by the indexes of what it is made of.
      sql<{ limit: number; used: number; free: number; over: number }>`(
          select json_build_object('limit', s.seat_limit, 'used', s.used, 'free', s.free, 'over', s.over)
          from seats s where s.company_id = sg.company_id and s.module_id = sg.module_id)`.as(
        'counted',
      ),
    ]),
    sorts,
    id: pairId,
  })
}
