import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { listQuery, pageOf } from './list.ts'

/**
 * A message that failed this often is stuck. That takes seconds, on purpose: most carry a code that is good for five
 * minutes, so somebody waits at the door, and somebody else should look. It is tried on all the same.
 */
export const stuckAfter = 3

const message = z.object({
  id: z.uuid(),
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  /** Empty for an SMS. The text is nowhere: it carries codes and passwords. */
  subject: z.string(),
  created_at: instant,
  /** So many tries failed; from `stuckAfter` on it is stuck. */
  attempts: z.int(),
  next_attempt_at: instant,
  /** Why the last one failed, without what a server said. */
  last_error: z.string().nullable(),
})

export type UndeliveredMessage = z.output<typeof message>

/** Mail and SMS that did not arrive at the first try and are on their way still (decision 17). */
export const messages = {
  messageList: endpoint({
    method: 'GET',
    path: '/message',
    summary: 'The messages that were tried and not delivered yet, without their text.',
    access: { screen: '/message-list' },
    audit: 'none',
    query: listQuery(['created_at', 'recipient', 'attempts', 'next_attempt_at']).omit({
      status: true,
    }),
    success: pageOf(message),
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
