import { sql } from 'kysely'
import pg from 'pg'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { seats } from '../../contract/seats.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { findPage } from '../database/list-page.ts'
import { nameIn } from '../database/row-search.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'

/** Problem of a write that the database function `require_seats` refuses. */
export const seatConstraints: ConstraintMeanings = {
  user_profiles_seat_free: { problems: ['seat-limit-exceeded'] },
}

/** Whether the error means that there are too few seats for the write. */
export const isSeatRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.constraint ?? '') in seatConstraints

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
  loose_plan: { id: number; seats: number; active: boolean } | null
}

/** Returns a company in scope with its seats by service and module. Uses one query. */
export async function findSeatsOfCompany(db: Db, scope: Scope, companyId: number) {
  const { rows } = await sql<{ company: Named; modules: ModuleSeatsRow[] }>`
    select json_build_object('id', companies.id, 'name', companies.name) as company,
      coalesce((
        select json_agg(json_build_object(
          'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', v.id, 'name', v.name)),
          'limit', s.seat_limit, 'used', s.used, 'free', s.free, 'over', s.over,
          'plans', coalesce((
            select json_agg(json_build_object('id', p.id, 'name', p.name, 'seats', sg.seats) order by lower(p.name) collate natural_order)
            from seat_grants sg join plans p on p.id = sg.plan_id
            where sg.company_id = ${companyId} and sg.module_id = m.id), '[]'::json),
          'loose_plan', (
            select json_build_object('id', l.id, 'seats', l.seat_limit, 'active', l.active) from loose_plans l
            where l.company_id = ${companyId} and l.module_id = m.id))
          order by lower(v.name) collate natural_order, lower(m.name) collate natural_order, m.id)
        from seats s join modules m on m.id = s.module_id join services v on v.id = m.service_id
        where s.company_id = ${companyId}), '[]'::json) as modules
    from companies where companies.id = ${companyId} and ${companyInScope(scope, sql.ref('companies.id'))}`.execute(
    db,
  )
  return rows[0]
}

/** Seats of a company and module, and whether the given user occupies one. */
interface SeatsFor {
  company_id: number
  module_id: number
  limit: number
  used: number
  free: number
  taken: boolean
}

/** Returns the seats of the companies by module, to assign profiles to this user. Uses one query. */
export async function findSeatsFor(
  db: Db,
  userId: number,
  companyIds: readonly number[],
): Promise<SeatsFor[]> {
  const { rows } = await sql<SeatsFor>`
    select s.company_id, s.module_id, s.seat_limit as limit, s.used, s.free, exists (
      select from seat_holders h where h.company_id = s.company_id and h.module_id = s.module_id and h.user_id = ${userId}) as taken
    from seats s where s.company_id = any (${[...companyIds]}::integer[])
    order by s.company_id, s.module_id`.execute(db)
  return rows
}

const companyId = sql.ref('companies.id')

interface PlanSeatsRow {
  module: Named & { Service: Named }
  seats: number
  limit: number
  used: number
  free: number
  over: number
}

/**
 * Returns the companies of a plan with the seats of its modules. The caller must have checked the scope of the plan.
 */
export function listSeatsOfPlan(
  db: Db,
  scope: Scope,
  planId: number,
  list: QueryOf<typeof seats.seatsOfPlanList>,
) {
  const name = nameIn(sql.ref('companies.search_line'))
  const having = db
    .selectFrom('plan_companies')
    .innerJoin('companies', 'companies.id', 'plan_companies.company_id')
  return findPage({
    list,
    from: having,
    rows: having.select([
      'companies.id',
      'companies.name',
      // PostgreSQL evaluates this subquery only for the companies of the page, with the indexes on the tables of the
      // view.
      sql<PlanSeatsRow[]>`coalesce((
        select json_agg(json_build_object(
          'module', json_build_object('id', m.id, 'name', m.name, 'Service', json_build_object('id', v.id, 'name', v.name)),
          'seats', case when p.active then pm.seat_limit else 0 end,
          'limit', coalesce(s.seat_limit, 0), 'used', coalesce(s.used, 0), 'free', coalesce(s.free, 0), 'over', coalesce(s.over, 0))
          order by lower(v.name) collate natural_order, lower(m.name) collate natural_order, m.id)
        from plans p
        join plan_modules pm on pm.plan_id = p.id and pm.active
        join modules m on m.id = pm.module_id
        join services v on v.id = m.service_id
        left join (select * from seats of_company where of_company.company_id = companies.id) s on s.module_id = m.id
        where p.id = ${planId}), '[]'::json)`.as('modules'),
    ]),
    conditions: [sql`plan_companies.plan_id = ${planId}`, companyInScope(scope, companyId)],
    searched: { name, shows: (pattern) => sql`${name} like ${pattern}` },
    sorts: { company: sql`lower(companies.name) collate natural_order` },
    id: companyId,
  })
}
