import type { RequestFacts } from '../binder/call.ts'
import { Problem } from '../binder/problem.ts'

/**
 * Refuses what no script of our own pages sent: browsers say the origin with every POST, and where they say which site
 * a request comes from (Fetch Metadata), it is this very origin. A link is no POST, so a trip begins by an act here.
 */
export function requireOwnPage({ origin, fetchSite }: RequestFacts, publicUrl: string): void {
  if (origin !== publicUrl || (fetchSite !== undefined && fetchSite !== 'same-origin'))
    throw new Problem('cross-site-request')
}
