import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** An answer that is ready. */
export interface Answered {
  /** Undefined where Fastify has not seen it: the address could not be read, or it was answered before (hot-path/fast-path.ts). */
  request: FastifyRequest | undefined
  /** Name of the contract's operation, where it is one. */
  operation: string | undefined
  status: number
  /** Milliseconds from the arrival of the request until its answer was ready to be sent. */
  taken: number
}

type Listener = (answered: Answered) => void

/** Observes the responses of this server, and knows whether it is draining. */
export class Traffic {
  /** Calls `end` of a response (hot-path/deferred-end.ts). Default: immediately. */
  readonly end: (end: () => void) => void
  /** From then on an answer is the last of its connection. */
  draining = false
  readonly #listeners: Listener[] = []

  constructor(end: Traffic['end'] = (now) => now()) {
    this.end = end
  }

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
export abstract class Answer<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  abstract readonly traffic: Traffic
  request: FastifyRequest | undefined
  /** Said by who answers it before Fastify (hot-path/fast-path.ts), which knows it of all others. */
  operation: string | undefined
  readonly #arrived = performance.now()
  #ended = false

  static {
    // Fastify asks whether somebody answered, not whether it left already. TypeScript declares it a property, which a class
    // may not override with `get`.
    Object.defineProperty(this.prototype, 'writableEnded', {
      get(this: Answer) {
        return this.#ended
      },
    })
  }

  override writeHead(...given: unknown[]): this {
    if (this.traffic.draining) this.shouldKeepAlive = false
    // Whichever of its forms was meant: all that was given goes on.
    return super.writeHead(...(given as [number]))
  }

  override end(...given: unknown[]): this {
    if (!this.#ended)
      this.traffic.tell({
        request: this.request,
        operation: this.operation ?? this.request?.routeOptions.config.operation,
        status: this.statusCode,
        taken: performance.now() - this.#arrived,
      })
    this.#ended = true
    this.traffic.end(() => super.end(...(given as [])))
    return this
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
