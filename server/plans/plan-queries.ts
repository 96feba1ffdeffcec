import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { plans } from '../../contract/plans.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus } from '../database/record-status.ts'
import { recordTable } from '../database/record-table.ts'
import { searchedLine } from '../database/row-search.ts'
import { planInScope } from '../scope/plan-scope.ts'
import type { Scope } from '../scope/scope.ts'

export const planId = sql.ref('plans.id')

const sorts = {
  name: sql`lower(plans.name) collate natural_order`,
  created_at: sql`plans.created_at`,
  status: sql`plans.active`,
}

function selectPlans(db: Db) {
  return db
    .selectFrom('plans')
    .select([
      'plans.id',
      'plans.name',
      'plans.active',
      'plans.created_at',
      'plans.updated_at',
      'plans.version',
    ])
}

export function listPlans(db: Db, scope: Scope, list: QueryOf<typeof plans.planList>) {
  return findPage({
    list,
    from: db.selectFrom('plans'),
    rows: selectPlans(db),
    conditions: [
      planInScope(scope, planId),
      ...filtered(list, {
        module_id: (module) =>
          sql`plans.id in (select pm.plan_id from plan_modules pm where pm.module_id = ${module})`,
        status: hasStatus('plans'),
      }),
    ],
    searched: searchedLine('plans'),
    sorts,
    id: planId,
  })
}

export function findPlan(db: Db, scope: Scope, id: number) {
  return selectPlans(db)
    .where('plans.id', '=', id)
    .where(planInScope(scope, planId))
    .executeTakeFirst()
}

export const planConstraints: ConstraintMeanings = {
  plans_name_key: { problems: ['plan-name-in-use', 'plan-name-taken'], field: 'name' },
}

export const planTable = recordTable('plans', ['name', 'active'])
