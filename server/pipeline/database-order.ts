import type { FastifyRequest } from 'fastify'
import type { WorkOrder } from '../shared/fair-queue.ts'
import { clientAddress } from './client-address.ts'
import { networksOf } from './network.ts'
import type { Authorizer } from './principal.ts'
import { bearerTokenOf } from './request-context.ts'
import { ownerOf } from './work-order.ts'

/**
 * Limits of a person, over all sessions and programs. Without `counted`, each further session or API token would have
 * its own. No screen sends as many calls at the same time.
 */
const ofPerson = { trusted: true, counted: 1, maxRunning: 3, maxQueued: 1024 }
/** Limits of a network, in which many people may use the portal without being signed in. */
const ofNetwork = { maxRunning: 2, maxQueued: 1024 }

/**
 * Returns the order by which a request gets database connections. Its owner is the person or program of a valid token,
 * otherwise the network. Does not read the database. The order never counts as abandoned, because the request of a
 * disconnected client must be completed: for example, its failed attempt must be counted.
 */
export async function databaseOrderOf(
  guard: Pick<Authorizer, 'callerOf'>,
  request: FastifyRequest,
): Promise<WorkOrder> {
  const token = bearerTokenOf(request.headers.authorization)
  const caller = token === undefined ? undefined : await guard.callerOf(token)
  const isGone = (): boolean => false
  return caller
    ? { owner: ownerOf(caller), ...ofPerson, isGone }
    : { owner: networksOf(clientAddress(request)), ...ofNetwork, isGone }
}
