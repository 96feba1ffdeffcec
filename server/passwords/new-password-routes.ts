import type { passwords } from '../../contract/passwords.ts'
import { type Handlers, prepared } from '../binder/call.ts'
import { Problem } from '../binder/problem.ts'
import { verifyPassword } from '../secrets/password-hash.ts'
import type { Clock } from '../shared/clock.ts'
import type { SignInService } from '../sign-in/sign-in-service.ts'
import { listPasswordHashes } from './password-queries.ts'
import type { PasswordService } from './password-service.ts'
import { hashOwnAnswer } from './secret-answer.ts'
import { storeSecretAnswer } from './secret-answer-queries.ts'

/** A new password within a sign-in: at the first access, and in place of one that is too old (portal.md §4). */
export function newPasswordRoutes({
  passwords: service,
  signIn,
  clock,
}: {
  passwords: PasswordService
  signIn: SignInService
  clock: Clock
}): Pick<Handlers<typeof passwords>, 'userSetPassword' | 'userSetPasswordExpired'> {
  return {
    userSetPassword: prepared({
      async prepare({ db, body }) {
        const challenge = await signIn.peek(db, body, 'NEW_PASSWORD_REQUIRED')
        const [present] = await listPasswordHashes(db, challenge.id)
        if (!present || !(await verifyPassword(body.oldPassword, present)))
          throw new Problem('invalid-credentials')
        const answerHash = await hashOwnAnswer(db, body.secretQuestion, challenge, 'mfa-refused')
        return {
          passwordHash: await service.prepareNew(db, challenge, body.newPassword),
          answerHash,
        }
      },
      async write({ db, body, audit }, { passwordHash, answerHash }) {
        const owner = await signIn.finish(db, body, 'NEW_PASSWORD_REQUIRED')
        audit({ userId: owner.id, target: `user:${owner.id}` })
        await storeSecretAnswer(db, {
          userId: owner.id,
          questionId: body.secretQuestion.question,
          hash: answerHash,
          now: clock.now(),
        })
        await service.change(db, owner, passwordHash)
        return {}
      },
    }),

    userSetPasswordExpired: prepared({
      async prepare({ db, body }) {
        const challenge = await signIn.peek(db, expired(body), 'PASSWORD_EXPIRED')
        return service.prepareNew(db, challenge, body.newPassword)
      },
      async write({ db, body, audit }, hash) {
        const owner = await signIn.finish(db, expired(body), 'PASSWORD_EXPIRED')
        audit({ userId: owner.id, target: `user:${owner.id}` })
        await service.change(db, owner, hash)
        return {}
      },
    }),
  }
}

/** The temporary token of an expired password is the handle of its challenge. */
const expired = ({ access_token, email }: { access_token: string; email: string }) => ({
  session: access_token,
  email,
})
