import type { ManyOffers } from '../../contract/many-user-profiles.ts'
import { userProfiles } from '../../contract/user-profiles.ts'
import type { Principal } from '../pipeline/principal.ts'
import { refuseItems } from '../pipeline/refused-items.ts'
import type { Db } from '../database/database.ts'
import { isOnlyDelegated } from '../scope/granting-scope.ts'
import {
  findCompaniesOfMany,
  findHeldByMany,
  findSeatsOfMany,
  findVisibleUsers,
} from './many-offer-queries.ts'
import { findProfilesToGive } from './user-profile-queries.ts'

/**
 * Returns the profiles that can be assigned to these users or removed from them. If a user is out of the caller's
 * scope, throws a problem that names the user.
 */
export async function readManyOffers(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<ManyOffers> {
  const visible = await findVisibleUsers(db, who, userIds)
  refuseItems(
    userIds.flatMap((id, place) =>
      visible.has(id) ? [] : [{ code: 'user-not-found' as const, name: `user_id.${place}` }],
    ),
  )
  const companies = isOnlyDelegated(who, userProfiles.userProfileAdd)
    ? []
    : await findCompaniesOfMany(db, who, userIds)
  const companyIds = companies.map(({ id }) => id)
  const profiles = await findProfilesToGive(db, who, companyIds, undefined)
  const offered = new Set(
    profiles.flatMap(({ module, company_id }) => company_id.map((id) => `${id} ${module.id}`)),
  )
  const seats = await findSeatsOfMany(db, userIds, companyIds)
  return {
    companies,
    profiles,
    seats: seats.filter(({ company_id, module_id }) => offered.has(`${company_id} ${module_id}`)),
    held: await findHeldByMany(db, who, userIds),
  }
}
