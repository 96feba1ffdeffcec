import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { companyInScope } from './company-scope.ts'
import type { Scope } from './scope.ts'

/** Condition: the plan is visible. Administrators see all plans, a company only its own. `planId` is a column. */
export function planInScope(scope: Scope, planId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`${planId} in (select pc.plan_id from plan_companies pc where pc.company_id = ${scope.companyId})`
}

/** Returns whether the plan exists and is in this scope. */
export async function isPlanInScope(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { rows } = await sql`select from plans
    where plans.id = ${id} and ${planInScope(scope, sql.ref('plans.id'))}`.execute(db)
  return rows.length > 0
}

/** Returns whether the loose plan exists and is in this scope. */
export async function isLoosePlanInScope(db: Db, scope: Scope, id: number): Promise<boolean> {
  const { rows } = await sql`select from loose_plans
    where loose_plans.id = ${id} and ${companyInScope(scope, sql.ref('loose_plans.company_id'))}`.execute(
    db,
  )
  return rows.length > 0
}
