import { z } from 'zod'
import { readOn } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { manyUserIds } from './many-users.ts'
import {
  heldInCompany,
  heldProfile,
  offeredCompany,
  offeredProfile,
  offeredSeats,
} from './user-profiles.ts'

const people = z.array(id)

const offers = z.object({
  /** The companies in which profiles can be given to at least one of them, and to whom: each may get the same profiles. */
  companies: z.array(offeredCompany.extend({ user_id: people })),
  /** By service, module and name. */
  profiles: z.array(offeredProfile),
  /** `user_id`: those of them who have a seat there already. */
  seats: z.array(offeredSeats.extend({ user_id: people })),
  /** What they hold, as far as the bearer sees it, and who holds it. */
  held: z.array(
    z.object({
      profile: heldProfile,
      company: heldInCompany,
      spid: z.string().nullable(),
      user_id: people,
    }),
  ),
})

export type ManyOffers = z.output<typeof offers>

/** What many people hold and may be given (decision 31); the writes are those of contract/user-profiles.ts. */
export const manyUserProfiles = {
  userProfileOffersMany: endpoint({
    method: 'POST',
    path: '/user-profile/many',
    summary:
      'What can be given to people and taken from them, and to and from whom of them: with the seats there. Reads only.',
    access: readOn('/user-edit-profile'),
    audit: 'none',
    body: z.strictObject({ user_id: manyUserIds }),
    success: offers,
    problems: ['user-not-found'],
  }),
}
