import { type RawBuilder, sql } from 'kysely'
import { consoleModuleId } from '../../contract/constants.ts'
import { isReaderProfile } from '../../contract/reader-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { assignedTo } from './granting-scope.ts'
import { profileInScope } from './profile-scope.ts'
import { isAdministrator, writeScopeOf } from './scope.ts'

/**
 * Condition: the caller may assign the profile. It must be in scope, active, and of an active module. A profile of this
 * console must not have rights that the caller lacks (rulings §5). For statements that read `profiles`, `modules` and
 * `services`.
 */
export function profileAssignable(who: Principal): RawBuilder<boolean> {
  return sql<boolean>`(${profileInScope(writeScopeOf(who))} and profiles.active and modules.active and services.active
    and not ${profileExceedsCaller(who)})`
}

/**
 * Condition: the profile of this console has a function, an action or the master role that the caller's assigned
 * profiles lack. Inactive functions and actions count too. Profiles that the caller holds by delegation don't count
 * (decision 52). Nor do profiles 3 and 4, which can't be passed on (decision 53).
 */
export function profileExceedsCaller(who: Principal): RawBuilder<boolean> {
  if (isAdministrator(who)) return sql<boolean>`false`
  const assigned = assignedTo(who)
  const held = assigned?.held.profiles.map(({ id }) => id) ?? []
  const own = sql`any (${held.filter((id) => !isReaderProfile(id))}::integer[])`
  const isMaster = assigned?.master === true
  return sql<boolean>`(profiles.module_id = ${consoleModuleId} and (
    profiles.master_profile and not ${isMaster}
    or exists (select from profile_functions pf where pf.profile_id = profiles.id and not exists (
      select from profile_functions mine where mine.function_id = pf.function_id and mine.profile_id = ${own}))
    or exists (select from profile_actions pa where pa.profile_id = profiles.id and not exists (
      select from profile_actions mine where mine.action_id = pa.action_id and mine.profile_id = ${own}))))`
}

/** Throws if a profile to activate has rights that are not assigned to the caller (rulings §5). */
export async function requireProfileWithinCaller(
  db: Db,
  who: Principal,
  id: number,
): Promise<void> {
  const beyond = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where(profileExceedsCaller(who))
    .executeTakeFirst()
  if (beyond) throw new Problem('profile-beyond-own')
}
