import { type RawBuilder, sql } from 'kysely'
import { consoleModuleId } from '../../contract/constants.ts'
import { isReaderProfile } from '../../contract/reader-profiles.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import { assignedTo } from './granting-scope.ts'
import { profileInScope } from './profile-scope.ts'
import { isAdministrator, writeScopeOf } from './scope.ts'

/**
 * The profiles that the bearer may give: those in scope that are active, of an active module, and in this console nothing
 * that the bearer lacks (rulings §5). For statements that read from `profiles`, `modules` and `services`.
 */
export function profileMayBeGiven(who: Principal): RawBuilder<boolean> {
  return sql<boolean>`(${profileInScope(writeScopeOf(who))} and profiles.status = 1 and modules.status = 1 and services.active
    and not ${profileBeyondOwn(who)})`
}

/**
 * Whether a profile of this console allows more than the bearer's assigned profiles here: a function or an action, active
 * or not, or the master role. What is lent to the bearer never counts (decision 52), nor what profiles 3 and 4 hold, who
 * grant nothing (decision 53).
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

/** Refuses to bring back a profile that allows its holders more than the bearer is assigned (rulings §5). */
export async function requireProfileWithinOwn(db: Db, who: Principal, id: number): Promise<void> {
  const beyond = await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where(profileBeyondOwn(who))
    .executeTakeFirst()
  if (beyond) throw new Problem('profile-beyond-own')
}
