import type { Endpoint, Grant } from '../../contract/endpoint.ts'
import { type supportActions, supportScreen } from '../../contract/reader-profiles.ts'
import { type Extent, grantOpens, holdsGrant, type Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import { extentOf } from './extent.ts'

/** The company that somebody is in; 0, which no company has, where they have no place. */
export const companyOf = ({ place }: Principal): number => place?.companyId ?? 0

/**
 * Which rows a call reaches: all there are, or those that one company is concerned by; with `everyPerson`, the people of
 * all companies too.
 */
export type Scope = 'everything' | { companyId: number; everyPerson?: true }

/**
 * The rows that this call reaches. Administrators reach everything. Anyone else reaches what concerns the company that the
 * token is for: its own rows, and of the catalogue what it is entitled to (console.md §6, rulings §5). The guard adds what
 * profiles 3 and 4 reach (decision 53).
 */
export function scopeOf(who: Principal): Scope {
  return scopeWith(who, who.extent)
}

/** The rows that the bearer may change, whatever this call reads; profiles 3 and 4 don't count. */
export function writeScopeOf(who: Principal): Scope {
  return scopeWith(who, undefined)
}

/** The rows of a screen, for reads that ask for several screens themselves, such as HOME. */
export function scopeOn(who: Principal, grant: Grant): Scope {
  const grants = who.place?.grants
  if (grants?.auditor && holdsGrant(grants.auditor, grant)) return scopeWith(who, 'everything')
  if (grants?.support && holdsGrant(grants.support, grant)) return scopeWith(who, 'every-person')
  return writeScopeOf(who)
}

/** The rows that another read would reach for the bearer; undefined where nothing opens it to them. */
export function scopeThrough(who: Principal, endpoint: Endpoint): Scope | undefined {
  const { access, peopleOnly } = endpoint
  const grants = who.place?.grants
  if (!grants || typeof access === 'string' || (peopleOnly && !who.session)) return undefined
  const extent = extentOf(grants, access, endpoint)
  if (extent === undefined && !grantOpens(grants, access, endpoint)) return undefined
  return scopeWith(who, extent)
}

/** Whether profile 3 gives the bearer an action on accounts of every company; administrators have it without. */
export function supports({ place }: Principal, action: (typeof supportActions)[number]): boolean {
  const grants = place?.grants
  if (!grants?.support || grants.administrator) return false
  return holdsGrant(grants.support, { screen: supportScreen, action })
}

function scopeWith(who: Principal, extent: Extent | undefined): Scope {
  if (isAdministrator(who) || extent === 'everything') return 'everything'
  // Without a place there is nothing to see.
  const companyId = companyOf(who)
  return extent === undefined ? { companyId } : { companyId, everyPerson: true }
}

/** The one answer to who is an administrator. */
export function isAdministrator({ place }: Principal): boolean {
  return place?.grants.administrator === true
}

/**
 * For what belongs to the installation or to all operators alike, such as the catalogue: whatever else a profile grants,
 * only administrators write it. Ask after the row was found in scope: what somebody can't see stays not found.
 */
export function requireAdministrator(who: Principal): void {
  if (!isAdministrator(who)) throw new Problem('forbidden')
}
