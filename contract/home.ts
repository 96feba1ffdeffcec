import { z } from 'zod'
import { correctionField } from './data-requests.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { homeRowsMax } from './limits.ts'
import { screenKinds } from './record-kinds.ts'
import { homeSeatsMax, seatsOfPlace } from './seat-pressure.ts'

/** Maximum exact count on HOME; a higher count is shown as 'mais de 1.000'. */
export const homeCountMax = 1000
/** Number of days shown in the sign-in chart, including today. */
export const signInDays = 14
/** Maximum exact count of sign-ins per day. */
export const signInsMax = 10_000
/** Maximum number of changes by other users that HOME shows. */
export const homeChangesMax = 5

const named = z.object({ id, name: z.string() })
const counted = { count: z.int().min(0).max(homeCountMax), more: z.boolean() }
const bounded = z.object(counted)
/** Schema of a count with the first rows. It is null if the caller cannot act on such rows. */
const some = <Row extends z.ZodType>(row: Row) =>
  z.object({ ...counted, rows: z.array(row).max(homeRowsMax) }).nullable()

const dataRequest = named.extend({ field: correctionField, due_at: instant })

const change = z.object({
  /** Operation name in the contract, such as `userBlock`. */
  operation: z.string(),
  happened_at: instant,
  /** Null if the caller cannot see the user who made the change. */
  by: z.string().nullable(),
  record: named.extend({
    kind: z.enum(screenKinds),
    /** Parent record that the screen also needs: the service of a module, the function of an action. */
    owner_id: id.nullable(),
  }),
})

export type HomeChange = z.output<typeof change>

/** Contents of HOME for the signed-in user. The specification requires only its heading (decision 43). */
export const home = {
  homeGet: endpoint({
    method: 'GET',
    path: '/home',
    summary:
      'Open tasks of the caller. Each part is null if the caller lacks its screen and action, and otherwise covers the rows in scope.',
    access: 'signed-in',
    audit: 'none',
    success: z.object({
      own: z.object({
        /** When the caller's password expires, if within 14 days. */
        password_ends_at: instant.nullable(),
        /**
         * Delegation that the caller acts under, if it ends within 7 days. If there are several, the one that ends
         * first.
         */
        delegation: z.object({ company: named, ends_at: instant }).nullable(),
        /**
         * First steps of a company, and whether each is done. For callers who may create users, except administrators;
         * otherwise null.
         */
        first_steps: z
          .object({
            /** The company has a SPID. Only administrators create them, and not every company needs one. */
            spid: z.boolean(),
            /** The company has another user. */
            person: z.boolean(),
            /** Another user has a profile in the company. */
            profile: z.boolean(),
            /** The company made a delegation, or has another master user. */
            delegation: z.boolean(),
          })
          .nullable(),
      }),
      /**
       * Users with a current delegation that ends within 7 days. If a user has several, the row shows the first to end.
       */
      delegations: some(z.object({ id, user: named, company: named, ends_at: instant })),
      /**
       * Active users with an API token that expires within 7 days. If a user has several, the row shows the first to
       * expire.
       */
      tokens: some(z.object({ id, user: named, ends_at: instant })),
      /**
       * Active users with a profile that ends within 7 days. If a user has several, the row shows the first to end.
       */
      ending_profiles: some(z.object({ id, user: named, company: named, ends_at: instant })),
      /**
       * Active users with a profile that was not used for 90 days. If a user has several, the row shows the one unused
       * for longest, with the day of its last use or else of its assignment.
       */
      unused_profiles: some(
        z.object({ id, user: named, company: named, unused_since: z.iso.date() }),
      ),
      /** Companies whose last assignment of a master profile ends within 30 days, with the time of its end. */
      last_masters: some(named.extend({ ends_at: instant })),
      /**
       * Users with a recovery of the account that the caller may approve now. If a user has several, the row shows the
       * first that was started.
       */
      recoveries: some(z.object({ id, user: named, started_at: instant })),
      /** Requests for access that wait for a decision of the caller, oldest first. */
      access_requests: some(
        z.object({ id, user: named, company: named, module: named, created_at: instant }),
      ),
      /** Data requests past their term, and those due within 5 days, with their authors. */
      late_requests: some(dataRequest),
      due_requests: some(dataRequest),
      /** Active users who signed in at least once, but not in the last 90 days. */
      without_access: bounded.nullable(),
      /**
       * Active users who sign in with a password and have neither a passkey nor an authenticator app. Advice, for
       * administrators, and for those who manage people of a company that requires a second factor.
       */
      without_factor: bounded.nullable(),
      /** Active users who were invited more than 7 days ago and never signed in. */
      invitations: some(named.extend({ created_at: instant })),
      /**
       * `places`: the fullest places, by share of used seats, then by free seats. `nearly_full`: the number of places
       * that are nearly full or over their limit; `more` is true if places that were not counted may add to this
       * number.
       */
      seats: z
        .object({
          nearly_full: z.object({ count: z.int().min(0), more: z.boolean() }),
          places: z.array(seatsOfPlace).max(homeSeatsMax),
        })
        .nullable(),
      /** Networks that are rate-limited now. */
      networks: bounded.nullable(),
      /** Messages that are stuck or have exhausted their retries. */
      messages: bounded.nullable(),
      /**
       * Time of the oldest event that is not sealed in the audit log, if this event is older than a minute. Sealing has
       * then stopped.
       */
      audit_unsealed_since: instant.nullable(),
      /** Modules with a live secret that was never used or is older than a year. */
      secrets: some(
        named.extend({
          service_id: id,
          /** Creation of the oldest live secret. */
          created_at: instant,
          /** Whether a live secret was never used. */
          unused: z.boolean(),
        }),
      ),
      /** Sign-ins by day in São Paulo, oldest first, of users in scope. */
      sign_ins: z
        .array(
          z.object({
            day: z.iso.date(),
            count: z.int().min(0).max(signInsMax),
            more: z.boolean(),
          }),
        )
        .length(signInDays)
        .nullable(),
      /** Today's latest changes by other users, to records that the caller may open. */
      changes: z.array(change).max(homeChangesMax),
    }),
    problems: [],
  }),
}
