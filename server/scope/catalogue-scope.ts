import { type RawBuilder, sql } from 'kysely'
import type { Scope } from './scope.ts'

/** The modules that a company is entitled to, by any plan (database/tables/seat-grants.sql). */
function entitledModules(companyId: number): RawBuilder<number> {
  return sql<number>`(select sg.module_id from seat_grants sg where sg.company_id = ${companyId})`
}

const always = sql<boolean>`true`

export function moduleInScope(scope: Scope, moduleId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${moduleId} in ${entitledModules(scope.companyId)}`
}

export function serviceInScope(scope: Scope, serviceId: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${serviceId} in (select m.service_id from modules m where m.id in ${entitledModules(scope.companyId)})`
}

export function functionInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`functions.accredited_enable and functions.module_id in ${entitledModules(scope.companyId)}`
}

/** For statements about `actions` alone: they are seen with their function. */
export function actionInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`actions.function_id in (select functions.id from functions where ${functionInScope(scope)})`
}
