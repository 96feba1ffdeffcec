import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import { accessReviewNameMax, userProfilesMax } from './limits.ts'
import { idInQuery, listQuery, pageOf } from './list.ts'
import { formatInstant } from './shown.ts'
import { tableOf } from './table.ts'
import { typedText } from './typed-text.ts'
import { userProfiles } from './user-profiles.ts'
import { wireDay } from './wire-day.ts'

/** Maximum number of companies, modules or profiles that limit the scope of a review. */
const scopeMax = 200
/** Maximum number of assignments of a review. */
export const accessReviewItemsMax = 50_000
/** Maximum number of days between today and the deadline. */
export const accessReviewDaysMax = 366

/** State of a review. `planned`: its items do not exist yet. */
export const accessReviewState = z.enum(['planned', 'open', 'closed', 'cancelled'])
export type AccessReviewState = z.output<typeof accessReviewState>

/** Labels of the states of a review. */
export const accessReviewStates: Readonly<Record<AccessReviewState, string>> = {
  planned: 'Programada',
  open: 'Em andamento',
  closed: 'Encerrada',
  cancelled: 'Cancelada',
}

/** What a reviewer decides about an assignment. */
export const reviewDecision = z.enum(['keep', 'shorten', 'remove'])
export type ReviewDecision = z.output<typeof reviewDecision>

export const reviewDecisions: Readonly<Record<ReviewDecision, string>> = {
  keep: 'Manter',
  shorten: 'Encurtar',
  remove: 'Retirar',
}

/**
 * What became of an assignment. Without a confirmed decision at the deadline it is `suspended`, or `escalated` to the
 * administrators if it is of an administrator or the last master profile of a company. `gone`: it was removed or ended
 * before.
 */
export const reviewOutcome = z.enum([
  'kept',
  'shortened',
  'removed',
  'suspended',
  'escalated',
  'gone',
])
export type ReviewOutcome = z.output<typeof reviewOutcome>

/** State of an item in the filter: without a decision, with one that is not confirmed, or its outcome. */
export const reviewItemState = z.enum(['undecided', 'unconfirmed', ...reviewOutcome.options])
export type ReviewItemState = z.output<typeof reviewItemState>

export const reviewOutcomes: Readonly<Record<ReviewOutcome, string>> = {
  kept: 'Mantido',
  shortened: 'Encurtado',
  removed: 'Retirado',
  suspended: 'Suspenso',
  escalated: 'Sem resposta, não suspenso',
  gone: 'Não existe mais',
}

/** Labels of who decides. */
export const reviewerNames = {
  masters: 'Usuários master de cada empresa',
  administrators: 'Administradores',
} as const

/** Labels of the states of an item. */
export const reviewItemStates: Readonly<Record<ReviewItemState, string>> = {
  undecided: 'Sem decisão',
  unconfirmed: 'A confirmar',
  ...reviewOutcomes,
}

export const reviewSentences = {
  invalidDay: 'Informe uma data válida.',
  deadlinePassed: 'O prazo não pode ser menor que a data atual.',
  tooFar: `Informe um prazo de no máximo ${accessReviewDaysMax} dias.`,
  tooLarge: `Esta revisão teria mais de ${accessReviewItemsMax.toLocaleString('pt-BR')} perfis atribuídos. Escolha menos empresas, módulos ou perfis.`,
  endMissing: 'Informe até quando o acesso vale.',
  endPassed: 'Data de fim não pode ser menor que a data atual',
  endLater: 'O acesso já termina antes disso.',
  endOnlyToShorten: 'Só um acesso encurtado tem data de fim.',
} as const

const named = z.object({ id, name: z.string() })

const accessReview = z.object({
  id,
  name: z.string(),
  state: accessReviewState,
  begin_at: instant,
  /** Last instant at which decisions are accepted. */
  deadline: instant,
  repeat_months: z.int().nullable(),
  /** Number of assignments that the caller sees, without a decision, with one that is not confirmed, and in total. */
  undecided: z.int(),
  unconfirmed: z.int(),
  total: z.int(),
})

