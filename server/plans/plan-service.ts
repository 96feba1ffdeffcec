import type { BodyOf } from '../../contract/endpoint.ts'
import type { plans } from '../../contract/plans.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import {
  createRecord,
  lockRecord,
  replaceRecord,
  requireFound,
  type Write,
} from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { refusalOfModules } from '../scope/module-choice.ts'
import { planInScope } from '../scope/plan-scope.ts'
import { requireAdministrator, scopeOf } from '../scope/scope.ts'
import { requireConsoleKept } from './seat-change.ts'
import { findPlan, planId, planTable } from './plan-queries.ts'

const planRecord = {
  name: 'plan',
  missing: 'plan-not-found',
  table: planTable,
  inScope: (who: Principal) => planInScope(scopeOf(who), planId),
  requireCreator: requireAdministrator,
  requireWriter: requireAdministrator,
  read: readPlan,
} as const

/** Returns the plan if it is in the caller's scope. */
export async function readPlan(db: Db, who: Principal, id: number) {
  return requireFound(await findPlan(db, scopeOf(who), id), 'plan-not-found')
}

/** Locks a plan before its modules or companies are written, so that such writes run one after the other. */
export function lockPlanToWrite(write: Write, id: number) {
  return lockRecord(write, planRecord, id)
}

/** Throws if one of the modules can't be added to a plan. */
export async function requireModules(
  { db, who }: Write,
  moduleIds: readonly number[],
): Promise<void> {
  const refused = await refusalOfModules(db, who, moduleIds)
  if (refused) throw new Problem('module-not-found', { fields: { module_id: refused } })
}

export function createPlan(write: Write, { name, active }: BodyOf<typeof plans.planCreate>) {
  return createRecord(write, planRecord, { name, active })
}

export function replacePlan(
  write: Write,
  id: number,
  { version, name, active }: BodyOf<typeof plans.planUpdate>,
) {
  return replaceRecord(write, planRecord, {
    id,
    version,
    values: { name, active },
    async check() {
      if (!active) await requireConsoleKept(write.db, { planId: id, seats: 0 })
    },
  })
}
