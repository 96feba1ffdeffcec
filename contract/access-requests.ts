import { z } from 'zod'
import { actionPathMax } from './actions.ts'
import { assignmentPeriod, assignmentReasonMax, periodSentences } from './assignment-periods.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant, spid, version } from './fields.ts'
import { functionUrlMax } from './functions.ts'
import { accessRequestReasonMax } from './limits.ts'
import { flagInQuery, idInQuery, listQuery, pageOf, searchInQuery } from './list.ts'
import { formatInstant, shownDay } from './shown.ts'
import { companySpid, spidsMax } from './spids.ts'
import { tableOf } from './table.ts'
import { typedText } from './typed-text.ts'
import { accessWhy, offeredProfile, userProfiles } from './user-profiles.ts'
import { wireDay } from './wire-day.ts'

/** Number of days after which an undecided request expires. */
export const accessRequestDays = 7
/** Number of days after which the approvers of an undecided request are reminded. */
export const accessRequestReminderDays = 2
/** Maximum numbers of pending requests of a person, and of requests that a person makes within 24 hours. */
export const pendingAccessRequestsMax = 20
export const dailyAccessRequestsMax = 60
/** Maximum numbers of modules that a search returns, and of own requests. */
export const requestableModulesMax = 20
export const ownAccessRequestsMax = 50

/** State of a request. `expired` also if its term has ended and no job has marked it yet. */
export const accessRequestState = z.enum(['pending', 'approved', 'refused', 'withdrawn', 'expired'])
export type AccessRequestState = z.output<typeof accessRequestState>

/** Labels of the states of a request. */
export const accessRequestStates: Readonly<Record<AccessRequestState, string>> = {
  pending: 'À espera',
  approved: 'Aprovado',
  refused: 'Recusado',
  withdrawn: 'Retirado',
  expired: 'Vencido',
}

const named = z.object({ id, name: z.string() })
/** A day YYYY-MM-DD in São Paulo. */
const day = z.string()

/** The place that is requested, as the requester named it. */
const requested = {
  id,
  company: named,
  module: named,
  /** Null for any SPID. */
  spid: z.string().nullable(),
  /** Path of a function of the module, and of one of its actions; null if the module itself is missing. */
  function_path: z.string().nullable(),
  action_path: z.string().nullable(),
  reason: z.string(),
  /** Last day for which access is requested; null for no end. */
  end_date: day.nullable(),
  state: accessRequestState,
  created_at: instant,
  expires_at: instant,
  /** When it was approved, refused or withdrawn. */
  decided_at: instant.nullable(),
}

/** A request as its author sees it. Contains no name of a profile. */
const ownAccessRequest = z.object({
  ...requested,
  /** Sentence of a refusal. */
  answer: z.string().nullable(),
  /** Days of the approved access; null if it has none, or if the request is not approved. */
  approved_begin_date: day.nullable(),
  approved_end_date: day.nullable(),
  /** Whether the requested access is open at this moment, by whatever profile. */
  open: z.boolean(),
})

export type OwnAccessRequest = z.output<typeof ownAccessRequest>

const accessRequest = z.object({
  ...requested,
  requester: named.extend({ email: z.string() }),
  /** Whether the request waits for a decision of the caller. */
  awaits_me: z.boolean(),
})

export type AccessRequest = z.output<typeof accessRequest>

const accessRequestDetails = accessRequest.extend({
  version,
  /**
   * Whether the caller may decide. Administrators may decide any request of others, even if `awaits_me` is false
   * because master users of the company can decide it.
   */
  can_decide: z.boolean(),
  answer: z.string().nullable(),
  /** Who decided; null if undecided, or if the caller may not see that user. */
  decided_by: z.string().nullable(),
  /** What was approved; null if the request is not approved. */
  approved: z
    .object({
      /** Null if the caller may not see the profile. */
      profile: named.nullable(),
      spids: z.array(z.string()),
      begin_date: day.nullable(),
      end_date: day.nullable(),
      /** SHA-256 of what was approved, as 64 hexadecimal digits. */
      change_hash: z.string(),
    })
    .nullable(),
  /** Which link of the access is missing, as `userProfileWhy` explains it; null if the request is not pending. */
  why: accessWhy.nullable(),
  /**
   * Profiles that the caller may give and that contain what is requested, with the number of other users of the company
   * who hold each. Empty if the caller may not decide.
   */
  profiles: z.array(
    offeredProfile
      .pick({ id: true, name: true, master_profile: true })
      .extend({ holders: z.int().min(0), assignment_days_max: z.int().nullable() }),
  ),
  /** SPIDs that the approval may name. Empty if the module has none, or if the caller may not decide. */
  spids: z.array(companySpid),
  /** Whether the requester already occupies a seat of the module, so that the approval takes none. */
  seat_taken: z.boolean(),
  /** Maximum term of the company in days; null if it has none. */
  assignment_days_max: z.int().nullable(),
})

