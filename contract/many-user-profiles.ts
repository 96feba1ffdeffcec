import { z } from 'zod'
import { readOn } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { id, status } from './fields.ts'
import { manyUserIds } from './many-users.ts'

const named = z.object({ id, name: z.string() })
const moduleOfService = named.extend({ Service: named })
const people = z.array(id)

const offers = z.object({
  /** The companies in which profiles can be given to at least one of them, and to whom: each may get the same profiles. */
  companies: z.array(
    named.extend({
      document: z.string(),
      spids: z.array(z.object({ spid: z.string(), description: z.string() })),
      user_id: people,
    }),
  ),
  /** By service, module and name; a profile is given in the companies of `company_id` alone. */
  profiles: z.array(
    named.extend({
      master_profile: z.boolean(),
      module: moduleOfService.extend({ is_enable_spid: z.boolean() }),
      company_id: z.array(id),
    }),
  ),
  /** Of each company and module that something is offered of; `user_id`: those of them who have a seat there already. */
  seats: z.array(
    z.object({
      company_id: id,
      module_id: id,
      limit: z.int().min(0),
      used: z.int().min(0),
      free: z.int().min(0),
      user_id: people,
    }),
  ),
  /** What they hold, as far as the bearer sees it, and who holds it. */
  held: z.array(
    z.object({
      profile: named.extend({ status, module: moduleOfService }),
      company: named.extend({ document: z.string(), active: z.boolean() }),
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
