import type { WorkOrder } from '../shared/fair-queue.ts'
import type { RequestContext } from './call.ts'
import { networkOf } from './network.ts'
import type { Principal } from './principal.ts'

/** What one session, or one program, may have waiting: more than any screen sends at once. */
const mostOfSession = 32
/** The same of a network: an office where everybody signs in at nine. */
const mostOfNetwork = 128

/** In whose name slow work is done for this call, such as hashing a password, and whether anybody still waits for it. */
export function workFor({ address, isGone }: RequestContext, who?: Principal): WorkOrder {
  return who
    ? { owner: ownerOf(who), most: mostOfSession, isGone }
    : { owner: `network:${networkOf(address)}`, most: mostOfNetwork, isGone }
}

const ownerOf = ({ session, apiTokenId }: Principal): string =>
  session ? `session:${session.id}` : `api-token:${apiTokenId}`
