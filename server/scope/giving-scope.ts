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
 * Condition: profiles that the caller may assign: in scope, active, of an active module, and in this console without
 * rights that the caller lacks (rulings §5). For statements that read `profiles`, `modules` and `services`.
 */
export function profileMayBeGiven(who: Principal): RawBuilder<boolean> {
  return sql<boolean>`(${profileInScope(writeScopeOf(who))} and profiles.active and modules.active and services.active
    and not ${profileBeyondOwn(who)})`
}

/**
 * Condition: a profile of this console allows more than the caller's assigned profiles: a function or an action, active
 * or not, or the master role. Delegated profiles don't count (decision 52), nor do profiles 3 and 4, which grant
 * nothing (decision 53).
 */
export function profileBeyondOwn(who: Principal): RawBuilder<boolean> {
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

/** Throws if a profile to activate allows more than the caller is assigned (rulings §5). */
export async function requireProfileWithinOwn(db: Db, who: Principal, id: number): Promise<void> {
  const beyond = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where(profileBeyondOwn(who))
    .executeTakeFirst()
  if (beyond) throw new Problem('profile-beyond-own')
}
