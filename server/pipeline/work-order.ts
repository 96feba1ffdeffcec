import type { WorkOrder } from '../shared/fair-queue.ts'
import type { RequestContext } from './call.ts'
import { networksOf } from './network.ts'
import type { Caller, Principal } from './principal.ts'

/** Maximum number of queued jobs of a session or program. No screen sends more at the same time. */
const maxPerSession = 32
/** Maximum number of queued jobs of a network, such as an office whose users sign in at the same time. */
const maxPerNetwork = 128

/** Returns the order for a slow job of this call, such as hashing a password. */
export function jobFor({ address, isGone }: RequestContext, who?: Principal): WorkOrder {
  return who
    ? {
        owner: ownerOf({ ...who, sessionId: who.session?.id }),
        trusted: true,
        maxQueued: maxPerSession,
        isGone,
      }
    : { owner: networksOf(address), maxQueued: maxPerNetwork, isGone }
}

/**
 * Returns the order for a slow job of an account, such as comparing a password at sign-in. The job is trusted if the
 * browser has signed in to the account before (`DeviceCookie`).
 */
export function jobForAccount(
  { address, isGone }: RequestContext,
  account: string,
  device: string | undefined,
): WorkOrder {
  return device === undefined
    ? { owner: [...networksOf(address), account], counted: 2, maxQueued: maxPerNetwork, isGone }
    : {
        owner: [`account:${account}`, `device:${device}`],
        counted: 1,
        trusted: true,
        maxQueued: maxPerSession,
        isGone,
      }
}

/**
 * Returns the owner of a caller's jobs. The user is the outer group, so all sessions and programs of a user share the
 * user's turns.
 */
export const ownerOf = ({ userId, sessionId, apiTokenId }: Caller): string[] => [
  `user:${userId}`,
  sessionId === undefined ? `api-token:${apiTokenId}` : `session:${sessionId}`,
]
