import type { FastifyInstance } from 'fastify'
import { clientAddress } from '../pipeline/client-address.ts'
import { networksOf } from '../pipeline/network.ts'
import type { Authorizer } from '../pipeline/principal.ts'
import { bearerTokenOf } from '../pipeline/request-context.ts'
import { FairQueue } from '../shared/fair-queue.ts'

/** Maximum requests of unknown callers that are started in one turn of the event loop. */
const startedPerTurn = 8

/**
 * Starts the requests of callers without a known token a few in each turn of the event loop, their networks in turn.
 * Otherwise a thousand requests that arrive together would delay every other request until all of them are started.
 */
export function takeTurns(server: FastifyInstance, { isKnown }: Pick<Authorizer, 'isKnown'>): void {
  const turns = new FairQueue({ slots: startedPerTurn, limit: 8192 })
  server.addHook('onRequest', (request, _, done) => {
    const token = bearerTokenOf(request.headers.authorization)
    if (token !== undefined && isKnown(token)) return done()
    const order = {
      owner: networksOf(clientAddress(request)),
      maxQueued: 1024,
      isGone: () => request.raw.socket.destroyed,
    }
    const start = (): Promise<void> => {
      done()
      // The slot is free again in the next turn.
      return new Promise((resolve) => setImmediate(resolve))
    }
    turns.run(order, start).catch(done)
  })
}
