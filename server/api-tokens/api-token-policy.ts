import type { ProblemCode } from '../../contract/problems.ts'

/** State of a new token's holder in the company of the user who creates the token. */
interface Holder {
  active: boolean
  suspended: boolean
  /** Whether the holder has access to this console in that company. */
  enters: boolean
  /** Whether the holder has a profile in that company with rights that the creating user lacks. */
  beyond_maker: boolean
}

/** Returns why the token must not be created, or undefined (rulings §10). */
export function refusalToMake(holder: Holder): ProblemCode | undefined {
  if (!holder.active || holder.suspended) return 'user-not-active'
  if (!holder.enters) return 'user-permissions-not-found'
  // The creating user sees the token and could use the holder's rights.
  if (holder.beyond_maker) return 'api-token-beyond-own'
  return undefined
}
