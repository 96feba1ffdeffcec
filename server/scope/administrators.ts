import { type RawBuilder, sql } from 'kysely'
import {
  administratorProfileId,
  administratorProfileIds,
  consoleModuleId,
} from '../../contract/constants.ts'
import type { Db } from '../database/database.ts'
import { isInvited } from './invited-people.ts'

/**
 * Serialises changes of administrators until the transaction ends. Must be called before an administrator profile is
 * removed or a company is deactivated. Otherwise each of two concurrent removals could rely on the administrator that
 * the other one removes.
 */
export async function lockAdministrators(db: Db): Promise<void> {
  await sql`select from profiles where id = ${administratorProfileId} for no key update`.execute(db)
}

/** Returns whether a user holds the administrator profile in the company, which is usually the association. */
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

/** Returns the administrators who are neither deleted nor blocked, to notify them. */
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

/**
 * Returns whether the user holds one of profiles 1 to 4 or a master profile, by assignment or by an open delegation.
 */
export async function holdsManagingProfile(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from profiles p
    where (p.id = any (${[...administratorProfileIds]}::integer[]) or p.master_profile) and (
      exists (select from user_profiles up where up.profile_id = p.id and up.user_id = ${userId}
        and (up.end_at is null or up.end_at > now()))
      or exists (select from delegations d join delegation_profiles dp on dp.delegation_id = d.id
        where dp.profile_id = p.id and d.user_id = ${userId} and d.closed_at is null
          and (d.end_at is null or d.end_at > now())))
    limit 1`.execute(db)
  return rows.length > 0
}

/**
 * SQL condition on `users` and on `companies` as `c`: a holder of the administrator profile can sign in. Users who have
 * never signed in don't count, because their invitation may not have arrived.
 */
const canSignIn = sql<boolean>`(users.active and not users.suspended and not ${isInvited}
  and c.active and seat_limit(c.id, ${consoleModuleId}) > 0)`

/** Assignments of the administrator profile that would be removed. */
type Removal =
  | { userId: number; companyIds?: readonly number[] }
  | { userIds: readonly number[] }
  | { companyId: number; spids: readonly string[] }

/**
 * Returns whether an administrator who can sign in would remain without this user's profile in these companies
 * (default: all). Also true if the user does not hold the profile there.
 */
export async function keepsAnAdministrator(
  db: Db,
  removal: { userId: number; companyIds?: readonly number[] },
): Promise<boolean> {
  return (await administratorsWithout(db, removal)).remains
}

/**
 * Returns the users who would lose the profile, and whether an administrator who can sign in would remain. `remains` is
 * also true if no user would lose it.
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

/** Returns whether an administrator can sign in, including uncommitted changes of this transaction. */
export async function administratorIsLeft(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from user_profiles up
    join users on users.id = up.user_id
    join companies c on c.id = up.company_id
    where up.profile_id = ${administratorProfileId} and ${canSignIn}
    limit 1`.execute(db)
  return rows.length > 0
}
