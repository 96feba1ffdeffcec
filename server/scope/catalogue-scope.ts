import { type RawBuilder, sql } from 'kysely'
import type { CatalogueScope } from './catalogue-policy.ts'

/** Modules a company is entitled to: those of which seat_limit() is above 0, found at once instead of one by one. */
function entitledModules(companyId: number): RawBuilder<number> {
  return sql<number>`(
    select pm.module_id from plan_companies pc
    join plans p on p.id = pc.plan_id and p.active
    join plan_modules pm on pm.plan_id = pc.plan_id and pm.active
    where pc.company_id = ${companyId}
    union
    select lp.module_id from loose_plans lp where lp.active and lp.company_id = ${companyId})`
}

const always = sql<boolean>`true`

export function moduleInScope(
  scope: CatalogueScope,
  moduleId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${moduleId} in ${entitledModules(scope.companyId)}`
}

export function serviceInScope(
  scope: CatalogueScope,
  serviceId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`${serviceId} in (select m.service_id from modules m where m.id in ${entitledModules(scope.companyId)})`
}

export function functionInScope(scope: CatalogueScope): RawBuilder<boolean> {
  if (scope === 'everything') return always
  return sql<boolean>`functions.accredited_enable and functions.module_id in ${entitledModules(scope.companyId)}`
}