const accessReviewDetails = accessReview.extend({
  /** Empty: all companies, modules or profiles. Only those that the caller sees. */
  companies: z.array(named),
  modules: z.array(named),
  profiles: z.array(named),
  reviewers: z.enum(['masters', 'administrators']),
  /** Whether the caller may decide. */
  can_decide: z.boolean(),
  /** Number of assignments by outcome. */
  outcomes: z.partialRecord(reviewOutcome, z.int()),
})

export type AccessReviewDetails = z.output<typeof accessReviewDetails>

const reviewItem = z.object({
  id,
  user: named.extend({ email: z.string() }),
  company: named,
  module: named,
  profile: named,
  spid: z.string().nullable(),
  /** When it was assigned, by whom and why; null if unknown, or if the caller may not see that user. */
  created_at: instant.nullable(),
  granted_by: z.string().nullable(),
  reason: z.string().nullable(),
  end_date: instant.nullable(),
  decision: reviewDecision.nullable(),
  /** Last day of a shortened assignment. */
  end_day: z.string().nullable(),
  decided_by: z.string().nullable(),
  outcome: reviewOutcome.nullable(),
  /** Whether the caller may decide: not about their own assignments, and only before the deadline. */
  can_decide: z.boolean(),
})

export type ReviewItem = z.output<typeof reviewItem>

/** Returns the state of an item, by which the list is filtered. */
export function stateOfItem({
  decision,
  outcome,
}: Pick<ReviewItem, 'decision' | 'outcome'>): ReviewItemState {
  return outcome ?? (decision === null ? 'undecided' : 'unconfirmed')
}

const decided = z.strictObject({
  id,
  decision: reviewDecision.nullable(),
  /** Last day of the access. Required for 'shorten', otherwise absent. */
  end_day: wireDay(reviewSentences.invalidDay).optional(),
})

const reviewId = z.strictObject({ id: idInPath })
/** Those who assign profiles review them. */
const { access: giving } = userProfiles.userProfileRemove
const ids = z.array(id).max(scopeMax).default([])

/**
 * Access reviews (decision 105). By the deadline, a reviewer keeps, shortens or removes each assignment of the scope;
 * the others are suspended. Decisions are noted one by one, and take effect together when they are confirmed.
 */
