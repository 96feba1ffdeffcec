import type { passwords } from '../../contract/passwords.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { jobFor } from '../pipeline/work-order.ts'
import type { Clock } from '../shared/clock.ts'
import { hashOwnAnswer } from './secret-answer.ts'
import { listSecretQuestions, storeSecretAnswer } from './secret-answer-queries.ts'

/** Handlers for the secret question and its answer, which are used for account recovery (portal.md §4). */
export function secretAnswerRoutes({
  clock,
}: {
  clock: Clock
}): Pick<Handlers<typeof passwords>, 'secretQuestionList' | 'userSecretQuestion'> {
  return {
    secretQuestionList: async ({ db }) => ({ questions: await listSecretQuestions(db) }),

    userSecretQuestion: transaction({
      beforeTransaction({ db, who, body, request }) {
        const own = { id: who.userId, email: who.session.user.email }
        return hashOwnAnswer(db, body, own, 'user-not-found', jobFor(request, who))
      },
      async run({ db, who, body, audit }, hash) {
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
  }
}
