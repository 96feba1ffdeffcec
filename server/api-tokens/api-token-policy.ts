import type { ProblemCode } from '../../contract/problems.ts'

/** What is known of somebody for whom a token is wanted, in the company of whoever wants it. */
interface Holder {
  status: number
  suspended: boolean
  /** A profile of this console opens there to the person. */
  enters: boolean
  /** The person holds one there that lets people do what the maker can't. */
  beyond_maker: boolean
}

/** Why nobody makes a token for this person; undefined where somebody may (rulings §10). */
export function refusalToMake(holder: Holder): ProblemCode | undefined {
  if (holder.status !== 1 || holder.suspended) return 'user-not-active'
  if (!holder.enters) return 'user-permissions-not-found'
  // The maker sees the token, and would hold in it what nobody gave them.
  if (holder.beyond_maker) return 'api-token-beyond-own'
  return undefined
}
