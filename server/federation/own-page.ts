import type { RequestContext } from '../pipeline/call.ts'
import { Problem } from '../pipeline/problem.ts'

/**
 * Refuses requests that were not sent by a script of this server's pages, so that a link on another site cannot start a
 * flow. Browsers send the origin with every POST. If they also send `Sec-Fetch-Site`, it must be `same-origin`.
 */
export function requireOwnPage({ origin, fetchSite }: RequestContext, publicUrl: string): void {
  if (origin !== publicUrl || (fetchSite !== undefined && fetchSite !== 'same-origin'))
    throw new Problem('cross-site-request')
}
