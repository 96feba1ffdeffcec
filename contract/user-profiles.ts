import { z } from 'zod'
import { assignmentPeriod, assignmentReasonMax } from './assignment-periods.ts'
import { grantsOfScreens } from './choices.ts'
import { endpoint, type Grant } from './endpoint.ts'
import { id, idInPath, instant, spid, status } from './fields.ts'
import { userProfilesMax } from './limits.ts'
import { idInQuery } from './list.ts'

/** Maximum number of companies of a user per request. */
export const userCompaniesMax = 500
/** Maximum length of one assignment in a request body, with its field names. */
const rowLength = 160
/** Maximum length of one assignment with its period. Letters of the reason may take two bytes. */
const givenLength = rowLength + 100 + 2 * assignmentReasonMax

const named = z.object({ id, name: z.string() })
const moduleOfService = named.extend({ Service: named })

/** An assignment: user × profile × company × SPID. Without a SPID it applies to the company with all of its SPIDs. */
export const userProfile = z.strictObject({
  user_id: id,
  profile_id: id,
  company_id: id,
  spid: spid.nullish().transform((given) => given ?? null),
})

export type UserProfile = z.output<typeof userProfile>

/** An assignment to give. That of a held assignment is replaced if any field of the period is present. */
export const givenUserProfile = userProfile.extend(assignmentPeriod)

export type GivenUserProfile = z.output<typeof givenUserProfile>

const beginAndEnd = {
  /** First instant at which it grants access; null if it does so from its creation. */
  begin_date: instant.nullable(),
  /** Last instant at which it grants access; null if it does not end. */
  end_date: instant.nullable(),
}

/** Period of an assignment in responses. */
const period = { ...beginAndEnd, reason: z.string().nullable() }

/** Begin, end and suspension of a held assignment in responses. */
export const heldPeriod = {
  ...beginAndEnd,
  /**
   * When an access review suspended it: it grants no access, keeps its seat until `end_date`, and is restored by
   * assigning it again. Null if it is not suspended.
   */
  suspended_at: instant.nullable(),
}

/** Use of an assignment in responses (decision 103). */
export const use = {
  /** When a code was last exchanged, or a token last checked, that it opened; up to a minute late. Null: never. */
  last_used_at: instant.nullable(),
  /** Whether it grants access, and has for 90 days, in which it was not used. */
  unused: z.boolean(),
}

/** An assignment in responses. */
const changedRow = z.object({
  user_id: id,
  profile_id: id,
  company_id: id,
  spid: z.string().nullable(),
})

const some = <T extends z.ZodType>(row: T) =>
  z
    .array(row)
    .max(userProfilesMax, {
      error: () => `Altere no máximo ${userProfilesMax.toLocaleString('pt-BR')} por vez.`,
    })
    .min(1, 'Informe ao menos um perfil.')

const person = z.object({
  id,
  name: z.string(),
  email: z.string(),
  status,
  suspended: z.boolean(),
})

/** A profile that a user has; the profile itself may be deleted. */
export const assignedProfile = named.extend({ status, module: moduleOfService })

/** Company of an assignment. */
export const assignmentCompany = named.extend({ document: z.string(), active: z.boolean() })

/** Profiles of a user that the caller may see. */
const held = z.object({
  user: person,
  user_profiles: z.array(
    z.object({
      user_id: id,
      profile_id: id,
      company_id: id,
      spid: z.string().nullable(),
      profile: assignedProfile,
      company: assignmentCompany,
      created_at: instant,
      /** Name of the user who assigned it; null if unknown, or if the caller may not see that user. */
      granted_by: z.string().nullable(),
      ...period,
      ...heldPeriod,
      /** Maximum number of days of a new period: the smaller one of company and profile; null if there is none. */
      days_max: z.int().nullable(),
      ...use,
    }),
  ),
})

export type UserWithProfiles = z.output<typeof held>

/** Maximum number of days of a new period; null if there is none (decision 99). */
const daysMax = z.int().nullable()

/** Company in which the caller may give profiles, with the SPIDs for which they can be given. */
export const offeredCompany = named.extend({
  document: z.string(),
  assignment_days_max: daysMax,
  spids: z.array(z.object({ spid: z.string(), description: z.string() })),
})

/** A profile that the caller may give in the companies of `company_id`. */
export const offeredProfile = named.extend({
  master_profile: z.boolean(),
  assignment_days_max: daysMax,
  module: moduleOfService.extend({ is_enable_spid: z.boolean() }),
  company_id: z.array(id),
})

/** Seats of a module in a company, for each module whose profiles are offered. */
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
   * Companies of the user in which the caller may give profiles. A profile can be given for one SPID, or without a
   * SPID, which covers all of them.
   */
  companies: z.array(offeredCompany),
  /** Rows of the table, sorted by service, module and name. */
  profiles: z.array(offeredProfile),
  /** `taken`: this user already has a seat there. */
  seats: z.array(offeredSeats.extend({ taken: z.boolean() })),
})

export type UserProfileOffers = z.output<typeof offers>

const newUserOffers = z.object({
  /** The given companies that are active. */
  companies: z.array(offeredCompany),
  /** Sorted by service, module and name. */
  profiles: z.array(offeredProfile),
  seats: z.array(offeredSeats),
})

export type NewUserOffers = z.output<typeof newUserOffers>

/**
 * Assignments that a write removed (`taken`), and those that it created or gave another period (`given`). Assignments
 * that did not change are absent.
 */
