import { sql } from 'kysely'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { loosePlans } from '../../contract/loose-plans.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus } from '../database/record-status.ts'
import { recordTable } from '../database/record-table.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { nameIn, type Searched } from '../database/row-search.ts'
import type { Scope } from '../scope/scope.ts'

const loosePlanId = sql.ref('loose_plans.id')

const sorts = {
  company: sql`lower(companies.name) collate natural_order`,
  service: sql`lower(services.name) collate natural_order`,
  module: sql`lower(modules.name) collate natural_order`,
  updated_at: sql`loose_plans.updated_at`,
  limit: sql`loose_plans.seat_limit`,
  status: sql`loose_plans.active`,
}

/** Condition: the company of the loose plan is in scope. */
export function loosePlanInScope(scope: Scope) {
  return companyInScope(scope, sql.ref('loose_plans.company_id'))
}

function selectLoosePlans(db: Db) {
  return db
    .selectFrom('loose_plans')
    .innerJoin('companies', 'companies.id', 'loose_plans.company_id')
    .innerJoin('modules', 'modules.id', 'loose_plans.module_id')
    .innerJoin('services', 'services.id', 'modules.service_id')
    .select([
      'loose_plans.id',
      'loose_plans.seat_limit',
      'loose_plans.active',
      'loose_plans.updated_at',
      'loose_plans.version',
      'companies.id as company_id',
      'companies.name as company_name',
      'modules.id as module_id',
      'modules.name as module_name',
      'services.id as service_id',
      'services.name as service_name',
    ])
}

export type LoosePlanRow = Awaited<
  ReturnType<ReturnType<typeof selectLoosePlans>['executeTakeFirstOrThrow']>
>

/**
 * How the list is searched and ordered: a row has the name of its company, and the searched text contains the names of
 * company, module and service.
 */
const searched: Searched = {
  name: sql`(select ${nameIn(sql.ref('named.search_line'))} from companies named where named.id = loose_plans.company_id)`,
  shows: (pattern) => sql`(loose_plans.search_line like ${pattern}
    or loose_plans.module_id = any (array(
      select m.id from modules m join services s on s.id = m.service_id
      where ${nameIn(sql.ref('m.search_line'))} like ${pattern} or ${nameIn(sql.ref('s.search_line'))} like ${pattern}))
    or loose_plans.company_id = any (array(
      select c.id from companies c where ${nameIn(sql.ref('c.search_line'))} like ${pattern})))`,
}

export function listLoosePlans(
  db: Db,
  scope: Scope,
  list: QueryOf<typeof loosePlans.loosePlanList>,
) {
  return findPage({
    list,
    from: db.selectFrom('loose_plans'),
    rows: selectLoosePlans(db),
    conditions: [
      loosePlanInScope(scope),
      ...filtered(list, {
        company_id: (company) => sql`loose_plans.company_id = ${company}`,
        module_id: (module) => sql`loose_plans.module_id = ${module}`,
        status: hasStatus('loose_plans'),
      }),
    ],
    searched,
    sorts,
    id: loosePlanId,
  })
}

export function findLoosePlan(db: Db, scope: Scope, id: number) {
  return selectLoosePlans(db)
    .where('loose_plans.id', '=', id)
    .where(loosePlanInScope(scope))
    .executeTakeFirst()
}

export const loosePlanConstraints: ConstraintMeanings = {
  loose_plans_key: { problems: ['loose-plan-exists'], field: 'module_id' },
  loose_plans_company_fkey: { problems: ['company-not-found'], field: 'company_id' },
  loose_plans_module_fkey: { problems: ['module-not-found'], field: 'module_id' },
}

export const loosePlanTable = recordTable('loose_plans', [
  'company_id',
  'module_id',
  'seat_limit',
  'active',
])
