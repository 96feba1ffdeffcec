import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { profileExceedsCaller } from './giving-scope.ts'
import { companyOf, isAdministrator } from './scope.ts'

/**
 * SQL condition on `users`: the account outranks the caller. That is, in the caller's company the account is assigned
 * the master role, or a function or action of this console, that is not assigned to the caller. The caller can't block,
 * delete or unlink such an account, or change its e-mail (decision 52).
 */
export function outranks(who: Principal): RawBuilder<boolean> {
  if (isAdministrator(who)) return sql<boolean>`false`
  return sql<boolean>`exists (select from user_profiles up join profiles on profiles.id = up.profile_id
    where up.user_id = users.id and up.company_id = ${companyOf(who)} and profiles.active and (up.end_at is null or up.end_at > now())
      and ${profileExceedsCaller(who)})`
}

/** Returns the ids of those users whose accounts outrank the caller. */
export async function findOutranking(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (isAdministrator(who)) return new Set()
  const rows = await db
    .selectFrom('users')
    .select('users.id')
    .where(sql<boolean>`users.id = any (${[...userIds]}::integer[])`)
    .where(outranks(who))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Throws if the account outranks the caller. */
export async function requireNotOutranked(db: Db, who: Principal, userId: number): Promise<void> {
  if ((await findOutranking(db, who, [userId])).size > 0) throw new Problem('account-beyond-own')
}

/**
 * Throws if the user holds rights by delegation in the caller's company that are not assigned to the caller. Called
 * before an e-mail is changed, because the reader of the new mailbox could use the delegation. For other writes,
 * delegations don't raise the rank of an account (decision 52).
 */
export async function requireNotOutrankedByDelegation(
  db: Db,
  who: Principal,
  userId: number,
): Promise<void> {
  if (isAdministrator(who)) return
  const lent = await db
    .selectFrom('delegations as d')
    .innerJoin('delegation_profiles as dp', 'dp.delegation_id', 'd.id')
    .innerJoin('profiles', 'profiles.id', 'dp.profile_id')
    .select('d.id')
    .where('d.user_id', '=', userId)
    .where('d.company_id', '=', companyOf(who))
    .where('d.closed_at', 'is', null)
    .where((eb) => eb.or([eb('d.end_at', 'is', null), eb('d.end_at', '>', sql<Date>`now()`)]))
    .where(profileExceedsCaller(who))
    .limit(1)
    .executeTakeFirst()
  if (lent) throw new Problem('account-beyond-own')
}
