import type { FirstAccessMaker } from '../outbox/outbox-delivery.ts'
import { firstAccessMessage, temporaryLifetime } from '../outbox/message-templates.ts'
import { hashPassword, ownWork } from '../secrets/password-hash.ts'
import { newTemporaryPassword } from '../secrets/temporary-password.ts'
import { after, type Clock } from '../shared/clock.ts'
import { findInvited, storeInvitationPassword } from './first-access-queries.ts'

/**
 * Returns a function that creates the text of an invitation when the mail is sent. So the temporary password is not
 * stored earlier, and its 24 hours begin then, even if the mail server was down for long.
 */
export function firstAccessMaker({
  clock,
  publicUrl,
}: {
  clock: Clock
  publicUrl: string
}): FirstAccessMaker {
  return async (db, { userId, to, inviting }) => {
    const user = await findInvited(db, { userId, to })
    if (!user) return undefined
    const invited = { to, name: user.name, inviting, publicUrl }
    if (user.federated) {
      const message = firstAccessMessage({ ...invited, password: undefined })
      return { message, sent: () => Promise.resolve() }
    }
    const password = newTemporaryPassword()
    const hash = await hashPassword(password, ownWork)
    return {
      message: firstAccessMessage({ ...invited, password }),
      sent(within) {
        const now = clock.now()
        const expiresAt = after(now, temporaryLifetime)
        return storeInvitationPassword(within, { userId, to, hash, now, expiresAt })
      },
    }
  }
}
