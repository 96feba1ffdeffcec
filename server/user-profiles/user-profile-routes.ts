import type { manyUserProfiles } from '../../contract/many-user-profiles.ts'
import type { userProfiles } from '../../contract/user-profiles.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { readManyOffers } from './many-offers.ts'
import { readNewUserOffers } from './new-user-offers.ts'
import { changeUserProfiles, readHeldBy, readOffers } from './user-profile-service.ts'
import { readWhy } from './why-service.ts'

export function userProfileRoutes(parts: {
  clock: Clock
  keyring: Keyring
}): Handlers<typeof userProfiles & typeof manyUserProfiles> {
  return {
    userProfileGet: ({ db, who, params }) => readHeldBy(db, who, params.id, parts.clock.now()),
    userProfileOffers: ({ db, who, params, query }) =>
      readOffers(db, who, params.id, query.service_id),
    userProfileOffersNew: ({ db, who, body }) => readNewUserOffers(db, who, body.company_id),
    userProfileOffersMany: ({ db, who, body }) => readManyOffers(db, who, body.user_id),
    userProfileAdd: (call) => changeUserProfiles(call, { given: call.body }, parts),
    userProfileRemove: (call) => changeUserProfiles(call, { taken: call.body }, parts),
    userProfileUpdate: (call) => changeUserProfiles(call, call.body, parts),
    userProfileWhy: ({ db, who, params, query }) =>
      readWhy(db, who, { userId: params.id, ...query }, parts.clock.now()),
  }
}
