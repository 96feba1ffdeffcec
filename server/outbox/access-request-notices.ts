import { fullStop } from '../../contract/full-stop.ts'
import { accessRequestReminderDays } from '../../contract/access-requests.ts'
import { periodText } from '../../contract/assignment-periods.ts'
import type { Message } from './outbox-queries.ts'
import { notice, type Recipient } from './security-notices.ts'

/** What a request is for, as described in a mail. */
interface RequestedPlace {
  company: string
  module: string
  spid: string | null
}

interface OfRequester extends RequestedPlace {
  requester: Recipient
}

/** Mail to a requester whose request was approved. */
export function accessApprovedNotice(
  request: OfRequester,
  period: { begin_date: string | null; end_date: string | null },
): Message {
  return notice(request.requester, 'Seu pedido de acesso foi aprovado', [
    `Seu pedido de acesso foi aprovado: ${placeText(request)}, ${periodText(period)}.`,
    'O módulo está na Página de Acesso.',
  ])
}

/** Mail to a requester whose request was refused, with the sentence of the approver. */
export function accessRefusedNotice(request: OfRequester, answer: string): Message {
  return notice(request.requester, 'Seu pedido de acesso foi recusado', [
    `Seu pedido de acesso foi recusado: ${placeText(request)}. Resposta:`,
    fullStop(answer),
  ])
}

/** Mail to a requester whose requests expired. */
export function accessRequestsExpiredNotice(
  to: Recipient,
  expired: readonly RequestedPlace[],
): Message {
  const { length } = expired
  const subject =
    length === 1 ? 'Um pedido de acesso seu venceu' : `${length} pedidos de acesso seus venceram`
  return notice(to, subject, [
    'Estes pedidos venceram sem resposta:',
    ...expired.map((each) => `${placeText(each)}.`),
    'Se ainda precisar do acesso, peça de novo na Gestão de Acesso.',
  ])
}

/** A request that waits for an approver. */
export interface WaitingRequest extends RequestedPlace {
  person: string
  /** Whether the approvers were told of it before. */
  reminder: boolean
}

/** Mail to an approver about all requests that became due for one. */
export function waitingRequestsNotice(to: Recipient, waiting: readonly WaitingRequest[]): Message {
  const lines = (reminder: boolean, title: string) => {
    const some = waiting.filter((each) => each.reminder === reminder)
    return some.length === 0
      ? []
      : [title, ...some.map((each) => `${each.person}: ${placeText(each)}.`)]
  }
  return notice(to, 'Há pedidos de acesso à sua espera', [
    ...lines(false, 'Estas pessoas pedem um acesso:'),
    ...lines(
      true,
      `Estes pedidos esperam por uma resposta há ${accessRequestReminderDays} dias ou mais:`,
    ),
    'Eles estão na Gestão de Acesso, em "Pedidos de acesso".',
  ])
}

const placeText = ({ module, company, spid }: RequestedPlace): string =>
  `${module} na empresa ${company}${spid === null ? '' : `, SPID ${spid}`}`
