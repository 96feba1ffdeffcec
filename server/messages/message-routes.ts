import type { messages } from '../../contract/messages.ts'
import type { Principal } from '../binder/principal.ts'
import type { Handlers } from '../binder/call.ts'
import { Problem } from '../binder/problem.ts'
import { findUndelivered, listUndelivered, makeDue } from './message-queries.ts'

export const messageRoutes: Handlers<typeof messages> = {
  async messageList({ db, who, query }) {
    requireAdministrator(who)
    return listUndelivered(db, query)
  },

  async messageRetry({ db, who, params, audit }) {
    requireAdministrator(who)
    const message = await findUndelivered(db, params.id)
    if (!message) throw new Problem('message-not-found')
    await makeDue(db, message.id)
    const { channel, attempts } = message
    audit({ target: `message:${message.id}`, before: { channel, attempts } })
    return {}
  },
}

/** Messages belong to the installation and to no company: only administrators see them, whatever a profile grants. */
function requireAdministrator({ place }: Principal): void {
  if (!place?.grants.administrator) throw new Problem('forbidden')
}
