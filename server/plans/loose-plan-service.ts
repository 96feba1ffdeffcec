import type { BodyOf } from '../../contract/endpoint.ts'
import type { loosePlans } from '../../contract/loose-plans.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { createRecord, replaceRecord, requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { requireGrantable } from '../scope/catalogue-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { requireConsoleKept } from './seat-change.ts'
import { requireModules } from './plan-service.ts'
import {
  findLoosePlan,
  loosePlanInScope,
  type LoosePlanRow,
  loosePlanTable,
} from './loose-plan-queries.ts'

const loosePlanRecord = {
  name: 'loose-plan',
  missing: 'loose-plan-not-found',
  table: loosePlanTable,
  inScope: (who: Principal) => loosePlanInScope(scopeOf(who)),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readLoosePlan,
} as const

/** Returns a loose plan in the response format (rulings §10). */
export function presentLoosePlan(row: LoosePlanRow) {
  const { id, seat_limit: limit, active, updated_at, version } = row
  return {
    id,
    planModule: {
      id,
      module_company_id: id,
      limit,
      active,
      updated_at,
      service: { id: row.service_id, name: row.service_name },
      module: { id: row.module_id, name: row.module_name },
    },
    PlanCompany: { id: row.company_id, company: { id: row.company_id, name: row.company_name } },
    version,
  }
}

/** Returns the loose plan if it is in the caller's scope. If a module is given, the plan must be of that module. */
export async function readLoosePlan(db: Db, who: Principal, id: number, moduleId?: number) {
  const found = requireFound(await findLoosePlan(db, scopeOf(who), id), 'loose-plan-not-found')
  if (moduleId !== undefined && found.module_id !== moduleId)
    throw new Problem('loose-plan-not-found')
  return presentLoosePlan(found)
}

export async function createLoosePlan(
  write: Write,
  { company_id, module_id, limit }: BodyOf<typeof loosePlans.loosePlanCreate>,
) {
  requireAdministrator(write.who)
  await requireModules(write, [module_id])
  return createRecord(write, loosePlanRecord, { company_id, module_id, seat_limit: limit })
}

/** Replaces seats and status of a loose plan. Its company and module can't change. */
export function replaceLoosePlan(
  write: Write,
  { id, companyId }: { id: number; companyId: number },
  { company_id, module_id, limit, active, version }: BodyOf<typeof loosePlans.loosePlanUpdate>,
) {
  return replaceRecord(write, loosePlanRecord, {
    id,
    version,
    values: { seat_limit: limit, active },
    async check(before) {
      if (before.company_id !== companyId) throw new Problem('loose-plan-not-found')
      requireUnchanged(before, { company_id, module_id })
      if (active) requireGrantable(before.module_id)
      else await requireConsoleKept(write.db, { loosePlanId: id, seats: 0 })
    },
  })
}

/** Deactivates a loose plan. Accepts an inactive one. */
export function inactivateLoosePlan(write: Write, id: number) {
  return replaceRecord(write, loosePlanRecord, {
    id,
    version: undefined,
    values: { active: false },
    check: () => requireConsoleKept(write.db, { loosePlanId: id, seats: 0 }),
  })
}

interface Pair {
  company_id: number
  module_id: number
}

function requireUnchanged(before: Pair, sent: Pair): void {
  const fields = {
    ...(sent.company_id !== before.company_id && { company_id: 'A empresa não pode mudar.' }),
    ...(sent.module_id !== before.module_id && { module_id: 'O módulo não pode mudar.' }),
  }
  if (Object.keys(fields).length) throw new Problem('invalid-input', { fields })
}