export const accessReviews = {
  accessReviewList: endpoint({
    method: 'GET',
    path: '/access-review',
    summary: 'Access reviews with assignments that the caller sees.',
    access: { screen: '/review-list' },
    audit: 'none',
    query: listQuery(['deadline', 'name', 'state'], {
      filters: { state: accessReviewState.optional() },
      order: 'desc',
    }),
    success: pageOf(accessReview),
    table: tableOf('Revisões de acesso', accessReview, [
      { header: 'Revisão', text: ({ name }) => name },
      { header: 'Prazo', text: ({ deadline }) => formatInstant(deadline) },
      { header: 'Situação', text: ({ state }) => accessReviewStates[state] },
      { header: 'Sem decisão', text: ({ undecided }) => String(undecided) },
      { header: 'Total', text: ({ total }) => String(total) },
    ]),
    problems: [],
  }),
  accessReviewGet: endpoint({
    method: 'GET',
    path: '/access-review/{id}',
    summary: 'An access review, with its scope and outcomes.',
    access: { screen: '/review-list' },
    audit: 'none',
    params: reviewId,
    success: accessReviewDetails,
    problems: ['access-review-not-found'],
  }),
  accessReviewItems: endpoint({
    method: 'GET',
    path: '/access-review/{id}/item',
    summary: 'The assignments of an access review that the caller sees.',
    access: { screen: '/review-list' },
    audit: 'none',
    params: reviewId,
    query: listQuery(['company', 'name', 'module'], {
      filters: {
        company_id: idInQuery.optional(),
        module_id: idInQuery.optional(),
        profile_id: idInQuery.optional(),
        state: reviewItemState.optional(),
      },
    }),
    success: pageOf(reviewItem),
    table: tableOf('Itens da revisão', reviewItem, [
      { header: 'Pessoa', text: ({ user }) => user.name },
      { header: 'E-mail', text: ({ user }) => user.email },
      { header: 'Empresa', text: ({ company }) => company.name },
      { header: 'Módulo', text: ({ module }) => module.name },
      { header: 'Perfil', text: ({ profile }) => profile.name },
      { header: 'SPID', text: ({ spid }) => spid },
      { header: 'Decisão', text: ({ decision }) => decision && reviewDecisions[decision] },
      { header: 'Decidido por', text: ({ decided_by }) => decided_by },
      { header: 'Situação', text: (item) => reviewItemStates[stateOfItem(item)] },
    ]),
    problems: ['access-review-not-found'],
  }),
  accessReviewCreate: endpoint({
    method: 'POST',
    path: '/access-review',
    summary: `Starts an access review of the assignments in a scope, at most ${accessReviewItemsMax.toLocaleString('en')}. Only for administrators.`,
    access: { screen: '/review-list', action: 'create' },
    confirm: true,
    audit: {
      event: 'access-review.created',
      title: 'Cadastro de revisão de acessos',
      past: 'Revisão de acessos iniciada',
    },
    body: z.strictObject({
      name: typedText({ max: accessReviewNameMax, required: 'Informe o nome da revisão.' }),
      company_ids: ids,
      module_ids: ids,
      profile_ids: ids,
      reviewers: z.enum(['masters', 'administrators']).default('masters'),
      /** Last day for decisions, in São Paulo. */
      deadline: wireDay(reviewSentences.invalidDay),
      repeat_months: z
        .int('Use um número inteiro.')
        .min(1, 'Informe de 1 a 24 meses.')
        .max(24, 'Informe de 1 a 24 meses.')
        .optional(),
    }),
    success: z.object({ id, items: z.int() }),
    problems: ['company-not-found', 'module-not-found', 'profile-not-found', 'access-review-empty'],
  }),
  accessReviewCancel: endpoint({
    method: 'POST',
    path: '/access-review/{id}/cancel',
    summary:
      'Closes an access review without suspending anything, and its repetition. Only for administrators.',
    access: { screen: '/review-list', action: 'create' },
    confirm: true,
    audit: {
      event: 'access-review.cancelled',
      title: 'Cancelamento de revisão de acessos',
      past: 'Revisão de acessos cancelada',
    },
    params: reviewId,
    success: z.object({}),
    problems: ['access-review-not-found', 'access-review-closed'],
  }),
  /** Needs no confirmation, because a noted decision has no effect. */
  accessReviewDecide: endpoint({
    method: 'POST',
    path: '/access-review/{id}/decision',
    summary:
      'Notes decisions about assignments of an access review; null removes one. They take effect when they are confirmed.',
    access: giving,
    grantsRights: 'always',
    audit: {
      event: 'access-review.decided',
      title: 'Decisões numa revisão de acessos',
      past: 'Decisões de revisão anotadas',
    },
    params: reviewId,
    body: z.strictObject({ items: z.array(decided).min(1).max(userProfilesMax) }),
    bodyLimit: userProfilesMax * 100,
    success: z.object({ decided: z.int() }),
    problems: [
      'access-review-not-found',
      'access-review-closed',
      'access-review-item-not-found',
      'access-review-item-settled',
      'user-is-oneself',
    ],
  }),
  accessReviewConfirm: endpoint({
    method: 'POST',
    path: '/access-review/{id}/confirm',
    summary:
      'Carries out noted decisions. The body repeats them, so that the confirmation covers them; others are refused.',
    access: giving,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'access-review.confirmed',
      title: 'Confirmação de decisões de uma revisão de acessos',
      past: 'Decisões de revisão confirmadas',
    },
    params: reviewId,
    body: z.strictObject({ items: z.array(decided).min(1).max(userProfilesMax) }),
    bodyLimit: userProfilesMax * 100,
    success: z.object({ kept: z.int(), shortened: z.int(), removed: z.int() }),
    problems: [
      'access-review-not-found',
      'access-review-closed',
      'access-review-item-not-found',
      'access-review-item-settled',
      'access-review-decision-changed',
      'user-is-oneself',
      'company-not-found',
      'profile-not-found',
      'user-not-active',
      'profile-deleted',
      'profile-beyond-own',
      'profile-takes-no-period',
      'administrator-indispensable',
    ],
  }),
}
