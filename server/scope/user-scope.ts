import { type RawBuilder, sql } from 'kysely'
import { administratorProfileIds, consoleModuleId } from '../../contract/constants.ts'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { type Scope, scopeOf } from './scope.ts'

/**
 * Whom somebody sees and touches: an administrator all users; anyone else the people of the company that the token is
 * for, but not those who hold an administrators' profile (rulings §5).
 */
export function userInScope(scope: Scope): RawBuilder<boolean> {
  if (scope === 'everything') return sql<boolean>`true`
  return sql<boolean>`(
    exists (select from user_companies uc
      where uc.user_id = users.id and uc.company_id = ${scope.companyId})
    and not exists (select from user_profiles up join profiles p on p.id = up.profile_id
      where up.user_id = users.id and p.module_id = ${consoleModuleId}
        and p.id = any (${[...administratorProfileIds]}::integer[])))`
}

function selectUsers(db: Db, who: Principal) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'status', 'suspended', 'federated'])
    .where(userInScope(scopeOf(who)))
}

/** The user of an e-mail if the bearer may see and touch it. */
export function findUserInScope(db: Db, who: Principal, email: string) {
  return selectUsers(db, who).where('email', '=', email).executeTakeFirst()
}

/** The same by id. */
export function findUserInScopeById(db: Db, who: Principal, id: number) {
  return selectUsers(db, who).where('id', '=', id).executeTakeFirst()
}
