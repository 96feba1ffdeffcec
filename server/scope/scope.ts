import type { Endpoint, Grant } from '../../contract/endpoint.ts'
import { type supportActions, supportScreen } from '../../contract/reader-profiles.ts'
import {
  type ExtraScope,
  opensEndpoint,
  holdsGrant,
  type Principal,
} from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { extraScopeOf } from './extra-scope.ts'

/** Returns the company of the caller's place. Without a place returns 0, which no company has as id. */
export const companyOf = ({ place }: Principal): number => place?.companyId ?? 0

/**
 * Rows that a call may reach: all rows, or those of one company. With `everyPerson` also the users of all companies.
 */
export type Scope = 'everything' | { companyId: number; everyPerson?: true }

/**
 * Returns the scope of this call (console.md §6, rulings §5). Administrators reach all rows. Other callers reach the
 * rows of the token's company, and the part of the catalogue that the company is entitled to. Profiles 3 and 4 may add
 * rows, which the guard has set as `extraScope` (decision 53).
 */
export function scopeOf(who: Principal): Scope {
  return scopeWith(who, who.extraScope)
}

/**
 * Returns the scope of the caller's writes. Profiles 3 and 4 don't add to it. Reads use it to show what the caller may
 * change.
 */
export function writeScopeOf(who: Principal): Scope {
  return scopeWith(who, undefined)
}

/** Returns the scope that the caller has on one screen, for reads that combine several screens, such as HOME. */
export function scopeOn(who: Principal, grant: Grant): Scope {
  const grants = who.place?.grants
  if (grants?.auditor && holdsGrant(grants.auditor, grant)) return scopeWith(who, 'everything')
  if (grants?.support && holdsGrant(grants.support, grant)) return scopeWith(who, 'every-person')
  return writeScopeOf(who)
}

/** Returns the scope that the caller has in another read operation. Undefined if the caller may not call it. */
export function scopeThrough(who: Principal, endpoint: Endpoint): Scope | undefined {
  const { access, refusesApiTokens } = endpoint
  const grants = who.place?.grants
  if (!grants || typeof access === 'string' || (refusesApiTokens && !who.session)) return undefined
  const extraScope = extraScopeOf(grants, access, endpoint)
  if (extraScope === undefined && !opensEndpoint(grants, access, endpoint)) return undefined
  return scopeWith(who, extraScope)
}

/** Returns whether profile 3 allows the caller an action on accounts of every company. False for administrators. */
export function supports({ place }: Principal, action: (typeof supportActions)[number]): boolean {
  const grants = place?.grants
  if (!grants?.support || grants.administrator) return false
  return holdsGrant(grants.support, { screen: supportScreen, action })
}

/**
 * Returns the scope of users that the caller may invite again. Profile 3 may invite the users of every company again.
 */
export const scopeToInvite = (who: Principal): Scope =>
  supports(who, 'reset-password')
    ? scopeOn(who, { screen: supportScreen, action: 'reset-password' })
    : writeScopeOf(who)

function scopeWith(who: Principal, extraScope: ExtraScope | undefined): Scope {
  if (isAdministrator(who) || extraScope === 'everything') return 'everything'
  // A caller without a place has no company, so the scope contains no rows.
  const companyId = companyOf(who)
  return extraScope === undefined ? { companyId } : { companyId, everyPerson: true }
}

/** Whether the caller is an administrator. No other code may decide this. */
export function isAdministrator({ place }: Principal): boolean {
  return place?.grants.administrator === true
}

/**
 * Throws unless the caller is an administrator. Protects rows that belong to the installation or to all operators, such
 * as the catalogue. Must be called after the scope check, so that invisible rows stay 404. For rows that
 * only administrators see, it is called first.
 */
export function requireAdministrator(who: Principal): void {
  if (!isAdministrator(who)) throw new Problem('forbidden')
}
