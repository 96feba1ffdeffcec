import { z } from 'zod'
import { correctionFields } from './correction-fields.ts'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'
import { homeDays } from './home-days.ts'
import { listQuery, pageOf } from './list.ts'
import { formatInstant } from './shown.ts'
import { tableOf } from './table.ts'
import { typedText } from './typed-text.ts'

/** Days within which a request must be answered (LGPD art. 19). */
export const dataRequestDays = 15
export const correctionRequestMax = 500
export const correctionAnswerMax = 1000

/** Data that users may ask to have corrected. */
export const correctionField = z.enum(
  ['name', 'email', 'phone_number', 'code', 'companies', 'profiles', 'other'],
  'Escolha o dado a corrigir.',
)
/** State of a request. `late` means that the term ended without a reply. */
export const dataRequestState = z.enum(['open', 'late', 'answered'])
export type DataRequestState = z.output<typeof dataRequestState>

/** Value of the filter by state. `due`: open, and the term ends within 5 days. */
const dataRequestFilter = z.enum([...dataRequestState.options, 'due'])
export type DataRequestFilter = z.output<typeof dataRequestFilter>

/** Labels of the states of a request. */
export const dataRequestStates: Readonly<Record<DataRequestState, string>> = {
  open: 'Em aberto',
  late: 'Em atraso',
  answered: 'Respondido',
}

/** Labels of the values of the filter by state. */
export const dataRequestFilters: Readonly<Record<DataRequestFilter, string>> = {
  ...dataRequestStates,
  due: `Com prazo nos próximos ${homeDays.requestDue} dias`,
}

/** Labels of the outcomes of a request. */
export const dataRequestOutcomes = {
  open: dataRequestStates.open,
  accepted: 'Atendido',
  refused: 'Recusado',
} as const

/** Returns the label of an outcome; null means that there is no reply yet. */
export function formatOutcome(accepted: boolean | null): string {
  if (accepted === null) return dataRequestOutcomes.open
  return accepted ? dataRequestOutcomes.accepted : dataRequestOutcomes.refused
}

/** Error message if no outcome is chosen. */
export const outcomeMissing = 'Escolha se o pedido foi atendido.'

const dataRequest = z.object({
  id,
  user_id: id,
  name: z.string(),
  email: z.string(),
  field: correctionField,
  created_at: instant,
  due_at: instant,
  state: dataRequestState,
})

/** A request as its author sees it. */
export const ownDataRequest = z.object({
  id,
  field: correctionField,
  wanted: z.string(),
  created_at: instant,
  /** End of the 15-day term. */
  due_at: instant,
  /** Null until the request is answered. */
  answered_at: instant.nullable(),
  accepted: z.boolean().nullable(),
  answer: z.string().nullable(),
})

export type OwnDataRequest = z.output<typeof ownDataRequest>

const requestId = z.strictObject({ id: idInPath })

/** Users' requests to correct their data, answered by administrators (decision 42). */
export const dataRequests = {
  /** Needs confirmation of identity, because the request may lead an administrator to change the user's e-mail. */
  dataRequestCreate: endpoint({
    method: 'POST',
    path: '/my-data/request',
    summary:
      "Requests a correction of the caller's personal data; at most one open request per field.",
    access: 'signed-in',
    confirm: true,
    audit: {
      event: 'data-request.made',
      title: 'Pedido de correção de dados',
      past: 'Pedido de correção feito',
    },
    body: z.strictObject({
      field: correctionField,
      wanted: typedText({
        max: correctionRequestMax,
        required: 'Diga como o dado deve ficar.',
        lines: true,
      }),
    }),
    success: z.object({ id, due_at: instant }),
    problems: ['data-request-open'],
  }),
  dataRequestList: endpoint({
    method: 'GET',
    path: '/data-request',
    summary: "Users' requests for corrections, each with the end of its term.",
    access: { screen: '/data-request-list' },
    audit: 'none',
    // If sorted by state, unanswered requests come first, ordered by the end of their term.
    query: listQuery(['state', 'due_at', 'created_at', 'name', 'field'], {
      filters: { state: dataRequestFilter.optional(), field: correctionField.optional() },
    }),
    success: pageOf(dataRequest),
    table: tableOf(
      'Pedidos de titulares',
      dataRequest,
      [
        { header: 'Pessoa', text: (row) => row.name },
        { header: 'E-mail', text: (row) => row.email },
        { header: 'Dado', text: (row) => correctionFields[row.field] },
        { header: 'Pedido em', text: (row) => formatInstant(row.created_at) },
        { header: 'Prazo', text: (row) => formatInstant(row.due_at) },
        { header: 'Status', text: (row) => dataRequestStates[row.state] },
      ],
      'Exportação de pedidos de correção',
    ),
    problems: [],
  }),
  dataRequestGet: endpoint({
    method: 'GET',
    path: '/data-request/{id}',
    summary: 'One request: the current value, the requested value and the reply.',
    access: { screen: '/data-request-list' },
    audit: 'none',
    params: requestId,
    success: dataRequest.extend({
      /** Current value of the field; null if there is none, or if it is not a single value. */
      present: z.string().nullable(),
      wanted: z.string(),
      answered_at: instant.nullable(),
      accepted: z.boolean().nullable(),
      answer: z.string().nullable(),
    }),
    problems: ['data-request-not-found'],
  }),
  dataRequestAnswer: endpoint({
    method: 'PUT',
    path: '/data-request/{id}',
    summary:
      'Closes a request with a reply, which is mailed to the user and cannot be changed. The correction itself is made in the record.',
    access: { screen: '/data-request-list', action: 'answer' },
    confirm: true,
    audit: {
      event: 'data-request.answered',
      title: 'Resposta a pedido de correção',
      past: 'Pedido de correção respondido',
    },
    params: requestId,
    body: z.strictObject({
      accepted: z.boolean(outcomeMissing),
      answer: typedText({
        max: correctionAnswerMax,
        required: 'Escreva a resposta para a pessoa.',
        lines: true,
      }),
    }),
    success: z.object({}),
    problems: ['data-request-not-found', 'data-request-answered'],
  }),
}
