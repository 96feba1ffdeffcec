import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { manyUserIds } from './many-users.ts'
import {
  assignmentCompany,
  assignedProfile,
  heldPeriod,
  offeredCompany,
  offeredProfile,
  offeredSeats,
} from './user-profiles.ts'

const people = z.array(id)

const offers = z.object({
  /**
   * Companies in which the caller may give profiles to at least one of the users. `user_id` lists these users for each
   * company.
   */
  companies: z.array(offeredCompany.extend({ user_id: people })),
  /** Sorted by service, module and name. */
  profiles: z.array(offeredProfile),
  /** `user_id` lists the users who already have a seat of the module in the company. */
  seats: z.array(offeredSeats.extend({ user_id: people })),
  /** Profiles of the users that the caller may see, each with the users who hold it. */
  held: z.array(
    z.object({
      profile: assignedProfile,
      company: assignmentCompany,
      spid: z.string().nullable(),
      user_id: people,
      /**
       * Periods of those users whose assignment has a begin or end. An ended one is given again like a new one, a suspended
       * one is restored.
       */
      periods: z.array(z.object({ user_id: id, ...heldPeriod })),
    }),
  ),
})

export type ManyOffers = z.output<typeof offers>

/**
 * Profiles that the selected users hold, and profiles that the caller may give them (decision 31). The writes are in
 * contract/user-profiles.ts.
 */
export const manyUserProfiles = {
  userProfileOffersMany: endpoint({
    method: 'POST',
    path: '/user-profile/many',
    summary:
      'The profiles that can be given to or taken from these users, for each of them, with the seats. Reads only.',
    access: grantsOfScreens('/user-edit-profile'),
    audit: 'none',
    body: z.strictObject({ user_id: manyUserIds }),
    success: offers,
    problems: ['user-not-found'],
  }),
}
