import { z } from 'zod'
import { readOn } from './choices.ts'
import { endpoint, type Grant } from './endpoint.ts'
import { id, idInPath, instant, spid, status } from './fields.ts'
import { idInQuery } from './list.ts'

/** So many user-profiles in one write; more are a write of their own. */
export const userProfilesMax = 2000
/** A row of a body at its longest, with its names. */
const rowLength = 160

const named = z.object({ id, name: z.string() })
const moduleOfService = named.extend({ Service: named })

/** user × profile × company × SPID; without a SPID it holds for the company and all of its SPIDs. */
const userProfile = z.strictObject({
  user_id: id,
  profile_id: id,
  company_id: id,
  spid: spid.nullish().transform((given) => given ?? null),
})

export type UserProfile = z.output<typeof userProfile>

/** The same as it goes out. */
const changedRow = z.object({
  user_id: id,
  profile_id: id,
  company_id: id,
  spid: z.string().nullable(),
})

const several = z
  .array(userProfile)
  .max(userProfilesMax, `Altere no máximo ${userProfilesMax.toLocaleString('pt-BR')} por vez.`)
const some = several.min(1, 'Informe ao menos um perfil.')

const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  status,
  suspended: z.boolean(),
})

/** A profile that somebody holds, active or deleted. */
export const heldProfile = named.extend({ status, module: moduleOfService })

/** The company that somebody holds it in. */
export const heldInCompany = named.extend({ document: z.string(), active: z.boolean() })

/** What a person holds, as far as the bearer sees it. */
const held = z.object({
  user: person,
  user_profiles: z.array(
    z.object({
      user_id: id,
      profile_id: id,
      company_id: id,
      spid: z.string().nullable(),
      profile: heldProfile,
      company: heldInCompany,
      created_at: instant,
    }),
  ),
})

export type HeldByUser = z.output<typeof held>

/** A company in which profiles are offered, with the SPIDs that they may be given for. */
export const offeredCompany = named.extend({
  document: z.string(),
  spids: z.array(z.object({ spid: z.string(), description: z.string() })),
})

/** A profile that is offered; it is given in the companies of `company_id` alone. */
export const offeredProfile = named.extend({
  master_profile: z.boolean(),
  module: moduleOfService.extend({ is_enable_spid: z.boolean() }),
  company_id: z.array(id),
})

/** The seats of a company and a module that something is offered of. */
export const offeredSeats = z.object({
  company_id: id,
  module_id: id,
  limit: z.int().min(0),
  used: z.int().min(0),
  free: z.int().min(0),
})

const offers = z.object({
  user: person,
  /**
   * The companies of the person in which the bearer gives profiles. Each is a pair without SPID, which holds for all of
   * them, and one pair with each SPID.
   */
  companies: z.array(offeredCompany),
  /** The rows of the table, by service, module and name. */
  profiles: z.array(offeredProfile),
  /** `taken`: this person has a seat there already. */
  seats: z.array(offeredSeats.extend({ taken: z.boolean() })),
})

export type UserProfileOffers = z.output<typeof offers>

/** What a write did; what was held already, or not held, isn't in it. */
const changed = z.object({
  taken: z.array(changedRow),
  given: z.array(changedRow),
})

const update = { screen: '/user-edit-profile', action: 'update' } as const satisfies Grant

const rowNotFound = ['user-not-found', 'company-not-found', 'profile-not-found'] as const
const notTaken = [...rowNotFound, 'administrator-indispensable'] as const
const notGiven = [
  ...rowNotFound,
  'spid-not-found',
  'user-not-active',
  'user-is-oneself',
  'profile-deleted',
  'profile-beyond-own',
  'seat-limit-exceeded',
] as const

/**
 * What a person may lack for what is asked; the sentence is the screen's. Those of `wayLinks` concern one way, that is an
 * assignment or a delegation of a profile, the others all of them.
 */
export const missingLinks = {
  'user-deleted': 'A pessoa está excluída.',
  'user-blocked': 'A pessoa está bloqueada.',
  'company-inactive': 'A empresa está inativa.',
  'service-inactive': 'O serviço está inativo.',
  'module-inactive': 'O módulo está inativo.',
  'no-plan': 'Nenhum plano ativo dá este módulo à empresa.',
  'spid-gone': 'A empresa não tem mais este SPID.',
  'function-inactive': 'A função está inativa.',
  'action-inactive': 'A ação está inativa ou não tem path.',
  'no-profile': 'A pessoa não tem perfil deste módulo nesta empresa.',
  'no-seat': 'O plano não tem vaga livre para dar um perfil a ela.',
  'profile-deleted': 'O perfil está excluído.',
  'other-spid': 'O perfil vale para outro SPID.',
  'delegation-not-begun': 'A delegação ainda não começou.',
  'delegation-ended': 'A delegação terminou ou foi removida.',
  'function-not-held': 'O perfil não tem esta função.',
  'action-not-held': 'O perfil não tem esta ação.',
} as const

