import { z } from 'zod'
import { id, instant } from './fields.ts'

/**
 * Claims about the signed-in user that the screens need, stored in local storage as `userData` (portal.md §3). The
 * server builds them from the database for each token. It never trusts a copy that a client sends back.
 */
export const decodedToken = z.object({
  user: z.object({
    id,
    name: z.string(),
    email: z.string(),
    /** Contains an `@` for federated users, who confirm their identity in a popup. */
    cognito_id: z.string(),
    company_id: id.nullable(),
  }),
  profiles: z.array(z.object({ id, name: z.string(), master_profile: z.boolean(), module_id: id })),
  companies: z.array(z.object({ id, name: z.string() })),
  functions: z.array(
    z.object({
      path: z.string(),
      name: z.string(),
      code: z.string().nullable(),
      actions: z.array(z.object({ path: z.string() })),
      /** True for screens of this console that show the rows of every company to holders of profile 4 (decision 53). */
      every_company: z.literal(true).optional(),
    }),
  ),
  module_id: id.nullable(),
  company_id: id.nullable(),
  spid: z.string().nullable(),
  /** Current delegation that the user acts under: its delegator and end. Null if there is none. */
  delegation: z
    .object({
      delegated_by: z.string(),
      end_date: instant.nullable(),
      /**
       * Grants that the user has by assignment instead of delegation, such as `/user-list` and `/user-edit update`.
       * Only with these may the user grant rights to others (decision 52).
       */
      own: z.array(z.string()).default([]),
    })
    .nullable()
    .default(null),
})

export type DecodedToken = z.output<typeof decodedToken>
