import { type RawBuilder, sql } from 'kysely'
import {
  administratorProfileId,
  administratorProfileIds,
  consoleModuleId,
} from '../../contract/constants.ts'
import type { Db } from '../database/database.ts'
import { isInvited } from './invited-people.ts'

/**
 * Locks the administrators until the transaction ends. Call this before removing an administrator profile or
 * deactivating a company, so that two concurrent removals don't each rely on the other administrator.
 */
export async function lockAdministrators(db: Db): Promise<void> {
  await sql`select from profiles where id = ${administratorProfileId} for no key update`.execute(db)
}

/** Returns whether a user holds the administrator profile in the company, such as the association. */
export async function isOfAdministrators(db: Db, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_profiles')
    .select('id')
    .where('company_id', '=', companyId)
    .where('profile_id', '=', administratorProfileId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the administrators to notify: each one that is neither deleted nor blocked. */
export async function findAdministrators(
  db: Db,
): Promise<{ id: number; name: string; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('active', '=', true)
    .where('suspended', '=', false)
    .where('id', 'in', (select) =>
      select
        .selectFrom('user_profiles')
        .select('user_id')
        .where('profile_id', '=', administratorProfileId),
    )
    .orderBy('id')
    .execute()
}

/** Returns whether one of these users holds the administrator profile in any company. */
export async function isAdministratorAmong(db: Db, userIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('user_profiles')
    .select('id')
    .where(sql<boolean>`user_id = any (${[...userIds]}::integer[])`)
    .where('profile_id', '=', administratorProfileId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether a user holds one of profiles 1 to 4 or a master profile, by assignment or by an open delegation. */
export async function holdsManagingProfile(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from profiles p
    where (p.id = any (${[...administratorProfileIds]}::integer[]) or p.master_profile) and (
      exists (select from user_profiles up where up.profile_id = p.id and up.user_id = ${userId})
      or exists (select from delegations d join delegation_profiles dp on dp.delegation_id = d.id
        where dp.profile_id = p.id and d.user_id = ${userId} and d.closed_at is null
          and (d.end_at is null or d.end_at > now())))
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * SQL condition on `users` and on `companies` as `c`: a holder of the profile can sign in. Users before their first
 * access don't count, because the invitation may never have arrived.
 */
const canSignIn = sql<boolean>`(users.active and not users.suspended and not ${isInvited}
  and c.active and seat_limit(c.id, ${consoleModuleId}) > 0)`

/** Assignments of the administrator profile to be removed. */
type Removal =
  | { userId: number; companyIds?: readonly number[] }
  | { userIds: readonly number[] }
  | { companyId: number; spids: readonly string[] }

/**
 * Returns whether an administrator who can sign in remains if this user loses the profile in these companies (default:
 * all), or does not hold it there.
 */
export async function keepsAnAdministrator(
  db: Db,
  removal: { userId: number; companyIds?: readonly number[] },
): Promise<boolean> {
  return (await administratorsWithout(db, removal)).remains
}

/**
 * Returns the users who lose the profile with this removal, and whether an administrator who can sign in remains or no
 * user loses it.
 */
export async function administratorsWithout(
  db: Db,
  removal: Removal,
): Promise<{ userIds: number[]; remains: boolean }> {
  const gone = isGone(removal)
  const { rows } = await sql<{ userIds: number[]; remains: boolean }>`
    with holders as (
      select up.user_id, ${gone} as gone, ${canSignIn} as can_sign_in
      from user_profiles up
      join users on users.id = up.user_id
      join companies c on c.id = up.company_id
      where up.profile_id = ${administratorProfileId})
    select array(select distinct user_id from holders where gone) as "userIds",
      not exists (select from holders where gone) or exists (select from holders where can_sign_in and not gone) as remains`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('The statement returned no row.')
  return row
}

function isGone(removal: Removal): RawBuilder<boolean> {
  if ('userIds' in removal)
    return sql<boolean>`(up.user_id = any (${[...removal.userIds]}::integer[]))`
  if ('spids' in removal)
    return sql<boolean>`(up.company_id = ${removal.companyId} and coalesce(up.spid = any (${removal.spids}), false))`
  const { userId, companyIds } = removal
  return sql<boolean>`(up.user_id = ${userId} and ${companyIds ? sql`up.company_id = any (${companyIds})` : sql`true`})`
}

/** Returns whether an administrator can sign in, as seen in this transaction. */
export async function administratorIsLeft(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from user_profiles up
    join users on users.id = up.user_id
    join companies c on c.id = up.company_id
    where up.profile_id = ${administratorProfileId} and ${canSignIn}
    limit 1`.execute(db)
  return rows.length > 0
}
