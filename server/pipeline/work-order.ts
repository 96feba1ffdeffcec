import type { WorkOrder } from '../shared/fair-queue.ts'
import type { RequestContext } from './call.ts'
import { networksOf } from './network.ts'
import type { Principal } from './principal.ts'

/** Maximum queued jobs of a session or program; no screen sends more at once. */
const maxPerSession = 32
/** Maximum queued jobs of a network, such as an office whose users sign in at the same time. */
const maxPerNetwork = 128

/** Returns the owner and limit of a slow job of this call, such as hashing a password. */
export function jobFor({ address, isGone }: RequestContext, who?: Principal): WorkOrder {
  return who
    ? { owner: ownerOf(who), trusted: true, maxQueued: maxPerSession, isGone }
    : { owner: networksOf(address), maxQueued: maxPerNetwork, isGone }
}

/** Sessions and programs of one person take turns within the person's turn. */
const ownerOf = ({ userId, session, apiTokenId }: Principal): string[] => [
  `user:${userId}`,
  session ? `session:${session.id}` : `api-token:${apiTokenId}`,
]
