import { sql } from 'kysely'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'

const companyId = sql.ref('plan_companies.company_id')

/** Returns the companies of a plan in scope, by name. */
export function findCompaniesOfPlan(db: Db, scope: Scope, planId: number) {
  return db
    .selectFrom('plan_companies')
    .innerJoin('companies', 'companies.id', 'plan_companies.company_id')
    .select(['companies.id', 'companies.name'])
    .where('plan_companies.plan_id', '=', planId)
    .where(companyInScope(scope, companyId))
    .orderBy(sql`lower(companies.name) collate natural_order`)
    .orderBy('companies.id')
    .execute()
}

/** Adds companies to a plan. Returns the companies that the plan did not have. */
export async function insertPlanCompanies(
  db: Db,
  planId: number,
  companyIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    insert into plan_companies (plan_id, company_id)
    select ${planId}, wanted from unnest(${[...companyIds]}::integer[]) as wanted
    on conflict on constraint plan_companies_key do nothing returning company_id`.execute(db)
  return rows.map(({ company_id }) => company_id)
}

/** Removes companies from a plan. Returns the companies that the plan had. */
export async function deletePlanCompanies(
  db: Db,
  planId: number,
  companyIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    delete from plan_companies where plan_id = ${planId}
      and company_id = any (${[...companyIds]}::integer[]) returning company_id`.execute(db)
  return rows.map(({ company_id }) => company_id)
}

export const planCompanyConstraints: ConstraintMeanings = {
  plan_companies_company_fkey: { problems: ['company-not-found'], field: 'company_id' },
}
