import type { passwords } from '../../contract/passwords.ts'
import type { Attempts } from '../attempts/attempts.ts'
import { type Handlers, prepared } from '../binder/call.ts'
import type { PasswordService } from './password-service.ts'
import { RecoveryService } from './recovery-service.ts'
import { resettableUser } from './reset-policy.ts'

/** The two ways to a temporary password: recovery by the person, reset by an operator (decision 7). */
export function temporaryPasswordRoutes(parts: {
  passwords: PasswordService
  attempts: Attempts
}): Pick<Handlers<typeof passwords>, 'userRecoveryAccount' | 'userResetPassword'> {
  const { passwords: service } = parts
  const recovery = new RecoveryService(parts)
  return {
    userRecoveryAccount: prepared({
      prepare: ({ db, body, request }) => recovery.check(db, body, request.address),
      async write({ db, body, audit }, { owner, temporary }) {
        audit({ target: `email:${body.email}`, after: { accepted: owner !== undefined } })
        if (owner) await service.giveTemporary(db, owner, temporary)
        return {}
      },
    }),

    userResetPassword: prepared({
      prepare: () => service.prepareTemporary(),
      async write({ db, who, body, audit }, temporary) {
        const user = await resettableUser(db, who, body.email)
        audit({ target: `user:${user.id}` })
        await service.giveTemporary(db, user, temporary)
        return {}
      },
    }),
  }
}
