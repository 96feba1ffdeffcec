import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { effectCountMax, type seats } from '../../contract/seats.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { isLoosePlanInScope, isPlanInScope } from '../scope/plan-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import type { SeatChange } from './seat-change.ts'
import { findEffect } from './seat-effect-queries.ts'
import { isCompanyInScope, listSeatHolders } from './seat-holder-queries.ts'
import { findSeatsOfCompany, listSeatsOfPlan } from './seat-queries.ts'

/** Returns the seats of a company in the caller's scope. */
export async function readSeatsOfCompany(db: Db, who: Principal, companyId: number) {
  const found = await findSeatsOfCompany(db, scopeOf(who), companyId)
  return requireFound(found, 'company-not-found')
}

/** Returns the seat holders of a company in the caller's scope. */
export async function readSeatHolders(
  db: Db,
  who: Principal,
  companyId: number,
  list: QueryOf<typeof seats.seatHolderList>,
) {
  if (!(await isCompanyInScope(db, who, companyId))) throw new Problem('company-not-found')
  return listSeatHolders(db, who, companyId, list)
}

/** Returns the companies of a plan with their seats. Callers other than administrators see only their own company. */
export async function readSeatsOfPlan(
  db: Db,
  who: Principal,
  planId: number,
  list: QueryOf<typeof seats.seatsOfPlanList>,
) {
  if (!(await isPlanInScope(db, scopeOf(who), planId))) throw new Problem('plan-not-found')
  const { rows, pagination } = await listSeatsOfPlan(db, scopeOf(who), planId, list)
  return {
    rows: rows.map(({ id, name, modules }) => ({ id, company: { id, name }, modules })),
    pagination,
  }
}

/** Previews a change of a plan. For administrators only. */
export async function previewPlan(
  db: Db,
  who: Principal,
  planId: number,
  { module_id, company_id, limit = 0 }: BodyOf<typeof seats.seatEffectOfPlan>,
) {
  if (!(await isPlanInScope(db, scopeOf(who), planId))) throw new Problem('plan-not-found')
  requireAdministrator(who)
  return preview(db, { planId, moduleId: module_id, companyIds: company_id, seats: limit })
}

/** Previews a change of a loose plan. For administrators only. */
export async function previewLoosePlan(
  db: Db,
  who: Principal,
  loosePlanId: number,
  { limit = 0 }: BodyOf<typeof seats.seatEffectOfLoosePlan>,
) {
  if (!(await isLoosePlanInScope(db, scopeOf(who), loosePlanId)))
    throw new Problem('loose-plan-not-found')
  requireAdministrator(who)
  return preview(db, { loosePlanId, seats: limit })
}

async function preview(db: Db, change: SeatChange) {
  const { people, companies, over, rows } = await findEffect(db, change)
  return { people: bounded(people), companies: bounded(companies), over: bounded(over), rows }
}

const bounded = (count: number) => ({
  count: Math.min(count, effectCountMax),
  more: count > effectCountMax,
})
