import { type RawBuilder, sql } from 'kysely'
import { commonModuleSentence, isGrantable } from '../../contract/common-module.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Scope } from './scope.ts'

/** Modules that a company is entitled to by any plan (database/tables/seat-grants.sql). */
function entitledModules(companyId: number): RawBuilder<number> {
  return sql<number>`(select sg.module_id from seat_grants sg where sg.company_id = ${companyId})`
}

const always = sql<boolean>`true`

/** Condition: modules that the company is entitled to. `moduleId` is the column, such as `sql.ref('modules.id')`. */
export function moduleInScope(scope: Scope, moduleId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${moduleId} in ${entitledModules(scope.companyId)}`
}

/** Condition: services with at least one of those modules, active or not. */
export function serviceInScope(scope: Scope, serviceId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${serviceId} in (select m.service_id from modules m where m.id in ${entitledModules(scope.companyId)})`
}

/** Condition: functions of those modules that are offered to companies. For statements that read `functions`. */
export function functionInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`functions.accredited_enable and functions.module_id in ${entitledModules(scope.companyId)}`
}

/** Condition: actions of those functions. For statements that read `actions` without joining `functions`. */
export function actionInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`actions.function_id in (select functions.id from functions where ${functionInScope(scope)})`
}

/** Refuses plans and profiles for the common module. Rows of earlier versions can still be deactivated. */
export function requireGrantable(moduleId: number): void {
  if (!isGrantable(moduleId))
    throw new Problem('invalid-input', { fields: { module_id: commonModuleSentence } })
}
