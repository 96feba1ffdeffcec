import type { ManyOffers } from '../../contract/many-user-profiles.ts'
import { problemOf } from '../../contract/problems.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import {
  findCompaniesOfMany,
  findHeldByMany,
  findSeatsOfMany,
  findSeen,
} from './many-offer-queries.ts'
import { findProfilesToGive } from './user-profile-queries.ts'

/** What can be given to these people, or taken from them; one of them whom the bearer doesn't see is named. */
export async function readManyOffers(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<ManyOffers> {
  const seen = await findSeen(db, who, userIds)
  const unseen = userIds.flatMap((id, place) => (seen.has(id) ? [] : [`user_id.${place}`]))
  if (unseen.length > 0) {
    const { message } = problemOf('user-not-found')
    throw new Problem('user-not-found', {
      fields: Object.fromEntries(unseen.map((name) => [name, message])),
    })
  }
  const companies = await findCompaniesOfMany(db, who, userIds)
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
