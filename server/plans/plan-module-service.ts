import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import type { planModules } from '../../contract/plan-modules.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { replaceRecord, requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { requireGrantable } from '../scope/catalogue-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { requireConsoleKept } from './seat-change.ts'
import {
  findPlanModule,
  insertPlanModules,
  listPlanModules,
  planModuleInScope,
  type PlanModuleRow,
  planModuleTable,
} from './plan-module-queries.ts'
import { lockPlanToWrite, readPlan, requireModules } from './plan-service.ts'

const planModuleRecord = {
  name: 'plan-module',
  missing: 'plan-module-not-found',
  table: planModuleTable,
  inScope: (who: Principal) => planModuleInScope(scopeOf(who)),
  requireWriter: requireAdministrator,
  // Unused, because `createPlanModules` inserts the rows, several at a time.
  requireCreator: requireAdministrator,
  read: async (db: Db, who: Principal, id: number) => readPlanModule(db, who, { id }),
} as const

function presentPlanModule(row: PlanModuleRow) {
  const { module_name: name, service_id, service_name } = row
  return {
    ...row,
    module: { id: row.module_id, name, Service: { id: service_id, name: service_name } },
  }
}

export async function readPlanModules(
  db: Db,
  who: Principal,
  planId: number,
  list: QueryOf<typeof planModules.planModuleList>,
) {
  await readPlan(db, who, planId)
  const { rows, pagination } = await listPlanModules(db, planId, list)
  return { rows: rows.map(presentPlanModule), pagination }
}

/** Returns the module of a plan if the plan is in the caller's scope. */
export async function readPlanModule(
  db: Db,
  who: Principal,
  of: Parameters<typeof findPlanModule>[2],
) {
  const found = await findPlanModule(db, scopeOf(who), of)
  return presentPlanModule(requireFound(found, 'plan-module-not-found'))
}

/** Adds modules to a plan, all or none. */
export async function createPlanModules(
  write: Write,
  { plan_id, module_id, limit }: BodyOf<typeof planModules.planModuleCreate>,
) {
  await lockPlanToWrite(write, plan_id)
  await requireModules(write, module_id)
  const made = await insertPlanModules(write.db, plan_id, module_id, limit)
  write.audit({ target: `plan:${plan_id}`, after: { module_id, seat_limit: limit } })
  return { plan_id, modules: made.map(presentPlanModule) }
}

/** Replaces seats and status of a module in a plan. The module itself can't change. */
export async function replacePlanModule(
  write: Write,
  of: { planId: number; moduleId: number },
  { module_id, limit, active, version }: BodyOf<typeof planModules.planModuleUpdate>,
) {
  const { id } = await readPlanModule(write.db, write.who, of)
  return replace(write, id, { version, values: { seat_limit: limit, active } }, module_id)
}

/** Deactivates a module in a plan. Accepts an inactive one. */
export function inactivatePlanModule(write: Write, id: number) {
  return replace(write, id, { version: undefined, values: { active: false } })
}

function replace(
  write: Write,
  id: number,
  change: { version: number | undefined; values: { seat_limit?: number; active: boolean } },
  moduleId?: number,
) {
  return replaceRecord(write, planModuleRecord, {
    id,
    ...change,
    async check({ plan_id, module_id }) {
      if (moduleId !== undefined && moduleId !== module_id)
        throw new Problem('invalid-input', { fields: { module_id: 'O módulo não pode mudar.' } })
      if (change.values.active) return requireGrantable(module_id)
      await requireConsoleKept(write.db, { planId: plan_id, moduleId: module_id, seats: 0 })
    },
  })
}
