import type { BodyOf } from '../../contract/endpoint.ts'
import type { planCompanies } from '../../contract/plan-companies.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { scopeOf } from '../scope/scope.ts'
import { requireConsoleKept } from './seat-change.ts'
import {
  deletePlanCompanies,
  findCompaniesOfPlan,
  insertPlanCompanies,
} from './plan-company-queries.ts'
import { lockPlanToWrite, readPlan } from './plan-service.ts'

type Links = BodyOf<typeof planCompanies.planCompanyAdd>

/** Returns a plan with its companies. Callers other than administrators see only their own company. */
export async function readCompaniesOfPlan(db: Db, who: Principal, planId: number) {
  const { id, name } = await readPlan(db, who, planId)
  return { plan: { id, name }, company: await findCompaniesOfPlan(db, scopeOf(who), planId) }
}

/** Returns a plan with the ids of its companies. */
export async function readCompanyIdsOfPlan(db: Db, who: Principal, planId: number) {
  const { company } = await readCompaniesOfPlan(db, who, planId)
  return { plan_id: planId, company_id: company.map(({ id }) => id) }
}

/** Adds companies to a plan, all or none. Ignores companies that the plan already has. */
export async function addCompanies(write: Write, { plan_id, company_id }: Links) {
  const { db, who, audit } = write
  await lockPlanToWrite(write, plan_id)
  audit({ target: `plan:${plan_id}` })
  const added = await insertPlanCompanies(db, plan_id, company_id)
  if (added.length) audit({ after: { company_id: added } })
  return readCompanyIdsOfPlan(db, who, plan_id)
}

/** Removes companies from a plan. Ignores companies that the plan does not have. */
export async function removeCompanies(write: Write, { plan_id, company_id }: Links) {
  const { db, who, audit } = write
  await lockPlanToWrite(write, plan_id)
  audit({ target: `plan:${plan_id}` })
  await requireConsoleKept(db, { planId: plan_id, companyIds: company_id, seats: 0 })
  const removed = await deletePlanCompanies(db, plan_id, company_id)
  if (removed.length) audit({ before: { company_id: removed } })
  return readCompanyIdsOfPlan(db, who, plan_id)
}
