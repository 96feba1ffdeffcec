import { z } from 'zod'
import { grantsOfScreens } from './choices.ts'
import { temporaryMasters } from './companies.ts'
import { wireDay } from './wire-day.ts'
import { endpoint } from './endpoint.ts'
import { email, id, idInPath } from './fields.ts'

/** Message if user, profiles or start date are missing (console.md §5). */
const delegationRequired = 'Por favor, preencha todos os campos obrigatórios.'

/** Maximum number of profiles per delegation; a company has few master profiles. */
const profilesMax = 50

const requiredId = z.int(delegationRequired).min(1, delegationRequired).max(2_147_483_647)
const invalidDay = 'Informe uma data válida.'

/** Whole days in São Paulo; `end_date` is optional (rulings §10). */
const period = {
  begin_date: wireDay(delegationRequired),
  end_date: wireDay(invalidDay)
    .nullish()
    .transform((day) => day ?? null),
}

/** Messages about invalid dates (console.md §5). */
const delegationSentences = {
  beginPassed: 'Data de início não pode ser menor que a data atual',
  beginAfterEnd: 'Data de início não pode ser maior que a data de fim',
} as const

/** Maximum number of years between today and a date of a delegation. */
const delegationYears = 10
const tooFar = 'Informe uma data dentro dos próximos 10 anos.'

/** Returns an error for each invalid date; `today` is the day in São Paulo. */
export function delegationDateErrors(
  { begin_date, end_date }: { begin_date: string; end_date: string | null },
  today: string,
): { begin_date?: string; end_date?: string } {
  const { beginPassed, beginAfterEnd } = delegationSentences
  if (begin_date < today) return { begin_date: beginPassed }
  if (end_date !== null && begin_date > end_date) return { begin_date: beginAfterEnd }
  const last = `${Number(today.slice(0, 4)) + delegationYears}${today.slice(4)}`
  if (begin_date > last) return { begin_date: tooFar }
  return end_date !== null && end_date > last ? { end_date: tooFar } : {}
}

const delegable = z.object({
  id,
  name: z.string(),
  module: z.object({ id, name: z.string() }),
})

const made = z.object({ id })

const createProblems = [
  'company-not-found',
  'user-not-found',
  'user-not-active',
  'user-is-oneself',
  'profile-not-found',
  'delegation-duplicate',
  'delegation-exceeded',
  'duties-conflict',
] as const

const create = { screen: '/master-delegation', action: 'create' } as const

/** Maximum number of users in `masters`. */
export const mastersMax = 5

/**
 * Delegations of a company's master role, usually for a limited time (console.md §2, §5, §7; rulings §6 and §10;
 * decision 39). The delegate has the profiles from the first instant of the begin date to the last instant of the end
 * date and takes no seat.
 */
export const delegations = {
  delegationProfileList: endpoint({
    method: 'GET',
    path: '/user-profile/delegable/{companyId}',
    summary:
      'The master profiles that the caller may delegate in a company (those held there by assignment), the maximum number of its delegations, and other users who can delegate.',
    access: grantsOfScreens('/master-delegation'),
    audit: 'none',
    params: z.strictObject({ companyId: idInPath }),
    success: z.object({
      profiles: z.array(delegable),
      /** Maximum number of current and future delegations of a company. */
      limit: z.int().min(1),
      /** Other active users who can delegate in the company and are visible to the caller, ordered by name. */
      masters: z.array(z.object({ id, name: z.string() })).max(mastersMax),
    }),
    problems: ['company-not-found'],
  }),
  delegationCreate: endpoint({
    method: 'POST',
    path: '/user/delegate-master',
    summary:
      'Delegates master profiles of a company to one of its users, for a period or without end. A delegation that begins today begins immediately.',
    access: create,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'delegation.created',
      title: 'Delegação de usuário master',
      past: 'Delegação de usuário master criada',
    },
    body: z.strictObject({
      user_id: requiredId,
      company_id: requiredId,
      ...period,
      profiles: z
        .array(id, delegationRequired)
        .min(1, delegationRequired)
        .max(profilesMax, `Informe no máximo ${profilesMax} perfis.`)
        .transform((ids) => [...new Set(ids)]),
    }),
    success: made,
    problems: createProblems,
  }),
  delegationCreateOfMaster: endpoint({
    method: 'POST',
    path: '/user-profile/temporary-user-master',
    summary:
      'Delegates only the profile Usuário Master (8); `accredit_id` is the id of the company.',
    access: create,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'delegation.created',
      title: 'Delegação do perfil master',
      past: 'Delegação de usuário master criada',
    },
    body: z.strictObject({ accredit_id: requiredId, user_id: requiredId, ...period }),
    success: made,
    problems: createProblems,
  }),
  delegationListOfService: endpoint({
    method: 'GET',
    path: '/user-profile/temporary-user-master-active/{currentService}',
    summary:
      "The current delegates of the master role in the caller's company, by profiles of a service.",
    access: grantsOfScreens('/master-delegation'),
    audit: 'none',
    params: z.strictObject({ currentService: idInPath }),
    success: temporaryMasters,
    problems: ['service-not-found'],
  }),
  delegationRemove: endpoint({
    method: 'POST',
    path: '/user/change-user',
    summary:
      "Removes a user's current and future delegations in the caller's company; with `id` only that delegation, in any company in scope. The access that they give ends immediately.",
    access: { screen: '/master-delegation', action: 'delete' },
    confirm: true,
    audit: {
      event: 'delegation.removed',
      title: 'Remoção de delegação de usuário master',
      past: 'Delegação de usuário master removida',
    },
    body: z.strictObject({ email, id: id.optional() }),
    success: z.object({}),
    problems: ['delegation-not-found'],
  }),
}
