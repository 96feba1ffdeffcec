import { operators } from '../../contract/operators.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import type { Call } from '../pipeline/call.ts'
import { type Handlers, transaction } from '../pipeline/handler.ts'
import { type ConstraintMeanings, declaredProblem } from '../pipeline/constraints.ts'
import { requireFound } from '../pipeline/record.ts'
import { takeBack } from '../database/take-back.ts'
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
}

export function operatorRoutes({
  clock,
  keyring,
  rateLimiter,
  config: { publicUrl },
  constraintMeanings,
}: Dependencies): Handlers<typeof operators> {
  const parts = { clock, keyring, rateLimiter, publicUrl }
  return {
    async operatorPreview(call) {
      try {
        return await preview(call, parts)
      } catch (error) {
        throw declaredProblem(constraintMeanings, error, operators.operatorPreview) ?? error
      }
    },
    operatorCreate: transaction({
      // Counted before the transaction begins, like any other invitation.
      beforeTransaction: ({ who }) => rateLimiter.consumeForInviter(who.userId),
      run: (call) => createOperator(call, call.body, parts),
    }),
  }
}

/** Returns the resulting seats: creates the operator and rolls back. */
function preview({ db, who, body }: Call<typeof operators.operatorPreview>, parts: CreationParts) {
  return takeBack(db, async (previewDb) => {
    const write = { db: previewDb, who, audit: () => undefined }
    const { company_id } = await createOperator(write, body, parts)
    const seats = await findSeatsOfCompany(previewDb, scopeOf(who), company_id)
    const { modules } = requireFound(seats, 'company-not-found')
    return { modules }
  })
}
