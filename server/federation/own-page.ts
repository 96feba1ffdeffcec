import type { RequestContext } from '../pipeline/call.ts'
import { Problem } from '../pipeline/problem.ts'

/**
 * Refuses requests that do not come from a script of our own pages. Browsers send the origin with every POST; if they
 * also send `Sec-Fetch-Site`, it must be `same-origin`. So a link from another site cannot start a flow.
 */
export function requireOwnPage({ origin, fetchSite }: RequestContext, publicUrl: string): void {
  if (origin !== publicUrl || (fetchSite !== undefined && fetchSite !== 'same-origin'))
    throw new Problem('cross-site-request')
}
