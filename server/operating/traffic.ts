import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A completed response. */
export interface CompletedResponse {
  /**
   * Undefined if Fastify did not handle the request: the URL was unparsable, or the fast path responded
   * (hot-path/fast-path.ts).
   */
  request: FastifyRequest | undefined
  /** Name of the contract's operation, if there is one. */
  operation: string | undefined
  status: number
  /** Milliseconds from the arrival of the request to `end`. */
  taken: number
}

type Listener = (completed: CompletedResponse) => void

/** Observes the responses of this server, and knows whether it is draining. */
export class Traffic {
  /** Calls `end` of a response (hot-path/deferred-end.ts). Default: immediately. */
  readonly end: (end: () => void) => void
  /** If true, each response closes its connection. */
  draining = false
  readonly #listeners: Listener[] = []

  constructor(end: Traffic['end'] = (now) => now()) {
    this.end = end
  }

  /** Registers a listener for completed responses. */
  onCompleted(listener: Listener): void {
    this.#listeners.push(listener)
  }

  record(completed: CompletedResponse): void {
    for (const listener of this.#listeners) listener(completed)
  }
}

/**
 * A ServerResponse that reports its end and closes its connection while draining. Fastify hooks for this took a sixth
 * of a permission check.
 */
export abstract class TrackedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  abstract readonly traffic: Traffic
  request: FastifyRequest | undefined
  /** Set by the fast path (hot-path/fast-path.ts); Fastify's requests have it in their route's configuration. */
  operation: string | undefined
  /** Called once when the response is complete (pipelining.ts). */
  onAnswered: (() => void) | undefined
  readonly #arrived = performance.now()
  #ended = false

  static {
    // Fastify checks whether a response has been ended, not whether it has been sent. TypeScript declares
    // `writableEnded` as a property, which a class cannot override with a getter.
    Object.defineProperty(this.prototype, 'writableEnded', {
      get(this: TrackedResponse) {
        return this.#ended
      },
    })
  }

  override writeHead(...given: unknown[]): this {
    if (this.traffic.draining) this.shouldKeepAlive = false
    // Passes on the arguments of any overload.
    return super.writeHead(...(given as [number]))
  }

  override end(...given: unknown[]): this {
    if (!this.#ended) this.#complete()
    this.#ended = true
    this.traffic.end(() => super.end(...(given as [])))
    return this
  }

  #complete(): void {
    this.traffic.record({
      request: this.request,
      operation: this.operation ?? this.request?.routeOptions.config.operation,
      status: this.statusCode,
      taken: performance.now() - this.#arrived,
    })
    this.onAnswered?.()
  }
}

/** Returns the response class for Node's HTTP server. */
export const responseClassOf = (traffic: Traffic) =>
  class<Request extends IncomingMessage> extends TrackedResponse<Request> {
    override readonly traffic = traffic
  }

/** Links each response to its Fastify request. */
export function registerTraffic(server: FastifyInstance): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    if (raw instanceof TrackedResponse) raw.request = request
    done()
  })
}