export type AccessRequestDetails = z.output<typeof accessRequestDetails>

const requestableModule = z.object({
  company: named.extend({ logo: z.string().nullable() }),
  service: named,
  module: named.extend({ logo: z.string().nullable(), is_enable_spid: z.boolean() }),
  /** Whether the user can open the module, but not for `spids`. */
  open: z.boolean(),
  /** SPIDs of the company for which the user cannot open the module. Empty if the module has no SPIDs. */
  spids: z.array(companySpid),
  /** Whether a request for the module and company is pending. */
  pending: z.boolean(),
})

export type RequestableModule = z.output<typeof requestableModule>

const reason = typedText({
  max: accessRequestReasonMax,
  required: 'Diga para que você precisa do acesso.',
  lines: true,
})
const answer = typedText({
  max: accessRequestReasonMax,
  required: 'Escreva a resposta para a pessoa.',
  lines: true,
})

const requestId = z.strictObject({ id: idInPath })
/** Only those who may give profiles decide. */
const { access: giving } = userProfiles.userProfileAdd
const decisionProblems = [
  'access-request-not-found',
  'access-request-closed',
  'access-request-own',
] as const

/** Requests for access, decided by those who may give profiles in the company (rulings §11; decision 101). */
export const accessRequests = {
  accessRequestModules: endpoint({
    method: 'GET',
    path: '/access-request/module',
    summary:
      "Modules that the caller's companies are entitled to and that the caller cannot open, or not for every SPID. Names no profiles.",
    access: 'signed-in',
    audit: 'none',
    query: z.strictObject({
      search: searchInQuery,
      company_id: idInQuery.optional(),
      module_id: idInQuery.optional(),
    }),
    success: z.object({
      modules: z.array(requestableModule).max(requestableModulesMax),
      /** Whether there are more modules. */
      more: z.boolean(),
    }),
    problems: [],
  }),
  accessRequestMine: endpoint({
    method: 'GET',
    path: '/access-request/mine',
    summary: `The caller's requests, newest first, at most ${ownAccessRequestsMax}.`,
    access: 'signed-in',
    audit: 'none',
    success: z.object({ requests: z.array(ownAccessRequest).max(ownAccessRequestsMax) }),
    problems: [],
  }),
  accessRequestCreate: endpoint({
    method: 'POST',
    path: '/access-request',
    summary: `Requests access to a module, SPID, function or action that the caller cannot open. Expires after ${accessRequestDays} days.`,
    access: 'signed-in',
    audit: {
      event: 'access-request.made',
      title: 'Pedido de acesso',
      past: 'Pedido de acesso feito',
    },
    body: z.strictObject({
      company_id: id,
      module_id: id,
      spid: spid.optional(),
      function_path: z.string().max(functionUrlMax).optional(),
      /** Requires `function_path`. */
      action_path: z.string().max(actionPathMax).optional(),
      reason,
      end_date: wireDay(periodSentences.invalidDay).optional(),
    }),
    success: z.object({ id, expires_at: instant }),
    problems: [
      'company-not-found',
      'module-not-found',
      'spid-not-found',
      'function-not-found',
      'action-not-found',
      'access-not-missing',
      'access-request-pending',
      'too-many-access-requests',
    ],
  }),
  accessRequestWithdraw: endpoint({
    method: 'POST',
    path: '/access-request/{id}/withdraw',
    summary: 'Withdraws a pending request of the caller.',
    access: 'signed-in',
    audit: {
      event: 'access-request.withdrawn',
      title: 'Retirada de pedido de acesso',
      past: 'Pedido de acesso retirado',
    },
    params: requestId,
    success: z.object({}),
    problems: ['access-request-not-found', 'access-request-closed'],
  }),
  accessRequestList: endpoint({
    method: 'GET',
    path: '/access-request',
    summary:
      "Requests of users of the caller's company; administrators see those of all companies.",
    access: { screen: '/request-list' },
    audit: 'none',
    query: listQuery(['created_at', 'expires_at', 'name', 'company', 'module', 'state'], {
      filters: {
        state: accessRequestState.optional(),
        company_id: idInQuery.optional(),
        module_id: idInQuery.optional(),
        awaits_me: flagInQuery.optional(),
      },
      order: 'desc',
    }),
    success: pageOf(accessRequest),
    table: tableOf('Pedidos de acesso', accessRequest, [
      { header: 'Pessoa', text: ({ requester }) => requester.name },
      { header: 'E-mail', text: ({ requester }) => requester.email },
      { header: 'Empresa', text: ({ company }) => company.name, everyCompanyOnly: true },
      { header: 'Módulo', text: ({ module }) => module.name },
      { header: 'SPID', text: (row) => row.spid },
      { header: 'Até', text: (row) => row.end_date && shownDay(row.end_date) },
      { header: 'Pedido em', text: (row) => formatInstant(row.created_at) },
      { header: 'Vence em', text: (row) => formatInstant(row.expires_at) },
      { header: 'Situação', text: ({ state }) => accessRequestStates[state] },
    ]),
    problems: [],
  }),
  accessRequestGet: endpoint({
    method: 'GET',
    path: '/access-request/{id}',
    summary:
      'A request, with the missing link and the profiles that the caller can give so that it opens.',
    access: { screen: '/request-list' },
    audit: 'none',
    params: requestId,
    success: accessRequestDetails,
    problems: ['access-request-not-found'],
  }),
  accessRequestApprove: endpoint({
    method: 'POST',
    path: '/access-request/{id}/approve',
    summary:
      'Approves a request and assigns the profile. The confirmation covers requester, company, profile, SPIDs and days. The end must not be later than requested.',
    access: giving,
    confirm: true,
    grantsRights: 'always',
    audit: {
      event: 'access-request.approved',
      title: 'Aprovação de pedido de acesso',
      past: 'Pedido de acesso aprovado',
    },
    params: requestId,
    body: z.strictObject({
      version,
      requester_id: id,
      company_id: id,
      profile_id: id,
      /** Empty for an assignment without SPID, which covers all of them. */
      spids: z.array(spid).max(spidsMax),
      begin_date: assignmentPeriod.begin_date,
      end_date: assignmentPeriod.end_date,
    }),
    success: z.object({
      /** SHA-256 of what was approved, as 64 hexadecimal digits. */
      change_hash: z.string(),
    }),
    problems: [
      ...decisionProblems,
      'changed-meanwhile',
      'requester-not-active',
      'access-not-missing',
      'profile-not-found',
      'spid-not-found',
      'profile-deleted',
      'profile-beyond-own',
      'profile-takes-no-period',
      'seat-limit-exceeded',
      'duties-conflict',
    ],
  }),
  /** Delegated rights do not suffice, as for the approval: both are the decision (rulings §11). */
  accessRequestRefuse: endpoint({
    method: 'POST',
    path: '/access-request/{id}/refuse',
    summary: 'Refuses a request with a sentence, which is mailed to the requester.',
    access: giving,
    grantsRights: 'always',
    audit: {
      event: 'access-request.refused',
      title: 'Recusa de pedido de acesso',
      past: 'Pedido de acesso recusado',
    },
    params: requestId,
    body: z.strictObject({ version, answer }),
    success: z.object({}),
    problems: [...decisionProblems, 'changed-meanwhile'],
  }),
}

/** Returns the sentence about an approved end after the last day that was requested. `last` is YYYY-MM-DD. */
export const requestedEndSentence = (last: string): string =>
  `O pedido é até ${shownDay(last)}: informe uma data de fim até esse dia.`

/** Returns the reason of the assignment that an approval gives: the beginning of that of the request, in one line. */
export const reasonOfAssignment = (text: string): string =>
  Array.from(text.replaceAll('\n', ' ')).slice(0, assignmentReasonMax).join('').trim()
