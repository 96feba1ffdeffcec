import type { emailChanges } from '../../contract/email-changes.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { requireAccount } from '../scope/user-scope.ts'
import { confirmByLink, refuseByLink, requireLink } from './email-change-links.ts'
import {
  cancelChange,
  type EmailChangeParts,
  readChange,
  startForUser,
  startOwn,
} from './email-change-service.ts'

/** Handlers for changes of an e-mail (decision 98). */
export function emailChangeRoutes(parts: EmailChangeParts): Handlers<typeof emailChanges> {
  const { rateLimiter } = parts
  /** Counts the two mails of a start. Runs before the transaction, because limits are counted on another connection. */
  const countMails = async (by: number, addresses: readonly string[]): Promise<void> => {
    await rateLimiter.consumeForInviter(by)
    for (const address of addresses) await rateLimiter.consumeForInvitee(address)
  }
  return {
    emailChangeGet: ({ db, who }) => readChange(db, who.userId, parts),
    emailChangeStart: transaction({
      beforeTransaction: ({ who, body }) =>
        countMails(who.userId, [body.email, who.session.user.email]),
      run: (call) => startOwn(call, call.body.email, parts),
    }),
    emailChangeCancel: (call) => cancelChange(call, call.who.userId, parts),

    async emailChangeGetOfUser({ db, who, params: { userId } }) {
      await requireAccount(db, who, { id: userId })
      return readChange(db, userId, parts)
    },
    emailChangeStartOfUser: transaction({
      async beforeTransaction({ db, who, params, body }) {
        const { email } = await requireAccount(db, who, { id: params.userId })
        await countMails(who.userId, [body.email, email])
      },
      run: (call) =>
        startForUser(call, { userId: call.params.userId, email: call.body.email }, parts),
    }),
    async emailChangeCancelOfUser(call) {
      const { db, who, params } = call
      await requireAccount(db, who, { id: params.userId })
      return cancelChange(call, params.userId, parts)
    },

    emailChangeConfirm: transaction({
      beforeTransaction: (call) => requireLink(call, parts),
      run: (call) => confirmByLink(call, parts),
    }),
    emailChangeRefuse: transaction({
      beforeTransaction: (call) => requireLink(call, parts),
      run: (call) => refuseByLink(call, parts),
    }),
  }
}
