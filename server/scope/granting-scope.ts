import type { Endpoint } from '../../contract/endpoint.ts'
import { grantOpens, type Grants, type Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'

type Write = Pick<Endpoint, 'access' | 'method' | 'path'>

/**
 * The grants that the bearer holds by assignment: all that counts where rights are granted or compared (decision 52).
 * Undefined where everything is lent.
 */
export const assignedTo = (who: Principal): Grants | undefined => who.place?.grants.own

/**
 * Whether only a delegation lets the bearer make this write: then they grant nothing by it (decision 52). False where
 * nothing lets them make it at all.
 */
export function isOnlyLent(who: Principal, { access, method, path }: Write): boolean {
  if (typeof access === 'string' || !who.place) return false
  const { grants } = who.place
  const opens = (of: Grants) => grantOpens(of.writing, access, { method, path })
  return opens(grants) && !(grants.own && opens(grants.own))
}

/** For writes that grant rights only sometimes: refuses where only a delegation lets the bearer make this one. */
export function requireGranting(who: Principal, write: Write): void {
  if (isOnlyLent(who, write)) throw new Problem('delegation-grants-nothing')
}
