import type { Endpoint, Grant } from '../../contract/endpoint.ts'
import { type supportActions, supportScreen } from '../../contract/reader-profiles.ts'
import { type Extent, grantOpens, holdsGrant, type Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { extentOf } from './extent.ts'

/** Returns the company of the caller's place; 0, an unused id, without a place. */
export const companyOf = ({ place }: Principal): number => place?.companyId ?? 0

/** The rows that a call reaches: all, or those of one company; with `everyPerson`, also the users of all companies. */
export type Scope = 'everything' | { companyId: number; everyPerson?: true }

/**
 * Returns the scope of this call. Administrators reach everything. Others reach the rows of the company of the token,
 * and the catalogue that it is entitled to (console.md §6, rulings §5). The guard adds the extent of profiles 3 and 4
 * (decision 53).
 */
export function scopeOf(who: Principal): Scope {
  return scopeWith(who, who.extent)
}

/** Returns the rows that the caller may change, also during a read; profiles 3 and 4 don't count. */
export function writeScopeOf(who: Principal): Scope {
  return scopeWith(who, undefined)
}

/** Returns the scope of a screen, for reads that cover several screens, such as HOME. */
export function scopeOn(who: Principal, grant: Grant): Scope {
  const grants = who.place?.grants
  if (grants?.auditor && holdsGrant(grants.auditor, grant)) return scopeWith(who, 'everything')
  if (grants?.support && holdsGrant(grants.support, grant)) return scopeWith(who, 'every-person')
  return writeScopeOf(who)
}

/** Returns the caller's scope in another read operation; undefined without access to it. */
export function scopeThrough(who: Principal, endpoint: Endpoint): Scope | undefined {
  const { access, peopleOnly } = endpoint
  const grants = who.place?.grants
  if (!grants || typeof access === 'string' || (peopleOnly && !who.session)) return undefined
  const extent = extentOf(grants, access, endpoint)
  if (extent === undefined && !grantOpens(grants, access, endpoint)) return undefined
  return scopeWith(who, extent)
}

/** Returns whether profile 3 grants the caller an action on accounts of every company. False for administrators. */
export function supports({ place }: Principal, action: (typeof supportActions)[number]): boolean {
  const grants = place?.grants
  if (!grants?.support || grants.administrator) return false
  return holdsGrant(grants.support, { screen: supportScreen, action })
}

function scopeWith(who: Principal, extent: Extent | undefined): Scope {
  if (isAdministrator(who) || extent === 'everything') return 'everything'
  // Without a place the scope is empty.
  const companyId = companyOf(who)
  return extent === undefined ? { companyId } : { companyId, everyPerson: true }
}

/** Whether the caller is an administrator. The single definition. */
export function isAdministrator({ place }: Principal): boolean {
  return place?.grants.administrator === true
}

/**
 * Throws unless the caller is an administrator. For rows that belong to the installation or to all operators, such as
 * the catalogue. Call it after the scope check, so that invisible rows stay 404.
 */
export function requireAdministrator(who: Principal): void {
  if (!isAdministrator(who)) throw new Problem('forbidden')
}
