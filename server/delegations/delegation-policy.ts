import type { ProblemCode } from '../../contract/problems.ts'
import type { Principal } from '../pipeline/principal.ts'

/** The fields of a user that decide about a delegation. */
interface Person {
  id: number
  active: boolean
  suspended: boolean
}

/** Returns why the caller can't delegate to this user, or undefined. */
export function refusalToLend(
  who: Principal,
  userId: number,
  found: readonly Person[],
): ProblemCode | undefined {
  const lender = found.find(({ id }) => id === who.userId)
  // The lender was deleted concurrently, which also ends the session.
  if (!lender?.active) return 'access-token-expired'
  if (userId === who.userId) return 'user-is-oneself'
  const borrower = found.find(({ id }) => id === userId)
  if (!borrower) return 'user-not-found'
  return borrower.active && !borrower.suspended ? undefined : 'user-not-active'
}
