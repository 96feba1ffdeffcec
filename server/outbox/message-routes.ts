import type { messages } from '../../contract/messages.ts'
import type { Handlers } from '../pipeline/handler.ts'
import { requireFound } from '../pipeline/record.ts'
import { requireAdministrator } from '../scope/scope.ts'
import { findWaiting, listUndelivered, retryNow } from './message-queries.ts'

/**
 * Handlers for undelivered messages. Messages belong to the installation, not to a company, so only administrators see
 * them, regardless of profiles.
 */
export const messageRoutes: Handlers<typeof messages> = {
  async messageList({ db, who, query }) {
    requireAdministrator(who)
    return listUndelivered(db, query)
  },

  async messageRetry({ db, who, params, audit }) {
    requireAdministrator(who)
    const message = requireFound(await findWaiting(db, params.id), 'message-not-found')
    await retryNow(db, message.id)
    const { channel, attempts } = message
    audit({ target: `message:${message.id}`, before: { channel, attempts } })
    return {}
  },
}
