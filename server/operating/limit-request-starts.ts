import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientAddress, ClientGone } from '../pipeline/client-address.ts'
import { networksOf } from '../pipeline/network.ts'
import type { Authorizer } from '../pipeline/principal.ts'
import { bearerTokenOf } from '../pipeline/request-context.ts'
import { ownerOf } from '../pipeline/work-order.ts'
import { FairQueue } from '../shared/fair-queue.ts'

/**
 * Maximum number of requests that are started in one turn of the event loop. At most half of them may be of unknown
 * callers.
 */
const startedPerTurn = 8
/**
 * Maximum number of requests that are started and not yet answered: of a person, over all sessions and programs, and of
 * a network, in which many people may sign in at the same time.
 */
const maxStarted = { person: 48, network: 256 }
/** Maximum number of further requests that wait to be started, per person or network. */
const maxWaiting = 1024

/**
 * Starts only a few requests in each turn of the event loop. People and networks take turns, and each may have a
 * limited number of started requests. Otherwise a thousand requests that arrive together would delay every other
 * request until all of them are started. Cached reads are served before (hot-path/fast-path.ts).
 */
export function limitRequestStarts(
  server: FastifyInstance,
  { knownCaller }: Pick<Authorizer, 'knownCaller'>,
): void {
  const started = new FairQueue({ name: 'requests', slots: Infinity, limit: 8192, patience: 5000 })
  const turns = new FairQueue({
    name: 'turns',
    slots: startedPerTurn,
    reserved: startedPerTurn / 2,
    limit: 8192,
  })
  server.addHook('onRequest', async (request, reply) => {
    const isGone = (): boolean => request.raw.socket.destroyed
    const order = { ...ownerOfRequest(request, knownCaller), maxQueued: maxWaiting, isGone }
    const finish = await started.acquire(order)
    if (isGone()) {
      finish()
      throw new ClientGone()
    }
    reply.raw.once('close', finish)
    const release = await turns.acquire({ ...order, maxRunning: startedPerTurn })
    // Releases the slot in the next turn of the event loop.
    setImmediate(release)
  })
}

function ownerOfRequest(request: FastifyRequest, knownCaller: Authorizer['knownCaller']) {
  const token = bearerTokenOf(request.headers.authorization)
  const caller = token === undefined ? undefined : knownCaller(token)
  return caller
    ? { owner: ownerOf(caller), trusted: true, counted: 1, maxRunning: maxStarted.person }
    : { owner: networksOf(clientAddress(request)), maxRunning: maxStarted.network }
}
