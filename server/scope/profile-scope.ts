import { type RawBuilder, sql } from 'kysely'
import { hiddenProfileId, systemProfileIds } from '../../contract/constants.ts'
import { moduleInScope } from './catalogue-scope.ts'
import type { Scope } from './scope.ts'

/**
 * Condition: the profile is visible (console.md §6). Administrators see all profiles except the hidden one. A company
 * sees its own profiles, and active profiles of entitled modules that administrators offer to companies. It sees no
 * system profile, whatever the flags of the profile.
 */
export function profileInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`profiles.id <> ${hiddenProfileId}`
  return sql<boolean>`(profiles.id <> all (${[...systemProfileIds]}::integer[]) and (
    profiles.company_id = ${scope.companyId}
    or (profiles.company_id is null and profiles.accredited_enable and profiles.active
      and ${moduleInScope(scope, sql.ref('profiles.module_id'))})))`
}

/**
 * Condition: the scope includes assignments of this profile. Assignments of the hidden profile are never visible, those
 * of system profiles not to companies.
 */
export function heldProfileInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`profiles.id <> ${hiddenProfileId}`
  return sql<boolean>`(profiles.id <> all (${[...systemProfileIds, hiddenProfileId]}::integer[]))`
}