const changed = z.object({
  taken: z.array(changedRow),
  given: z.array(changedRow.extend(period)),
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
  'profile-takes-no-period',
  'seat-limit-exceeded',
  'duties-conflict',
] as const

/**
 * Reasons why a user has no access, with the sentences that the screen shows. Reasons in `wayLinks` concern one
 * assignment or delegation; the others concern all of them.
 */
export const accessObstacles = {
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
  'no-seat': 'O plano não tem licença livre para dar um perfil a ela.',
  'profile-deleted': 'O perfil está excluído.',
  'other-spid': 'O perfil vale para outro SPID.',
  'assignment-not-begun': 'O prazo do perfil ainda não começou.',
  'assignment-ended': 'O prazo do perfil terminou.',
  'assignment-suspended':
    'O perfil está suspenso, porque ninguém o confirmou na revisão de acessos.',
  'delegation-not-begun': 'A delegação ainda não começou.',
  'delegation-ended': 'A delegação terminou ou foi removida.',
  'function-not-held': 'O perfil não tem esta função.',
  'action-not-held': 'O perfil não tem esta ação.',
} as const

export type AccessObstacle = keyof typeof accessObstacles

const missing = z.array(
  z.enum(Object.keys(accessObstacles) as [AccessObstacle, ...AccessObstacle[]]),
)

/** Why a user may or may not enter a module, or use a function or action of it. */
export const accessWhy = z.object({
  user: person,
  company: named,
  module: moduleOfService,
  spid: z.string().nullable(),
  function: named.nullable(),
  action: named.nullable(),
  /** Whether the user's next request would be allowed. */
  allowed: z.boolean(),
  /** Reasons that apply to all profiles. `no-seat` occurs only together with `no-profile`. */
  missing,
  /** Every profile of the module that the user has in the company, with the reasons why it gives no access. */
  ways: z.array(
    z.object({
      /** Null if the caller may not see which profile it is. */
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
 * Profile assignments (console.md §2 and §7; decision 30). The endpoints of the specification add or remove
 * assignments. Our `PUT` does both in one transaction, so that the user always has a profile. A call is all or nothing
 * for all its users. Adding an existing assignment, or removing an absent one, changes nothing.
 */
export const userProfiles = {
  userProfileGet: endpoint({
    method: 'GET',
    path: '/user-profile/{id}',
    summary: 'The profiles of a user that the caller may see; `id` is the id of the user.',
    access: grantsOfScreens('/user-edit-profile', '/user-edit'),
    audit: 'none',
    params: ofUser,
    success: held,
    problems: ['user-not-found'],
  }),
  userProfileOffers: endpoint({
    method: 'GET',
    path: '/user-profile/{id}/profile',
    summary:
      'The profiles that the caller may give to a user, with their companies, SPIDs and seats; `id` is the id of the user.',
    access: grantsOfScreens('/user-edit-profile'),
    audit: 'none',
    params: ofUser,
    query: z.strictObject({ service_id: idInQuery.optional() }),
    success: offers,
    problems: ['user-not-found'],
  }),
  userProfileOffersNew: endpoint({
    method: 'POST',
    path: '/user-profile/new',
    summary:
      'The profiles that the caller may give to a new user of these companies, with their SPIDs and seats. Reads only.',
    access: grantsOfScreens('/user-edit-profile'),
    audit: 'none',
    body: z.strictObject({ company_id: z.array(id).max(userCompaniesMax) }),
    success: newUserOffers,
    problems: ['company-not-found'],
  }),
  userProfileAdd: endpoint({
    method: 'POST',
    path: '/user-profile',
    summary:
      'Assigns profiles to users, optionally with begin, end and reason. A held assignment changes only if one of these is present; it then gets all three. A suspended one is restored.',
    access: update,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'user-profile.given',
      title: 'Atribuição de perfis',
      past: 'Perfis de acesso dados',
    },
    body: some(givenUserProfile),
    bodyLimit: userProfilesMax * givenLength,
    success: changed,
    problems: notGiven,
  }),
  userProfileRemove: endpoint({
    method: 'DELETE',
    path: '/user-profile',
    summary: 'Removes profiles from users.',
    access: update,
    confirm: true,
    audit: {
      event: 'user-profile.taken',
      title: 'Retirada de perfis',
      past: 'Perfis de acesso retirados',
    },
    body: some(userProfile),
    bodyLimit: userProfilesMax * rowLength,
    success: changed,
    problems: notTaken,
  }),
  userProfileUpdate: endpoint({
    method: 'PUT',
    path: '/user-profile',
    summary: 'Removes and then assigns profiles in one transaction.',
    access: update,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'user-profile.changed',
      title: 'Alteração de perfis de usuários',
      past: 'Perfis de acesso trocados',
    },
    body: z.strictObject({ taken: some(userProfile), given: some(givenUserProfile) }),
    bodyLimit: userProfilesMax * (rowLength + givenLength),
    success: changed,
    problems: [...notGiven, 'administrator-indispensable'],
  }),
  userProfileWhy: endpoint({
    method: 'GET',
    path: '/user-profile/{id}/why',
    summary:
      'Why a user may or may not enter a module for a company, or use a function or action of the module.',
    access: grantsOfScreens('/user-edit', '/user-edit-profile'),
    audit: 'none',
    params: ofUser,
    query: z.strictObject({
      company_id: idInQuery,
      module_id: idInQuery,
      /** If absent: any SPID of the company. */
      spid: spid.optional(),
      function_id: idInQuery.optional(),
      /** The function is derived from the action. If `function_id` is another function, the response is 404. */
      action_id: idInQuery.optional(),
    }),
    success: accessWhy,
    problems: [
      'user-not-found',
      'company-not-found',
      'module-not-found',
      'function-not-found',
      'action-not-found',
    ],
  }),
}
