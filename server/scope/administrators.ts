import { type RawBuilder, sql } from 'kysely'
import {
  administratorProfileId,
  administratorProfileIds,
  consoleModuleId,
} from '../../contract/constants.ts'
import type { Db } from '../database/database.ts'
import { isInvited } from './invited-people.ts'

/**
 * Whoever takes the administrator's profile from somebody, or closes a company, calls this first: until their transaction
 * ends the others wait, so that two who take it from each other at the same time don't both find the other one left.
 */
export async function takeTurnAtAdministrators(db: Db): Promise<void> {
  await sql`select from profiles where id = ${administratorProfileId} for no key update`.execute(db)
}

/** Whether somebody holds the administrator's profile in the company: the association is such a company. */
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
    .where('status', '=', 1)
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

/** Whether one of these people holds the administrator's profile anywhere. */
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

/** Whether somebody holds one of profiles 1 to 4 or a master profile, by assignment or by a delegation that is not over. */
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
 * Whether a holder of the profile can enter, for statements that read from `users` and from `companies` as `c`. Who was
 * invited and never came may never come: nobody knows whether the mail arrived.
 */
const enters = sql<boolean>`(users.status = 1 and not users.suspended and not ${isInvited}
  and c.active and seat_limit(c.id, ${consoleModuleId}) > 0)`

/** Rows of the administrator's profile that are to go. */
type Going =
  | { userId: number; companyIds?: readonly number[] }
  | { userIds: readonly number[] }
  | { companyId: number; spids: readonly string[] }

/**
 * Whether an administrator who can enter is left when this person no longer holds the profile in these companies, or
 * doesn't hold it there anyway; in all companies, where none are named.
 */
export async function keepsAnAdministrator(
  db: Db,
  going: { userId: number; companyIds?: readonly number[] },
): Promise<boolean> {
  return (await administratorsWithout(db, going)).kept
}

/**
 * Who loses the profile where these rows of it go, and whether an administrator who can enter is left, or nobody loses
 * it.
 */
export async function administratorsWithout(
  db: Db,
  going: Going,
): Promise<{ userIds: number[]; kept: boolean }> {
  const gone = isGone(going)
  const { rows } = await sql<{ userIds: number[]; kept: boolean }>`
    with holders as (
      select up.user_id, ${gone} as gone, ${enters} as enters
      from user_profiles up
      join users on users.id = up.user_id
      join companies c on c.id = up.company_id
      where up.profile_id = ${administratorProfileId})
    select array(select distinct user_id from holders where gone) as "userIds",
      not exists (select from holders where gone) or exists (select from holders where enters and not gone) as kept`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('A statement without from answers one row.')
  return row
}

function isGone(going: Going): RawBuilder<boolean> {
  if ('userIds' in going) return sql<boolean>`(up.user_id = any (${[...going.userIds]}::integer[]))`
  if ('spids' in going)
    return sql<boolean>`(up.company_id = ${going.companyId} and coalesce(up.spid = any (${going.spids}), false))`
  const { userId, companyIds } = going
  return sql<boolean>`(up.user_id = ${userId} and ${companyIds ? sql`up.company_id = any (${companyIds})` : sql`true`})`
}

/** Whether somebody who holds the administrator's profile can enter, as things are in this transaction. */
export async function administratorIsLeft(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from user_profiles up
    join users on users.id = up.user_id
    join companies c on c.id = up.company_id
    where up.profile_id = ${administratorProfileId} and ${enters}
    limit 1`.execute(db)
  return rows.length > 0
}
