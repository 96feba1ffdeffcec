import { type RawBuilder, sql } from 'kysely'
import { hiddenProfileId, systemProfileIds } from '../../contract/constants.ts'
import { moduleInScope } from './catalogue-scope.ts'
import type { Scope } from './scope.ts'

/**
 * The profiles somebody sees (console.md §6): an administrator all but the system's own; anyone else those that the
 * company made, and those that administrators made, show to companies, and that are of a module it is entitled to. The
 * profiles with a fixed meaning are hidden from companies whatever is ticked on them.
 */
export function profileInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`profiles.id <> ${hiddenProfileId}`
  return sql<boolean>`(profiles.id <> all (${[...systemProfileIds]}::integer[]) and (
    profiles.company_id = ${scope.companyId}
    or (profiles.company_id is null and profiles.accredited_enable and profiles.status = 1
      and ${moduleInScope(scope, sql.ref('profiles.module_id'))})))`
}

/**
 * Whether it may be seen in this scope that somebody holds this profile. Nobody sees the hidden profile; companies don’t see system
 * profiles either.
 */
export function heldProfileInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`profiles.id <> ${hiddenProfileId}`
  return sql<boolean>`(profiles.id <> all (${[...systemProfileIds, hiddenProfileId]}::integer[]))`
}
