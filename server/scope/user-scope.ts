import { type RawBuilder, sql } from 'kysely'
import { administratorProfileIds, consoleModuleId } from '../../contract/constants.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { statusOf } from '../database/record-status.ts'
import { type Scope, scopeOf } from './scope.ts'

/** Whether a scope includes the users of every company. */
export const hasEveryPerson = (scope: Scope): boolean =>
  scope === 'everything' || scope.everyPerson === true

/**
 * Condition: the user is visible (rulings §5). Administrators see all users, as do profiles 3 and 4 in reads (decision
 * 53). Other callers see the users of the token's company, except holders of administrator profiles.
 */
export function userInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything' || scope.everyPerson) return sql<boolean>`true`
  return sql<boolean>`(
    exists (select from user_companies uc
      where uc.user_id = users.id and uc.company_id = ${scope.companyId})
    and not exists (select from user_profiles up join profiles p on p.id = up.profile_id
      where up.user_id = users.id and p.module_id = ${consoleModuleId} and (up.end_at is null or up.end_at > now())
        and p.id = any (${[...administratorProfileIds]}::integer[])))`
}

/**
 * Condition: the caller may change the account as a whole (name, phone, password, locks, sessions, block). All
 * companies of the user must be in scope. Otherwise a master user of one company could lock a user out of another
 * (rulings §10). Must be combined with `userInScope`.
 */
export function accountInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything' || scope.everyPerson) return sql<boolean>`true`
  const { companyId } = scope
  return sql<boolean>`(
    not exists (select from user_companies uc where uc.user_id = users.id and uc.company_id <> ${companyId})
    and not exists (select from user_profiles up where up.user_id = users.id and up.company_id <> ${companyId} and (up.end_at is null or up.end_at > now()))
    and not exists (select from delegations d
      where d.user_id = users.id and d.closed_at is null and (d.end_at is null or d.end_at > now())
        and d.company_id <> ${companyId}))`
}

function selectUsers(db: Db, who: Principal) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'active', 'suspended', 'federated'])
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where(userInScope(scopeOf(who)))
}

/** Returns a user in scope. The caller may assign profiles to this user, and remove them, in the caller's company. */
export function findUserInScopeById(db: Db, who: Principal, id: number) {
  return selectUsers(db, who)
    .select(statusOf('users').as('status'))
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Returns these users, as far as they are in scope, and locks them until the transaction ends. Locks in order of id, to
 * avoid deadlocks.
 */
export function lockAccounts(db: Db, who: Principal, ids: readonly number[]) {
  return selectAccounts(db, who, ids).forNoKeyUpdate().execute()
}

/** Like `lockAccounts`, but locks nothing. */
export function findAccounts(db: Db, who: Principal, ids: readonly number[]) {
  return selectAccounts(db, who, ids).execute()
}

function selectAccounts(db: Db, who: Principal, ids: readonly number[]) {
  return selectUsers(db, who)
    .select(accountInScope(scopeOf(who)).as('account_wide'))
    .where(sql<boolean>`id = any (${[...ids]}::integer[])`)
    .orderBy('id')
}

/** Identifies a user by id or e-mail. */
export type UserRef = { id: number } | { email: string }

function selectAccount(db: Db, who: Principal, user: UserRef) {
  const account = selectUsers(db, who).select(accountInScope(scopeOf(who)).as('account_wide'))
  return 'id' in user ? account.where('id', '=', user.id) : account.where('email', '=', user.email)
}

/**
 * Returns a user whose account the caller may manage as a whole. Throws `user-not-found` if the user is out of scope.
 */
export async function requireAccount(db: Db, who: Principal, user: UserRef) {
  return requireWhole(await selectAccount(db, who, user).executeTakeFirst())
}

/** Like `requireAccount`, but locks the account until the transaction ends. */
export async function lockAccount(db: Db, who: Principal, user: UserRef) {
  return requireWhole(await selectAccount(db, who, user).forNoKeyUpdate().executeTakeFirst())
}

function requireWhole<User extends { account_wide: boolean }>(user: User | undefined): User {
  if (!user) throw new Problem('user-not-found')
  if (!user.account_wide) throw new Problem('user-of-other-companies')
  return user
}
