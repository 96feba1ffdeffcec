import { type RawBuilder, sql } from 'kysely'
import {
  actionInScope,
  functionInScope,
  moduleInScope,
  serviceInScope,
} from '../scope/catalogue-scope.ts'
import { companyInScope } from '../scope/company-scope.ts'
import { planInScope } from '../scope/plan-scope.ts'
import { profileInScope } from '../scope/profile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'

/**
 * What the record of an event is called now, for whoever sees the record; null for anybody else, and where it is gone.
 * `kind` and `id` are those of its target.
 */
export function recordName(
  scope: Scope,
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<string | null> {
  const found = {
    user: sql`select users.name from users where users.id = ${id} and ${userInScope(scope)}`,
    service: sql`select services.name from services where services.id = ${id} and ${serviceInScope(scope, sql`services.id`)}`,
    module: sql`select modules.name from modules where modules.id = ${id} and ${moduleInScope(scope, sql`modules.id`)}`,
    function: sql`select functions.name from functions where functions.id = ${id} and ${functionInScope(scope)}`,
    action: sql`select actions.name from actions where actions.id = ${id} and ${actionInScope(scope)}`,
    company: sql`select companies.name from companies where companies.id = ${id} and ${companyInScope(scope, sql`companies.id`)}`,
    plan: sql`select plans.name from plans where plans.id = ${id} and ${planInScope(scope, sql`plans.id`)}`,
    'plan-module': sql`select p.name || ' · ' || m.name from plan_modules pm join plans p on p.id = pm.plan_id
      join modules m on m.id = pm.module_id where pm.id = ${id} and ${planInScope(scope, sql`p.id`)}`,
    'loose-plan': sql`select c.name || ' · ' || m.name from loose_plans lp join companies c on c.id = lp.company_id
      join modules m on m.id = lp.module_id where lp.id = ${id} and ${companyInScope(scope, sql`c.id`)}`,
    profile: sql`select profiles.name from profiles where profiles.id = ${id} and ${profileInScope(scope)}`,
  }
  const cases = Object.entries(found).map(([of, name]) => sql`when ${sql.lit(of)} then (${name})`)
  return sql<string | null>`case ${kind} ${sql.join(cases, sql` `)} end`
}

/** The kinds of records that have a scope: who doesn't see the record doesn't see what was written in it. */
export const scopedKinds = [
  'user',
  'service',
  'module',
  'function',
  'action',
  'company',
  'plan',
  'plan-module',
  'loose-plan',
  'profile',
] as const
