import { z } from 'zod'
import { correctionField } from './data-requests.ts'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { changedKind } from './home-changes.ts'

/** Up to here HOME counts exactly; beyond, it says 'mais de 1.000'. */
export const homeCountMax = 1000
/** So many of those that were counted are named. */
export const homeRowsMax = 3
/** So many places are named of whose seats it tells. */
export const homeSeatsMax = 6
/** So many days of sign-ins, today among them. */
export const signInDays = 14
/** Up to here the sign-ins of one day are counted exactly. */
export const signInsMax = 10_000
/** From here on the seats of a place are nearly full: so much of its limit is used. */
export const nearlyFull = 0.9
/** Of everybody's places, so many are counted exactly: those that most people were given for each seat. */
export const homePlacesMax = 100
/** So many of the last changes by others are shown. */
export const homeChangesMax = 5

/** In days: how long before its end HOME tells of something, or after how long without an answer or a use. */
export const homeDays = {
  delegationEnds: 7,
  tokenEnds: 7,
  passwordEnds: 14,
  invitationWaits: 7,
  secretUnused: 7,
  secretOld: 365,
  requestDue: 5,
} as const

const named = z.object({ id, name: z.string() })
const counted = { count: z.int().min(0).max(homeCountMax), more: z.boolean() }
const bounded = z.object(counted)
/** How many there are, with the first of them; null for whoever can't act on them. */
const some = <Row extends z.ZodType>(row: Row) =>
  z.object({ ...counted, rows: z.array(row).max(homeRowsMax) }).nullable()

const seatsOfPlace = z.object({
  company: named,
  module: named,
  limit: z.int().min(0),
  used: z.int().min(0),
  free: z.int().min(0),
  over: z.int().min(0),
})

const dataRequest = named.extend({ field: correctionField, due_at: instant })

const change = z.object({
  /** The operation of the contract, such as `userBlock`. */
  operation: z.string(),
  happened_at: instant,
  /** Null for somebody whom the bearer doesn't see. */
  by: z.string().nullable(),
  record: named.extend({
    kind: changedKind,
    /** What its screen needs beside it: the service of a module, the function of an action. */
    owner_id: id.nullable(),
  }),
})

export type HomeChange = z.output<typeof change>

/** What HOME tells whoever is signed in; the specification asks for its heading alone (decision 43). */
export const home = {
  homeGet: endpoint({
    method: 'GET',
    path: '/home',
    summary:
      'What needs the bearer, of what they may act on: each part is null for whoever lacks the screen and action for it, or is of the rows in scope.',
    access: 'signed-in',
    audit: 'none',
    success: z.object({
      own: z.object({
        /** When the bearer's password gets too old, if that is within 14 days. */
        password_ends_at: instant.nullable(),
        /** The delegation that the bearer acts by, if it ends within 7 days: the one that ends first. */
        delegation: z.object({ company: named, ends_at: instant }).nullable(),
      }),
      /** Running delegations that end within 7 days. */
      delegations: some(z.object({ id, user: named, company: named, ends_at: instant })),
      /** API tokens that end within 7 days. */
      tokens: some(z.object({ id, user: named, ends_at: instant })),
      /** Data requests whose term has ended without an answer, and those whose term ends within 5 days; with whose they are. */
      late_requests: some(dataRequest),
      due_requests: some(dataRequest),
      /** Active people who came once, and not for 90 days. */
      without_access: bounded.nullable(),
      /** Active people who were invited more than 7 days ago and never came. */
      invitations: some(named.extend({ created_at: instant })),
      /**
       * The fullest places, by the share of the limit that is used, then by what is left; and how many are nearly full or
       * over: `more` where there may be others among the places that were not counted.
       */
      seats: z
        .object({
          nearly_full: z.object({ count: z.int().min(0), more: z.boolean() }),
          places: z.array(seatsOfPlace).max(homeSeatsMax),
        })
        .nullable(),
      /** Networks whose tries wait now. */
      networks: bounded.nullable(),
      /** Messages that are stuck or ran out. */
      messages: bounded.nullable(),
      /** Modules with a live secret that was never used, or is older than a year. */
      secrets: some(
        named.extend({
          service_id: id,
          /** Of the oldest live secret. */
          created_at: instant,
          /** Whether a live one was never used. */
          unused: z.boolean(),
        }),
      ),
      /** Sign-ins by day in São Paulo, the oldest first; of people in scope. */
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
      /** The last changes of today that others made to records that the bearer may open. */
      changes: z.array(change).max(homeChangesMax),
    }),
    problems: [],
  }),
}
