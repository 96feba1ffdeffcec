import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { planModules } from '../../contract/plan-modules.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus } from '../database/record-status.ts'
import { nameIn } from '../database/row-search.ts'
import { recordTable } from '../database/record-table.ts'
import { planInScope } from '../scope/plan-scope.ts'
import type { Scope } from '../scope/scope.ts'

const linkId = sql.ref('plan_modules.id')

/** Condition: the plan of the module is in scope. */
export function planModuleInScope(scope: Scope): RawBuilder<boolean> {
  return planInScope(scope, sql.ref('plan_modules.plan_id'))
}

const sorts = {
  service: sql`lower(services.name) collate natural_order`,
  module: sql`lower(modules.name) collate natural_order`,
  limit: sql`plan_modules.seat_limit`,
  created_at: sql`plan_modules.created_at`,
  status: sql`plan_modules.active`,
}

function joined(db: Db) {
  return db
    .selectFrom('plan_modules')
    .innerJoin('modules', 'modules.id', 'plan_modules.module_id')
    .innerJoin('services', 'services.id', 'modules.service_id')
}

function selectLinks(db: Db) {
  return joined(db).select([
    'plan_modules.id',
    'plan_modules.plan_id',
    'plan_modules.module_id',
    'plan_modules.seat_limit as limit',
    'plan_modules.active',
    'plan_modules.created_at',
    'plan_modules.updated_at',
    'plan_modules.version',
    'modules.name as module_name',
    'services.id as service_id',
    'services.name as service_name',
  ])
}

export type PlanModuleRow = Awaited<
  ReturnType<ReturnType<typeof selectLinks>['executeTakeFirstOrThrow']>
>

/** Returns the modules of a plan. The caller must have checked the scope of the plan. */
export function listPlanModules(
  db: Db,
  planId: number,
  list: QueryOf<typeof planModules.planModuleList>,
) {
  const name = nameIn(sql.ref('modules.search_line'))
  return findPage({
    list,
    from: joined(db),
    rows: selectLinks(db),
    conditions: [
      sql`plan_modules.plan_id = ${planId}`,
      ...filtered(list, { status: hasStatus('plan_modules') }),
    ],
    searched: {
      name,
      shows: (pattern) =>
        sql`(plan_modules.search_line like ${pattern} or ${name} like ${pattern})`,
    },
    sorts,
    id: linkId,
  })
}

/** Finds a module of a plan by its own id, or by plan and module. */
export function findPlanModule(
  db: Db,
  scope: Scope,
  of: { id: number } | { planId: number; moduleId: number },
) {
  return selectLinks(db)
    .where(
      'id' in of
        ? sql<boolean>`${linkId} = ${of.id}`
        : sql<boolean>`(plan_modules.plan_id = ${of.planId} and plan_modules.module_id = ${of.moduleId})`,
    )
    .where(planModuleInScope(scope))
    .executeTakeFirst()
}

export const planModuleConstraints: ConstraintMeanings = {
  plan_modules_key: { problems: ['plan-module-exists'], field: 'module_id' },
  plan_modules_module_fkey: { problems: ['module-not-found'], field: 'module_id' },
}

export const planModuleTable = recordTable('plan_modules', [
  'plan_id',
  'module_id',
  'seat_limit',
  'active',
])

/** Adds modules to a plan, each with this seat limit. Returns them ordered by name. */
export async function insertPlanModules(
  db: Db,
  planId: number,
  moduleIds: readonly number[],
  limit: number,
): Promise<PlanModuleRow[]> {
  await db
    .insertInto('plan_modules')
    .values(moduleIds.map((module_id) => ({ plan_id: planId, module_id, seat_limit: limit })))
    .execute()
  return selectLinks(db)
    .where('plan_modules.plan_id', '=', planId)
    .where(sql<boolean>`plan_modules.module_id = any (${[...moduleIds]}::integer[])`)
    .orderBy(sorts.module)
    .orderBy(linkId)
    .execute()
}
