import type { ProblemCode } from '../../contract/problems.ts'
import type { Principal } from '../binder/principal.ts'

/** Somebody, as a delegation finds them. */
interface Person {
  id: number
  status: number
  suspended: boolean
}

/** Why somebody can't be lent the master role; undefined where they can. */
export function refusalToLend(
  who: Principal,
  userId: number,
  found: readonly Person[],
): ProblemCode | undefined {
  const lender = found.find(({ id }) => id === who.userId)
  // Deleted at this moment: what they lent has just ended, and with it their session.
  if (lender?.status !== 1) return 'access-token-expired'
  if (userId === who.userId) return 'user-is-oneself'
  const borrower = found.find(({ id }) => id === userId)
  if (!borrower) return 'user-not-found'
  return borrower.status === 0 || borrower.suspended ? 'user-not-active' : undefined
}
