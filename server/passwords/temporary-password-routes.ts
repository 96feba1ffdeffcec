import type { passwords } from '../../contract/passwords.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import { jobFor } from '../pipeline/work-order.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { lockEntrant } from '../sign-in/credential-queries.ts'
import type { PasswordService } from './password-service.ts'
import { RecoveryService } from './recovery-service.ts'
import { keepsPassword, resettableUser } from './reset-policy.ts'

/** Handlers for the two ways to get a temporary password: recovery by the user, reset by an operator (decision 7). */
export function temporaryPasswordRoutes(parts: {
  passwords: PasswordService
  rateLimiter: RateLimiter
  devices: DeviceCookie
}): Pick<Handlers<typeof passwords>, 'userRecoveryAccount' | 'userResetPassword'> {
  const { passwords: service } = parts
  const recovery = new RecoveryService(parts)
  return {
    userRecoveryAccount: transaction({
      beforeTransaction({ db, body, request, audit }) {
        audit({ target: `email:${body.email}` })
        return recovery.check(db, body, request)
      },
      async run({ db, audit }, { owner, mailed }) {
        // The check ran before this transaction. A user who was blocked or changed since then gets no mail.
        const isMailed = owner !== undefined && mailed && (await lockEntrant(db, owner))
        audit({ after: { accepted: owner !== undefined, mailed: isMailed } })
        if (isMailed) await service.recover(db, owner)
        return {}
      },
    }),

    userResetPassword: transaction({
      async beforeTransaction({ db, who, body, request }) {
        // Before the slow hashing, refuses users whose password the caller may not reset.
        await resettableUser(db, who, body.email)
        return service.prepareTemporary(jobFor(request, who))
      },
      async run({ db, who, body, audit }, temporary) {
        const user = await resettableUser(db, who, body.email)
        const kept = await keepsPassword(db, who, user.id)
        audit({ target: `user:${user.id}`, ...(kept && { after: { password_kept: true } }) })
        if (kept) await service.recover(db, user)
        else await service.replaceByTemporary(db, user, temporary)
        return {}
      },
    }),
  }
}
