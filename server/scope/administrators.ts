import { sql } from 'kysely'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import type { Db } from '../database/database.ts'

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

/** Whether this person holds the administrator's profile anywhere. */
export async function isSomeAdministrator(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_profiles')
    .select('id')
    .where('user_id', '=', userId)
    .where('profile_id', '=', administratorProfileId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether an administrator who can enter is left when this person no longer holds the profile in these companies, or
 * doesn't hold it there anyway; in all companies, where none are named.
 */
export async function keepsAnAdministrator(
  db: Db,
  { userId, companyIds }: { userId: number; companyIds?: readonly number[] },
): Promise<boolean> {
  const there = companyIds ? sql`up.company_id = any (${companyIds})` : sql`true`
  const gone = sql<boolean>`(up.user_id = ${userId} and ${there})`
  const { rows } = await sql<{ kept: boolean }>`
    with holders as (
      select ${gone} as gone, u.status = 1 and not u.suspended and c.active
        and seat_limit(c.id, ${consoleModuleId}) > 0 as enters
      from user_profiles up
      join users u on u.id = up.user_id
      join companies c on c.id = up.company_id
      where up.profile_id = ${administratorProfileId})
    select not exists (select from holders where gone) or exists (select from holders where enters and not gone) as kept`.execute(
    db,
  )
  return rows[0]?.kept === true
}

/** Whether somebody who holds the administrator's profile can enter, as things are in this transaction. */
export async function administratorIsLeft(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from user_profiles up
    join users u on u.id = up.user_id and u.status = 1 and not u.suspended
    join companies c on c.id = up.company_id and c.active
    where up.profile_id = ${administratorProfileId} and seat_limit(c.id, ${consoleModuleId}) > 0
    limit 1`.execute(db)
  return rows.length > 0
}
