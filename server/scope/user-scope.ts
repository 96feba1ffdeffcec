import { type RawBuilder, sql } from 'kysely'
import { administratorProfileIds, consoleModuleId } from '../../contract/constants.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import { type Scope, scopeOf } from './scope.ts'

/** Whether a scope has the people of every company, whoever they are and whatever they hold. */
export const hasEveryPerson = (scope: Scope): boolean =>
  scope === 'everything' || scope.everyPerson === true

/**
 * Whom somebody sees and touches: an administrator all users, as profiles 3 and 4 see them (decision 53); anyone else the
 * people of the company that the token is for, but not those who hold an administrators' profile (rulings §5).
 */
export function userInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything' || scope.everyPerson) return sql<boolean>`true`
  return sql<boolean>`(
    exists (select from user_companies uc
      where uc.user_id = users.id and uc.company_id = ${scope.companyId})
    and not exists (select from user_profiles up join profiles p on p.id = up.profile_id
      where up.user_id = users.id and p.module_id = ${consoleModuleId}
        and p.id = any (${[...administratorProfileIds]}::integer[])))`
}

/**
 * Whose account somebody may change as a whole: name, phone, password, locks, sessions, whether the person can enter at
 * all. Every company of the person has to be in scope, or a master user of one would lock people out of another (rulings
 * §10). Beside `userInScope`, never in its place.
 */
export function accountInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything' || scope.everyPerson) return sql<boolean>`true`
  const { companyId } = scope
  return sql<boolean>`(
    not exists (select from user_companies uc where uc.user_id = users.id and uc.company_id <> ${companyId})
    and not exists (select from user_profiles up where up.user_id = users.id and up.company_id <> ${companyId})
    and not exists (select from delegations d
      where d.user_id = users.id and d.closed_at is null and (d.end_at is null or d.end_at > now())
        and d.company_id <> ${companyId}))`
}

function selectUsers(db: Db, who: Principal) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'status', 'suspended', 'federated'])
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where(userInScope(scopeOf(who)))
}

/** A user whom the bearer may see, and whose profiles of the own company are the bearer's to give and take. */
export function findUserInScopeById(db: Db, who: Principal, id: number) {
  return selectUsers(db, who).where('id', '=', id).executeTakeFirst()
}

/**
 * These people, by id, as far as the bearer sees them, kept as they are until the transaction ends; always in the same
 * order, so that no two such writes wait for each other.
 */
export function lockAccounts(db: Db, who: Principal, ids: readonly number[]) {
  return selectUsers(db, who)
    .select(accountInScope(scopeOf(who)).as('account_wide'))
    .where(sql<boolean>`id = any (${[...ids]}::integer[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Names somebody, as calls do. */
export type Named = { id: number } | { email: string }

function selectAccount(db: Db, who: Principal, named: Named) {
  const account = selectUsers(db, who).select(accountInScope(scopeOf(who)).as('account_wide'))
  return 'id' in named
    ? account.where('id', '=', named.id)
    : account.where('email', '=', named.email)
}

/** A user whose account as a whole is the bearer's to look after; who isn't seen is not found. */
export async function requireAccount(db: Db, who: Principal, named: Named) {
  return requireWhole(await selectAccount(db, who, named).executeTakeFirst())
}

/** The same, kept as it is until the transaction ends. */
export async function lockAccount(db: Db, who: Principal, named: Named) {
  return requireWhole(await selectAccount(db, who, named).forNoKeyUpdate().executeTakeFirst())
}

function requireWhole<User extends { account_wide: boolean }>(user: User | undefined): User {
  if (!user) throw new Problem('user-not-found')
  if (!user.account_wide) throw new Problem('user-of-other-companies')
  return user
}
