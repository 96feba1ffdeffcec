import { type RawBuilder, sql } from 'kysely'
import { commonModuleSentence, isGrantable } from '../../contract/common-module.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Scope } from './scope.ts'

/** Selects the modules that a company is entitled to by any plan (database/tables/seat-grants.sql). */
function entitledModules(companyId: number): RawBuilder<number> {
  return sql<number>`(select sg.module_id from seat_grants sg where sg.company_id = ${companyId})`
}

const always = sql<boolean>`true`

/** Condition: the company is entitled to the module. `moduleId` is a column, such as `sql.ref('modules.id')`. */
export function moduleInScope(scope: Scope, moduleId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${moduleId} in ${entitledModules(scope.companyId)}`
}

/** Condition: the company is entitled to a module of the service. The module may be inactive. */
export function serviceInScope(scope: Scope, serviceId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${serviceId} in (select m.service_id from modules m where m.id in ${entitledModules(scope.companyId)})`
}

/**
 * Condition: the function belongs to a module in scope and is offered to companies. For statements that read
 * `functions`.
 */
export function functionInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`functions.accredited_enable and functions.module_id in ${entitledModules(scope.companyId)}`
}

/**
 * Condition: the function of the action is in scope. For statements that read `actions` without joining `functions`.
 */
export function actionInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`actions.function_id in (select functions.id from functions where ${functionInScope(scope)})`
}

/**
 * Throws for the common module, which can't have plans or profiles. Rows of earlier versions can still be deactivated.
 */
export function requireGrantable(moduleId: number): void {
  if (!isGrantable(moduleId))
    throw new Problem('invalid-input', { fields: { module_id: commonModuleSentence } })
}
