import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'

/** The company that somebody is in; 0, which no company has, where they have no place. */
export const companyOf = ({ place }: Principal): number => place?.companyId ?? 0

/** Which rows somebody sees: all there are, or those that one company is concerned by. */
export type Scope = 'everything' | { companyId: number }

/**
 * Administrators see everything. Anyone else sees what concerns the company that the token is for: its own rows, and of
 * the catalogue what it is entitled to (console.md §6, rulings §5).
 */
export function scopeOf(who: Principal): Scope {
  if (who.place?.grants.administrator) return 'everything'
  // Without a place there is nothing to see.
  return { companyId: companyOf(who) }
}

/** The one answer to who is an administrator. */
export function isAdministrator(who: Principal): boolean {
  return scopeOf(who) === 'everything'
}

/**
 * For what belongs to the installation or to all operators alike, such as the catalogue: whatever else a profile grants,
 * only administrators write it. Ask after the row was found in scope: what somebody can't see stays not found.
 */
export function requireAdministrator(who: Principal): void {
  if (!isAdministrator(who)) throw new Problem('forbidden')
}
