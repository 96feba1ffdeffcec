import type { passwords } from '../../contract/passwords.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { DeviceCookie } from '../rate-limits/device-cookie.ts'
import { jobFor } from '../pipeline/work-order.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { lockEntrant } from '../sign-in/credential-queries.ts'
import type { PasswordService } from './password-service.ts'
import { RecoveryService } from './recovery-service.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import { type RecoveryParts, startRecovery } from '../recoveries/recovery-service.ts'
import { keepsPassword, resettableUser } from './reset-policy.ts'

/** Handlers for the two ways to get a temporary password: recovery by the user, reset by an operator (decision 7). */
export function temporaryPasswordRoutes(
  parts: {
    passwords: PasswordService
    rateLimiter: RateLimiter
    devices: DeviceCookie
  } & RecoveryParts,
): Pick<Handlers<typeof passwords>, 'userRecoveryAccount' | 'userResetPassword'> {
  const { passwords: service } = parts
  const answers = new RecoveryService(parts)

  /**
   * Starts a recovery by the secret answer. Undefined if it needs no second proof. `frozen` if a recovery was reported or
   * the e-mail is being changed: then no mail is sent, and the response does not reveal it.
   */
  async function recoveryOf(db: Db, { id }: { id: number }) {
    try {
      const by = { userId: null }
      return (await startRecovery(db, id, { kind: 'password', by }, parts))?.recovery
    } catch (error) {
      const waits = ['recovery-frozen', 'email-change-pending']
      if (error instanceof Problem && waits.includes(error.code)) return 'frozen'
      throw error
    }
  }

  return {
    userRecoveryAccount: transaction({
      beforeTransaction({ db, body, request, audit }) {
        audit({ target: `email:${body.email}` })
        return answers.check(db, body, request)
      },
      async run({ db, audit }, { owner, mailed }) {
        // The check ran before this transaction. A user who was blocked or changed since then gets no mail.
        const found = owner !== undefined && mailed && (await lockEntrant(db, owner))
        const recovery = found ? await recoveryOf(db, owner) : 'frozen'
        const isMailed = found && recovery !== 'frozen'
        audit({ after: { accepted: owner !== undefined, mailed: isMailed } })
        if (isMailed) await service.recover(db, owner, recovery)
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
        const user = await resettableUser(db, who, body.email, { lock: true })
        audit({ target: `user:${user.id}` })
        const by = { userId: who.userId }
        const started = await startRecovery(db, user.id, { kind: 'password', by }, parts)
        const kept = started !== undefined || (await keepsPassword(db, who, user.id))
        if (kept) audit({ after: { password_kept: true } })
        if (kept) await service.recover(db, user, started?.recovery)
        else await service.replaceByTemporary(db, user, temporary)
        return {}
      },
    }),
  }
}
