import type { companyUsers } from '../../contract/company-users.ts'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import {
  isAdministratorAmong,
  keepsAnAdministrator,
  lockAdministrators,
} from '../scope/administrators.ts'
import { requireNotOutranked } from '../scope/account-rank.ts'
import { scopeOf } from '../scope/scope.ts'
import { findUserInScopeById } from '../scope/user-scope.ts'
import { findVisible } from './company-queries.ts'
import { readCompany } from './company-service.ts'
import { deleteLinks, findCompaniesOf, insertLinks, listPeople } from './company-user-queries.ts'

type Links = BodyOf<typeof companyUsers.companyUserLink>

/** Returns the companies of a user in the caller's scope. */
export async function readCompaniesOf(db: Db, who: Principal, userId: number) {
  await requireUser(db, who, userId)
  return { companies: await findCompaniesOf(db, scopeOf(who), userId) }
}

/** Returns all companies of the caller, not only that of the current place. */
export async function readOwnCompanies(db: Db, { userId }: Principal) {
  return { companies: await findCompaniesOf(db, 'everything', userId) }
}

export async function readPeople(
  db: Db,
  who: Principal,
  companyId: number,
  query: QueryOf<typeof companyUsers.companyUserList>,
) {
  await readCompany(db, who, companyId)
  return listPeople(db, scopeOf(who), companyId, query)
}

/** Links a user to companies in the caller's scope. Existing links stay. */
export async function linkUser({ db, who, audit }: Write, links: Links) {
  const { userId, companies } = await requireBoth(db, who, links)
  const added = await insertLinks(db, userId, companies)
  audit({ target: `user:${userId}`, after: { company_id: added } })
  return { companies: await findCompaniesOf(db, scopeOf(who), userId) }
}

/** Unlinks a user from companies, with all assignments and delegations there. */
export async function unlinkUser({ db, who, audit }: Write, links: Links, now: Date) {
  const { userId, companies } = await requireBoth(db, who, links)
  if (userId === who.userId) throw new Problem('user-indispensable')
  await requireNotOutranked(db, who, userId)
  if (await isAdministratorAmong(db, [userId])) {
    await lockAdministrators(db)
    if (!(await keepsAnAdministrator(db, { userId, companyIds: companies })))
      throw new Problem('user-indispensable')
  }
  const before = await deleteLinks(db, { user: userId, companies, by: who.userId, now })
  audit({ target: `user:${userId}`, before })
  return { companies: await findCompaniesOf(db, scopeOf(who), userId) }
}

/** Returns the user and the companies. Throws unless all are in the caller's scope. */
async function requireBoth(db: Db, who: Principal, { user_id, company_id }: Links) {
  await requireUser(db, who, user_id)
  const requested = new Set(company_id)
  const companies = await findVisible(db, scopeOf(who), [...requested])
  if (companies.length < requested.size) throw new Problem('company-not-found')
  return { userId: user_id, companies }
}

async function requireUser(db: Db, who: Principal, id: number): Promise<void> {
  requireFound(await findUserInScopeById(db, who, id), 'user-not-found')
}
