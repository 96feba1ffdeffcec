import type { ProblemCode } from '../../contract/problems.ts'

/** State of the holder of a new token, in the company of its maker. */
interface Holder {
  active: boolean
  suspended: boolean
  /** Whether the user has access to this console there. */
  enters: boolean
  /** Whether the user has a profile there with rights that the maker lacks. */
  beyond_maker: boolean
}

/** Returns why a token can't be created for this user, or undefined (rulings §10). */
export function refusalToMake(holder: Holder): ProblemCode | undefined {
  if (!holder.active || holder.suspended) return 'user-not-active'
  if (!holder.enters) return 'user-permissions-not-found'
  // The maker sees the token and would gain the holder's rights with it.
  if (holder.beyond_maker) return 'api-token-beyond-own'
  return undefined
}
