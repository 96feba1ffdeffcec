import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** An answer that has just ended. */
export interface Answered {
  /** Undefined where the address could not even be read. */
  request: FastifyRequest | undefined
  status: number
  /** Milliseconds since the request arrived. */
  taken: number
}

type Listener = (answered: Answered) => void

/** What this server answers, and whether it is about to stop. */
export class Traffic {
  /** From then on an answer is the last of its connection. */
  draining = false
  readonly #listeners: Listener[] = []

  /** Hears of every answer. */
  onAnswered(listener: Listener): void {
    this.#listeners.push(listener)
  }

  tell(answered: Answered): void {
    for (const listener of this.#listeners) listener(answered)
  }
}

/**
 * An answer as Node sends it. It says by itself that it ends, and that it is the last of its connection: hooks of Fastify
 * for that were a sixth of a permission check.
 */
abstract class Answer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  abstract readonly traffic: Traffic
  request: FastifyRequest | undefined
  readonly #arrived = performance.now()

  override writeHead(...given: unknown[]): this {
    if (this.traffic.draining) this.shouldKeepAlive = false
    // Whichever of its forms was meant: all that was given goes on.
    return super.writeHead(...(given as [number]))
  }

  override end(...given: unknown[]): this {
    if (!this.writableEnded)
      this.traffic.tell({
        request: this.request,
        status: this.statusCode,
        taken: performance.now() - this.#arrived,
      })
    return super.end(...(given as []))
  }
}

/** The class of the answers of a server, for Node to make them of. */
export const answersOf = (traffic: Traffic) =>
  class<Request extends IncomingMessage> extends Answer<Request> {
    override readonly traffic = traffic
  }

/** Lets each answer know what it answers. */
export function registerTraffic(server: FastifyInstance): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    if (raw instanceof Answer) raw.request = request
    done()
  })
}
