import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { listQuery, pageOf } from './list.ts'
import { formatInstant } from './shown.ts'
import { createdColumn, tableOf } from './table.ts'

/**
 * Failed attempts after which a message counts as stuck; retries continue. The number is low because most messages
 * contain a code that is valid for five minutes and that a user is waiting for.
 */
export const stuckAfter = 3

export const messageChannel = z.enum(['email', 'sms'])

/** Labels of the channels of messages. */
export const messageChannels = { email: 'E-mail', sms: 'SMS' } as const

/**
 * State of a message. `waiting`: fewer than `stuckAfter` failed attempts. `stuck`: at least `stuckAfter`. `expired`: no
 * further attempt. `failed`: stuck or expired. HOME counts these.
 */
export const messageState = z.enum(['waiting', 'stuck', 'expired', 'failed'])

/** Labels of the states of a message. */
export const messageStateLabels = {
  waiting: 'Em tentativa',
  stuck: 'Parada',
  expired: 'Expirada',
  failed: 'Parada ou expirada',
} as const

const message = z.object({
  id: z.uuid(),
  channel: messageChannel,
  recipient: z.string(),
  /** Empty for an SMS. The API never returns the text of a message, which may contain codes and passwords. */
  subject: z.string(),
  created_at: instant,
  /** Number of failed attempts; the message is stuck from `stuckAfter` on. */
  attempts: z.int(),
  next_attempt_at: instant,
  /**
   * True if the code or temporary password in the message has expired. Its text was deleted and there are no further
   * attempts.
   */
  expired: z.boolean(),
  /** Error code of the last failed attempt. The error text of the mail server or SMS gateway is not included. */
  last_error: z.string().nullable(),
})

export type UndeliveredMessage = z.output<typeof message>

/**
 * Undelivered messages: mail and SMS with at least one failed attempt that are being retried or have expired
 * (decision 17).
 */
export const messages = {
  messageList: endpoint({
    method: 'GET',
    path: '/message',
    summary: 'The messages with a failed attempt that are not delivered yet, without their text.',
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
        text: (row) => (row.expired ? 'Não haverá: expirou' : formatInstant(row.next_attempt_at)),
      },
      { header: 'Último erro', text: (row) => row.last_error },
    ]),
    problems: [],
  }),
  messageRetry: endpoint({
    method: 'POST',
    path: '/message/{id}/retry',
    summary: 'Retries an undelivered message now; the list shows the result.',
    access: { screen: '/message-list', action: 'retry' },
    audit: {
      event: 'message.retry',
      title: 'Nova tentativa de mensagem',
      past: 'Nova tentativa de entrega de mensagem',
    },
    params: z.strictObject({ id: z.uuid('Identificador inválido.') }),
    success: z.object({}),
    problems: ['message-not-found'],
  }),
}
