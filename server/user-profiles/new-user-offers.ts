import { type NewUserOffers, userProfiles } from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { isOnlyDelegated } from '../scope/granting-scope.ts'
import { findSeatsOfMany } from './many-offer-queries.ts'
import { findCompaniesInScope, findProfilesToGive } from './user-profile-queries.ts'

/**
 * Returns the profiles that the caller may give to a new user of these companies, and the free seats. A company that is
 * inactive, or in which the caller may only read, offers none. Throws if a company is out of scope.
 */
export async function readNewUserOffers(
  db: Db,
  who: Principal,
  requested: readonly number[],
): Promise<NewUserOffers> {
  const found = await findCompaniesInScope(db, who, requested)
  if (found.length < new Set(requested).size) throw new Problem('company-not-found')
  const companies = isOnlyDelegated(who, userProfiles.userProfileAdd)
    ? []
    : found.flatMap(({ offered, ...company }) => (offered ? [company] : []))
  const companyIds = companies.map(({ id }) => id)
  const profiles = await findProfilesToGive(db, who, companyIds, undefined)
  const seats = await findSeatsOfMany(db, [], companyIds)
  const offered = new Set(
    profiles.flatMap(({ module, company_id }) => company_id.map((id) => `${id} ${module.id}`)),
  )
  return {
    companies,
    profiles,
    seats: seats.filter(({ company_id, module_id }) => offered.has(`${company_id} ${module_id}`)),
  }
}
