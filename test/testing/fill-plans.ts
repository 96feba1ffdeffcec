import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/** Numbers of rows; each company gets some of the plans. */
export interface PlanSizes {
  companies: number
  modules: number
  plans: number
}

/** A small installation, and the largest expected one. */
export const fewPlans: PlanSizes = { companies: 50, modules: 40, plans: 200 }
export const manyPlans: PlanSizes = { companies: 5_000, modules: 40, plans: 200 }

/** Ids of rows for measurements. */
export interface FilledPlans {
  /** A company with four plans, a loose plan and a used seat. */
  companyId: number
  /** A plan of ten modules that every company has. */
  planId: number
}

let filled = 0

/**
 * Inserts companies, modules and plans. Every company has the first plan, three other plans and a loose plan. Each plan
 * has seats of ten modules. One user takes a seat in every company.
 */
export async function fillPlans(db: Db, sizes: PlanSizes): Promise<FilledPlans> {
  const prefix = `Medida ${(filled += 1)}`
  const { rows } = await sql<FilledPlans>`
    with service as (
      insert into services (name, description) values (${prefix}, 'Para medir.') returning id),
    module as (
      insert into modules (name, url, service_id)
      select ${prefix} || ' Módulo ' || n, 'medida.example', service.id
      from service, generate_series(1, ${sizes.modules}::integer) n returning id),
    numbered_module as (select id, row_number() over (order by id) as n from module),
    plan as (
      insert into plans (name, created_at) select ${prefix} || ' Plano ' || n, now() - n * interval '1 minute'
      from generate_series(1, ${sizes.plans}::integer) n returning id),
    numbered_plan as (select id, row_number() over (order by id) as n from plan),
    company as (
      insert into companies (name, email, document, created_at)
      select ${prefix} || ' Operadora ' || n, 'contato' || n || '@operadora.example',
        (880000000000 + ${filled}::bigint * 1000000 + n) || '00', now() - n * interval '1 minute'
      from generate_series(1, ${sizes.companies}::integer) n returning id),
    numbered_company as (select id, row_number() over (order by id) as n from company),
    of_plan as (
      insert into plan_modules (plan_id, module_id, seat_limit)
      select p.id, m.id, 5 from numbered_plan p join numbered_module m on (p.n + m.n) % ${sizes.modules} < 10),
    of_company as (
      insert into plan_companies (plan_id, company_id)
      select p.id, c.id from numbered_company c
      join numbered_plan p on p.n in (1, 2 + c.n % (${sizes.plans} - 1), 2 + (c.n * 7 + 1) % (${sizes.plans} - 1)) returning 1),
    loose as (
      insert into loose_plans (company_id, module_id, seat_limit, updated_at)
      select c.id, m.id, 1 + c.n % 99, now() - c.n * interval '1 minute'
      from numbered_company c join numbered_module m on m.n = 1 + c.n % ${sizes.modules})
    select (select min(id) from company) as "companyId", (select min(id) from plan) as "planId"`.execute(
    db,
  )
  const [made] = rows
  if (!made) throw new Error('No rows were created.')
  // Analyze before users take seats: with the statistics of empty tables, the trigger would scan them for each seat.
  for (const table of ['companies', 'plans', 'plan_modules', 'plan_companies', 'loose_plans'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  // A separate statement, because the seat trigger must see the plans.
  await sql`
    with profile as (
      insert into profiles (name, module_id)
      select ${prefix}, min(module_id) from plan_modules where plan_id = ${made.planId} returning id),
    person as (
      insert into users (name, email) values (${prefix}, lower(replace(${prefix}, ' ', '')) || '@operadora.example') returning id)
    insert into user_profiles (user_id, profile_id, company_id)
    select person.id, profile.id, pc.company_id
    from person, profile, plan_companies pc where pc.plan_id = ${made.planId}`.execute(db)
  await sql`vacuum analyze user_profiles`.execute(db)
  return made
}
