import type { FastifyRequest } from 'fastify'
import type { WorkOrder } from '../shared/fair-queue.ts'
import { clientAddress } from './client-address.ts'
import { networksOf } from './network.ts'
import type { Authorizer } from './principal.ts'
import { bearerTokenOf } from './request-context.ts'
import { ownerOf } from './work-order.ts'

/** Bounds of a person or program with a valid token: a screen sends fewer calls at once. */
const ofPerson = { trusted: true, maxRunning: 3, maxQueued: 1024 }
/** Bounds of a network, in which many people may use the portal without being signed in. */
const ofNetwork = { maxRunning: 2, maxQueued: 1024 }

/**
 * Returns the order in which the database connections of a request are allocated: to a person or program with a valid
 * token, or to the network. It reads no database. A disconnected client's request continues: its failed attempt, for
 * example, must be counted.
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
