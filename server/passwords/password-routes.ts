import type { passwords } from '../../contract/passwords.ts'
import { type Handlers, prepared } from '../binder/call.ts'
import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { hashPassword, verifyPassword } from '../secrets/password-hash.ts'
import { Problem } from '../binder/problem.ts'
import type { SignInService } from '../sign-in/sign-in-service.ts'
import { isOwnAnswer } from './first-access.ts'
import { listPasswordHashes } from './password-queries.ts'
import type { PasswordService } from './password-service.ts'
import type { RecoveryService } from './recovery-service.ts'
import { resettableUser } from './reset-policy.ts'
import { normaliseAnswer } from './secret-answer.ts'
import {
  hasSecretQuestion,
  listSecretQuestions,
  storeSecretAnswer,
} from './secret-answer-queries.ts'

export interface PasswordParts {
  service: PasswordService
  recovery: RecoveryService
  signIn: SignInService
  clock: Clock
}

export function passwordRoutes({
  service,
  recovery,
  signIn,
  clock,
}: PasswordParts): Handlers<typeof passwords> {
  return {
    userSetPassword: prepared({
      async prepare({ db, body }) {
        const challenge = await signIn.peek(db, body, 'NEW_PASSWORD_REQUIRED')
        const [present] = await listPasswordHashes(db, challenge.id)
        if (!present || !(await verifyPassword(body.oldPassword, present)))
          throw new Problem('invalid-credentials')
        if (!isOwnAnswer(body.secretQuestion, challenge)) throw new Problem('mfa-refused')
        await requireQuestion(db, body.secretQuestion.question)
        const answerHash = await hashPassword(normaliseAnswer(body.secretQuestion.response))
        return {
          passwordHash: await service.prepareNew(db, challenge, body.newPassword),
          answerHash,
        }
      },
      async write({ db, body, audit }, { passwordHash, answerHash }) {
        const owner = await signIn.finish(db, body, 'NEW_PASSWORD_REQUIRED')
        audit({ userId: owner.id, target: `user:${owner.id}` })
        const questionId = body.secretQuestion.question
        await storeSecretAnswer(db, {
          userId: owner.id,
          questionId,
          hash: answerHash,
          now: clock.now(),
        })
        await service.change(db, owner, passwordHash)
        return {}
      },
    }),

    userSetPasswordExpired: prepared({
      async prepare({ db, body }) {
        const challenge = await signIn.peek(
          db,
          { session: body.access_token, email: body.email },
          'PASSWORD_EXPIRED',
        )
        return service.prepareNew(db, challenge, body.newPassword)
      },
      async write({ db, body, audit }, hash) {
        const owner = await signIn.finish(
          db,
          { session: body.access_token, email: body.email },
          'PASSWORD_EXPIRED',
        )
        audit({ userId: owner.id, target: `user:${owner.id}` })
        await service.change(db, owner, hash)
        return {}
      },
    }),

    secretQuestionList: async ({ db }) => ({ questions: await listSecretQuestions(db) }),

    userSecretQuestion: prepared({
      async prepare({ db, who, body }) {
        const own = { id: who.userId, email: who.session.user.email }
        if (!isOwnAnswer(body, own)) throw new Problem('user-not-found')
        await requireQuestion(db, body.question)
        return hashPassword(normaliseAnswer(body.response))
      },
      async write({ db, who, body, audit }, hash) {
        await storeSecretAnswer(db, {
          userId: who.userId,
          questionId: body.question,
          hash,
          now: clock.now(),
        })
        audit({ target: `user:${who.userId}` })
        return {}
      },
    }),

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

async function requireQuestion(db: Db, id: number): Promise<void> {
  if (!(await hasSecretQuestion(db, id))) throw new Problem('secret-question-not-found')
}