export type MissingLink = keyof typeof missingLinks

const missing = z.array(z.enum(Object.keys(missingLinks) as [MissingLink, ...MissingLink[]]))

const why = z.object({
  user: person,
  company: named,
  module: moduleOfService,
  spid: z.string().nullable(),
  function: named.nullable(),
  action: named.nullable(),
  /** Decided by what lets the person in, or keeps them out, at their next request. */
  allowed: z.boolean(),
  /** What is missing whichever profile one looks at. `no-seat` alone never keeps anybody out: it stands by `no-profile`. */
  missing,
  /** Every profile of the module that the person holds in the company; each opens what is asked, or says what it lacks. */
  ways: z.array(
    z.object({
      /** Null where the bearer may not see which one it is. */
      profile: named.nullable(),
      by: z.enum(['assignment', 'delegation']),
      spid: z.string().nullable(),
      begin_date: instant.nullable(),
      end_date: instant.nullable(),
      allowed: z.boolean(),
      missing,
    }),
  ),
  seats: z.object({ limit: z.int(), used: z.int(), free: z.int() }),
})

const ofUser = z.strictObject({ id: idInPath })

/**
 * Who holds what (console.md §2 and §7; decision 30). The calls of the specification give or take; `PUT` does both in one
 * transaction, what is taken before what is given, so that a person who changes profile is never without one. A call is
 * applied whole or not at all, for as many people as it names. Giving what is held, or taking what isn't, changes nothing.
 */
export const userProfiles = {
  userProfileGet: endpoint({
    method: 'GET',
    path: '/user-profile/{id}',
    summary: 'What a person holds, as far as the bearer sees it; `id` is that of the person.',
    access: readOn('/user-edit-profile', '/user-edit'),
    audit: 'none',
    params: ofUser,
    success: held,
    problems: ['user-not-found'],
  }),
  userProfileOffers: endpoint({
    method: 'GET',
    path: '/user-profile/{id}/profile',
    summary:
      'The profiles that the bearer may give a person, with the companies and SPIDs to give them for and the seats there; `id` is that of the person.',
    access: readOn('/user-edit-profile'),
    audit: 'none',
    params: ofUser,
    query: z.strictObject({ service_id: idInQuery.optional() }),
    success: offers,
    problems: ['user-not-found'],
  }),
  userProfileAdd: endpoint({
    method: 'POST',
    path: '/user-profile',
    summary: 'Gives people profiles.',
    access: update,
    confirm: true,
    grantsRights: 'always',
    audit: 'user-profile.given',
    body: some,
    bodyLimit: userProfilesMax * rowLength,
    success: changed,
    problems: notGiven,
  }),
  userProfileRemove: endpoint({
    method: 'DELETE',
    path: '/user-profile',
    summary: 'Takes profiles away from people.',
    access: update,
    confirm: true,
    audit: 'user-profile.taken',
    body: some,
    bodyLimit: userProfilesMax * rowLength,
    success: changed,
    problems: notTaken,
  }),
  userProfileUpdate: endpoint({
    method: 'PUT',
    path: '/user-profile',
    summary:
      'Takes profiles and gives profiles in one transaction, in this order; for a save that does both.',
    access: update,
    confirm: true,
    grantsRights: 'always',
    audit: 'user-profile.changed',
    body: z.strictObject({ taken: some, given: some }),
    bodyLimit: 2 * userProfilesMax * rowLength,
    success: changed,
    problems: [...notGiven, 'administrator-indispensable'],
  }),
  userProfileWhy: endpoint({
    method: 'GET',
    path: '/user-profile/{id}/why',
    summary:
      'Why a person may, or may not, enter a module for a company, use a function of it, or an action of that.',
    access: readOn('/user-edit', '/user-edit-profile'),
    audit: 'none',
    params: ofUser,
    query: z.strictObject({
      company_id: idInQuery,
      module_id: idInQuery,
      /** Left out: in the company, for whichever SPID. */
      spid: spid.optional(),
      function_id: idInQuery.optional(),
      /** Its function is known by it; naming another one is a 404. */
      action_id: idInQuery.optional(),
    }),
    success: why,
    problems: [
      'user-not-found',
      'company-not-found',
      'module-not-found',
      'function-not-found',
      'action-not-found',
    ],
  }),
}
