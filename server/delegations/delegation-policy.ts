import type { ProblemCode } from '../../contract/problems.ts'
import type { Principal } from '../pipeline/principal.ts'

/** An account, as read for a delegation. */
interface Person {
  id: number
  active: boolean
  suspended: boolean
}

/** Returns why a user can't receive the master role, or undefined. */
export function refusalToLend(
  who: Principal,
  userId: number,
  found: readonly Person[],
): ProblemCode | undefined {
  const lender = found.find(({ id }) => id === who.userId)
  // The lender was deleted concurrently, which ends their delegations and session.
  if (!lender?.active) return 'access-token-expired'
  if (userId === who.userId) return 'user-is-oneself'
  const borrower = found.find(({ id }) => id === userId)
  if (!borrower) return 'user-not-found'
  return borrower.active && !borrower.suspended ? undefined : 'user-not-active'
}
