import { sql } from 'kysely'
import { administratorProfileIds, consoleModuleId } from '../../contract/constants.ts'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'

/** The user of an e-mail if the bearer may see and touch it. */
export function findUserInScope(db: Db, who: Principal, email: string) {
  return usersInScope(db, who).where('users.email', '=', email).executeTakeFirst()
}

/** The same by id. */
export function findUserInScopeById(db: Db, who: Principal, id: number) {
  return usersInScope(db, who).where('users.id', '=', id).executeTakeFirst()
}

/**
 * Whom the bearer may see and touch: an administrator all users; anyone else the people of the company that the token is
 * for, but not those who hold an administrators' profile (rulings §5).
 */
function usersInScope(db: Db, who: Principal) {
  const administrator = who.place?.grants.administrator === true
  return db
    .selectFrom('users')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.status',
      'users.suspended',
      'users.federated',
    ])
    .$if(!administrator, (query) =>
      query
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('user_companies')
              .select(sql`1`.as('one'))
              .whereRef('user_companies.user_id', '=', 'users.id')
              .where('user_companies.company_id', '=', who.place?.companyId ?? 0),
          ),
        )
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('user_profiles')
                .innerJoin('profiles', 'profiles.id', 'user_profiles.profile_id')
                .select(sql`1`.as('one'))
                .whereRef('user_profiles.user_id', '=', 'users.id')
                .where('profiles.module_id', '=', consoleModuleId)
                .where('profiles.id', 'in', [...administratorProfileIds]),
            ),
          ),
        ),
    )
}
