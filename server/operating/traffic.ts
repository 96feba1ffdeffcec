import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../../contract/problems.ts'
import type { Span } from '../shared/trace.ts'

/** Response header with the id of the request, which is also in log lines and in the body of a problem. */
export const requestIdHeader = 'x-request-id'

/** A completed response. */
export interface CompletedResponse {
  /**
   * Undefined if Fastify did not handle the request, because the URL could not be parsed or the fast path responded
   * (hot-path/fast-path.ts).
   */
  request: FastifyRequest | undefined
  method: string
  /** First span of the trace of the request; undefined if the trace is not recorded. */
  span: Span | undefined
  /** Operation of the contract, if there is one. */
  operation: string | undefined
  /** Value of the header `x-request-id`; undefined if the URL could not be parsed. */
  requestId: string | undefined
  /** Code of the problem, if the response is a problem. */
  problem: ProblemCode | undefined
  status: number
  /** Milliseconds from the arrival of the request to `end`. */
  taken: number
}

type Listener = (completed: CompletedResponse) => void

/** Observes the responses of this server, and holds whether the server is draining. */
export class Traffic {
  /** Calls the `end` of a response, immediately by default. hot-path/deferred-end.ts defers it. */
  readonly end: (end: () => void) => void
  /** While true, each response closes its connection. */
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
 * A ServerResponse that reports when it ends, and closes its connection while the server drains. Fastify hooks for this
 * took a sixth of the time of a permission check.
 */
export abstract class TrackedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  abstract readonly traffic: Traffic
  request: FastifyRequest | undefined
  /**
   * Set by the fast path (hot-path/fast-path.ts). For Fastify's requests, the operation is in the configuration of the
   * route.
   */
  operation: string | undefined
  /** Set by the fast path, like `operation`. */
  requestId: string | undefined
  /** Code of the problem that the response contains. */
  problem: ProblemCode | undefined
  /** Set by trace-requests.ts if the trace of the request is recorded. */
  span: Span | undefined
  /** Time at which the request arrived (`performance.now()`). */
  readonly arrived = performance.now()
  /** Called once when the response is complete (pipelining.ts). */
  onAnswered: (() => void) | undefined
  #ended = false

  static {
    // Returns true as soon as `end` was called, even if the response is still deferred, because Fastify checks this.
    // TypeScript declares `writableEnded` as a property, which a class cannot override with a getter.
    Object.defineProperty(this.prototype, 'writableEnded', {
      get(this: TrackedResponse) {
        return this.#ended
      },
    })
  }

  override writeHead(...given: unknown[]): this {
    if (this.traffic.draining) this.shouldKeepAlive = false
    // Passes on the arguments, whichever overload was called.
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
      method: this.req.method ?? 'GET',
      span: this.span,
      operation: this.operation ?? this.request?.routeOptions.config.operation,
      requestId: this.requestId ?? this.request?.id,
      problem: this.problem,
      status: this.statusCode,
      taken: performance.now() - this.arrived,
    })
    this.onAnswered?.()
  }
}

/** Returns the response class for Node's HTTP server. */
export const responseClassOf = (traffic: Traffic) =>
  class<Request extends IncomingMessage> extends TrackedResponse<Request> {
    override readonly traffic = traffic
  }

/** Links each response to its Fastify request, and names the request in a header. */
export function registerTraffic(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (reply.raw instanceof TrackedResponse) reply.raw.request = request
    reply.header(requestIdHeader, request.id)
    done()
  })
}
