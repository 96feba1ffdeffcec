import type { Endpoint } from '../../contract/endpoint.ts'
import { opensEndpoint, type Grants, type Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'

type Write = Pick<Endpoint, 'access' | 'method' | 'path'>

/**
 * Returns the caller's grants by assignment; undefined if all grants are by delegation. Only these count when rights
 * are granted or compared (decision 52).
 */
export const assignedTo = (who: Principal): Grants | undefined => who.place?.grants.own

/**
 * Returns whether the caller may make this write, but only by delegation. Such a write must grant no rights (decision
 * 52).
 */
export function isOnlyDelegated(who: Principal, { access, method, path }: Write): boolean {
  if (typeof access === 'string' || !who.place) return false
  const { grants } = who.place
  const opens = (of: Grants) => opensEndpoint(of.writing, access, { method, path })
  return opens(grants) && !(grants.own && opens(grants.own))
}

/**
 * Returns the caller with only the assigned grants; undefined if these do not allow the write. So the guard admits
 * callers to writes that always grant rights (decision 52).
 */
export function withAssignedGrants<P extends Principal>(
  who: P,
  { access, method, path }: Write,
): P | undefined {
  const own = assignedTo(who)
  if (typeof access === 'string' || !who.place || !own) return undefined
  if (!opensEndpoint(own.writing, access, { method, path })) return undefined
  return own === who.place.grants ? who : { ...who, place: { ...who.place, grants: own } }
}

/**
 * Throws if the caller may make the write only by delegation. Endpoints with `grantsRights: 'sometimes'` call this if
 * the write grants rights.
 */
export function refuseDelegatedGrant(who: Principal, write: Write): void {
  if (isOnlyDelegated(who, write)) throw new Problem('delegation-grants-nothing')
}
