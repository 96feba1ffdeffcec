import type { Endpoint } from '../../contract/endpoint.ts'
import { grantOpens, type Grants, type Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'

type Write = Pick<Endpoint, 'access' | 'method' | 'path'>

/**
 * Returns the caller's grants by assignment, the only ones that count when rights are granted or compared (decision
 * 52). Undefined if all are by delegation.
 */
export const assignedTo = (who: Principal): Grants | undefined => who.place?.grants.own

/**
 * Returns whether the caller may make this write only by delegation, so that it must grant nothing (decision 52). False
 * if the caller may not make it at all.
 */
export function isOnlyDelegated(who: Principal, { access, method, path }: Write): boolean {
  if (typeof access === 'string' || !who.place) return false
  const { grants } = who.place
  const opens = (of: Grants) => grantOpens(of.writing, access, { method, path })
  return opens(grants) && !(grants.own && opens(grants.own))
}

/** For `grantsRights: 'sometimes'`: throws if the caller may make the write only by delegation. */
export function refuseDelegatedGrant(who: Principal, write: Write): void {
  if (isOnlyDelegated(who, write)) throw new Problem('delegation-grants-nothing')
}
