import { sql } from 'kysely'
import type { companyUsers } from '../../contract/company-users.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { Db } from '../database/database.ts'
import { filtered, findPage } from '../database/list-page.ts'
import { hasStatus, statusOf } from '../database/record-status.ts'
import { companyInScope } from '../scope/company-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { userInScope } from '../scope/user-scope.ts'
import { companyId, spidsOfCompany } from './company-queries.ts'

type PeopleQuery = QueryOf<typeof companyUsers.companyUserList>

const userId = sql.ref('users.id')

const sorts = { name: sql`lower(users.name) collate natural_order`, email: sql`users.email` }

/** Returns the companies in scope that a user works for. Uses one statement. */
export function findCompaniesOf(db: Db, scope: Scope, user: number) {
  return db
    .selectFrom('user_companies as uc')
    .innerJoin('companies', 'companies.id', 'uc.company_id')
    .select([
      'companies.id',
      'companies.name',
      'companies.document',
      'companies.active',
      spidsOfCompany.as('spids'),
    ])
    .where('uc.user_id', '=', user)
    .where(companyInScope(scope, companyId))
    .orderBy(sql`lower(companies.name) collate natural_order`)
    .orderBy('companies.id')
    .execute()
}

/** Returns the users of a company in the caller's scope. */
export function listPeople(db: Db, scope: Scope, company: number, list: PeopleQuery) {
  return findPage({
    list,
    from: db.selectFrom('users'),
    rows: db
      .selectFrom('users')
      .select([
        'users.id',
        'users.name',
        'users.email',
        statusOf('users').as('status'),
        'users.suspended',
      ]),
    conditions: [
      sql`users.id in (select uc.user_id from user_companies uc where uc.company_id = ${company})`,
      userInScope(scope),
      ...filtered(list, { status: hasStatus('users') }),
    ],
    searched: {
      name: sql`search_fold(users.name)`,
      shows: (pattern) => sql`search_fold(users.name || chr(10) || users.email) like ${pattern}`,
    },
    sorts,
    id: userId,
  })
}

/** Links a user to companies. Returns the companies that were not linked before. */
export async function insertLinks(
  db: Db,
  user: number,
  companies: readonly number[],
): Promise<number[]> {
  const rows = await db
    .insertInto('user_companies')
    .values(companies.map((company) => ({ user_id: user, company_id: company })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('company_id')
    .execute()
  return rows.map(({ company_id }) => company_id).toSorted((a, b) => a - b)
}

interface Unlinking {
  user: number
  companies: readonly number[]
  by: number
  now: Date
}

/**
 * Deletes a user's links, delegations and profiles in these companies, and returns what was deleted. Lock order: link
 * first, because assignments check it. Delegations are deleted before profiles, because deleting the profiles would end
 * them without an audit record (rulings §10).
 */
export async function deleteLinks(db: Db, { user, companies, by, now }: Unlinking) {
  const links = await db
    .deleteFrom('user_companies')
    .where('user_id', '=', user)
    .where('company_id', 'in', companies)
    .returning('company_id')
    .execute()
  const delegations = await db
    .updateTable('delegations')
    .set({ closed_at: now, closed_by: by })
    .where((eb) => eb.or([eb('user_id', '=', user), eb('delegated_by', '=', user)]))
    .where('company_id', 'in', companies)
    .where('closed_at', 'is', null)
    .where((eb) => eb.or([eb('end_at', 'is', null), eb('end_at', '>', now)]))
    .returning('id')
    .execute()
  const profiles = await db
    .deleteFrom('user_profiles')
    .where('user_id', '=', user)
    .where('company_id', 'in', companies)
    .returning(['profile_id', 'company_id', 'spid'])
    .execute()
  await db
    .updateTable('users')
    .set({ company_id: null })
    .where('id', '=', user)
    .where('company_id', 'in', companies)
    .execute()
  return {
    company_id: links.map(({ company_id }) => company_id).toSorted((a, b) => a - b),
    profiles,
    delegations: delegations.map(({ id }) => id).toSorted((a, b) => a - b),
  }
}
