import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { listQuery, pageOf } from './list.ts'
import { shownInstant } from './shown.ts'
import { createdColumn, tableOf } from './table.ts'

/**
 * After so many failed tries a message is called stuck. That takes seconds only, since most messages carry a code that
 * is good for five minutes and that somebody waits for. Further tries follow all the same.
 */
export const stuckAfter = 3

export const messageChannel = z.enum(['email', 'sms'])

/** What people call a channel. */
export const messageChannels = { email: 'E-mail', sms: 'SMS' } as const

/** How it stands with a message: fewer tries than `stuckAfter` failed, or more, or none will follow. */
export const messageState = z.enum(['waiting', 'stuck', 'expired'])

/** What people call such a state. */
export const messageStates = {
  waiting: 'Em tentativa',
  stuck: 'Parada',
  expired: 'Expirada',
} as const

const message = z.object({
  id: z.uuid(),
  channel: messageChannel,
  recipient: z.string(),
  /** Empty for an SMS. The message's text is never answered: it holds codes and passwords. */
  subject: z.string(),
  created_at: instant,
  /** How many tries have failed; from `stuckAfter` on the message is stuck. */
  attempts: z.int(),
  next_attempt_at: instant,
  /** Its code or temporary password ran out: the text was dropped, and it is tried no more. */
  expired: z.boolean(),
  /** The error code of the last failed try, without the text of the mail server or gateway. */
  last_error: z.string().nullable(),
})

export type UndeliveredMessage = z.output<typeof message>

/** Undelivered messages: mail and SMS of which a try failed, and that are still being tried or ran out (decision 17). */
export const messages = {
  messageList: endpoint({
    method: 'GET',
    path: '/message',
    summary: 'The messages that were tried and not delivered yet, without their text.',
    access: { screen: '/message-list' },
    audit: 'none',
    query: listQuery(['created_at', 'recipient', 'attempts', 'next_attempt_at'], {
      filters: { channel: messageChannel.optional(), state: messageState.optional() },
    }),
    success: pageOf(message),
    table: tableOf('Mensagens não entregues', message, [
      { header: 'Destinatário', text: (row) => row.recipient },
      { header: 'Canal', text: (row) => messageChannels[row.channel] },
      { header: 'Assunto', text: (row) => row.subject },
      { ...createdColumn, header: 'Criada em' },
      {
        header: 'Tentativas',
        text: ({ attempts }) => (attempts < stuckAfter ? attempts : `${attempts}, parada`),
      },
      {
        header: 'Próxima tentativa',
        text: (row) => (row.expired ? 'Não haverá: expirou' : shownInstant(row.next_attempt_at)),
      },
      { header: 'Último erro', text: (row) => row.last_error },
    ]),
    problems: [],
  }),
  messageRetry: endpoint({
    method: 'POST',
    path: '/message/{id}/retry',
    summary: 'Has an undelivered message tried again now; how that ends is seen in the list.',
    access: { screen: '/message-list', action: 'retry' },
    audit: 'message.retry',
    params: z.strictObject({ id: z.uuid('Identificador inválido.') }),
    success: z.object({}),
    problems: ['message-not-found'],
  }),
}
