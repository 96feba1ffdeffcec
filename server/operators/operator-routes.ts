import { operators } from '../../contract/operators.ts'
import type { Attempts } from '../attempts/attempts.ts'
import { type Call, type Handlers, prepared } from '../binder/call.ts'
import { type ConstraintMeanings, declaredProblem } from '../binder/constraints.ts'
import { requireFound } from '../binder/record.ts'
import { takeBack } from '../database/take-back.ts'
import { scopeOf } from '../scope/scope.ts'
import { findSeatsOfCompany } from '../seats/seat-queries.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import type { CreationParts } from '../users/user-creation.ts'
import { createOperator } from './operator-service.ts'

interface Dependencies {
  clock: Clock
  keyring: Keyring
  attempts: Attempts
  config: { publicUrl: string }
  constraintMeanings: ConstraintMeanings
}

export function operatorRoutes({
  clock,
  keyring,
  attempts,
  config: { publicUrl },
  constraintMeanings,
}: Dependencies): Handlers<typeof operators> {
  const parts = { clock, keyring, attempts, publicUrl }
  return {
    async operatorPreview(call) {
      try {
        return await preview(call, parts)
      } catch (error) {
        throw declaredProblem(constraintMeanings, error, operators.operatorPreview) ?? error
      }
    },
    operatorCreate: prepared({
      // Counted before the transaction begins, like any other invitation.
      prepare: ({ who }) => attempts.spendOfInviter(who.userId),
      write: (call) => createOperator(call, call.body, parts),
    }),
  }
}

/** Returns the resulting seats: creates the operator and rolls back. */
function preview({ db, who, body }: Call<typeof operators.operatorPreview>, parts: CreationParts) {
  return takeBack(db, async (transaction) => {
    const write = { db: transaction, who, audit: () => undefined }
    const { company_id } = await createOperator(write, body, parts)
    const seats = await findSeatsOfCompany(transaction, scopeOf(who), company_id)
    const { modules } = requireFound(seats, 'company-not-found')
    return { modules }
  })
}
