import { operators } from '../../contract/operators.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Call } from '../pipeline/call.ts'
import type { PreviewQueue } from '../pipeline/preview-queue.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { type ConstraintMeanings, declaredProblem } from '../pipeline/constraints.ts'
import { requireFound } from '../pipeline/record.ts'
import { scopeOf } from '../scope/scope.ts'
import { findSeatsOfCompany } from '../plans/seat-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import type { CreationParts } from '../users/user-creation.ts'
import { createOperator } from './operator-service.ts'

interface Dependencies {
  clock: Clock
  keyring: Keyring
  rateLimiter: RateLimiter
  config: { publicUrl: string }
  constraintMeanings: ConstraintMeanings
  previews: PreviewQueue
}

export function operatorRoutes({
  clock,
  keyring,
  rateLimiter,
  config: { publicUrl },
  constraintMeanings,
  previews,
}: Dependencies): Handlers<typeof operators> {
  const parts = { clock, keyring, rateLimiter, publicUrl }
  return {
    async operatorPreview(call) {
      try {
        return await previews.run(call, (db) => preview({ ...call, db }, parts))
      } catch (error) {
        throw declaredProblem(constraintMeanings, error, operators.operatorPreview) ?? error
      }
    },
    operatorCreate: transaction({
      // The invitation is counted for the rate limit before the transaction begins, like every invitation.
      beforeTransaction: ({ who }) => rateLimiter.consumeForInviter(who.userId),
      run: (call) => createOperator(call, call.body, parts),
    }),
  }
}

/** Creates the operator in a transaction that is rolled back, and returns the resulting seats. */
async function preview(
  { db, who, body }: Call<typeof operators.operatorPreview>,
  parts: CreationParts,
) {
  const { company_id } = await createOperator({ db, who, audit: () => undefined }, body, parts)
  const seats = await findSeatsOfCompany(db, scopeOf(who), company_id)
  const { modules } = requireFound(seats, 'company-not-found')
  return { modules }
}
