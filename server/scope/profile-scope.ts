import { type RawBuilder, sql } from 'kysely'
import { hiddenProfileId, systemProfileIds } from '../../contract/constants.ts'
import { moduleInScope } from './catalogue-scope.ts'
import type { Scope } from './scope.ts'

/**
 * Condition on profiles (console.md §6): all except the hidden one for administrators; otherwise the company's own, and
 * active ones that administrators offer to companies in entitled modules. System profiles are hidden from companies,
 * whatever their flags.
 */
export function profileInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`profiles.id <> ${hiddenProfileId}`
  return sql<boolean>`(profiles.id <> all (${[...systemProfileIds]}::integer[]) and (
    profiles.company_id = ${scope.companyId}
    or (profiles.company_id is null and profiles.accredited_enable and profiles.active
      and ${moduleInScope(scope, sql.ref('profiles.module_id'))})))`
}

/**
 * Condition: assignments of this profile are visible in this scope. The hidden profile never is; system profiles are
 * hidden from companies.
 */
export function heldProfileInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`profiles.id <> ${hiddenProfileId}`
  return sql<boolean>`(profiles.id <> all (${[...systemProfileIds, hiddenProfileId]}::integer[]))`
}
