import { z } from 'zod'
import { id, instant } from './fields.ts'

/**
 * Claims about the signed-in user that the screens need, kept in local storage as `userData` (portal.md §3). The
 * server builds them from the database for each token and never trusts a copy that a client sends back.
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
      /** Set for screens of this console on which profile 4 sees the rows of every company (decision 53). */
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
       * Grants by assignment, such as `/user-list` and `/user-edit update`. Only these allow granting rights
       * (decision 52).
       */
      own: z.array(z.string()).default([]),
    })
    .nullable()
    .default(null),
})

export type DecodedToken = z.output<typeof decodedToken>
