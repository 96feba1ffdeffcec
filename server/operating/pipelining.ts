import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { unmapped } from '../pipeline/client-address.ts'
import { networkOf } from '../pipeline/network.ts'
import { TrackedResponse } from './traffic.ts'

/** Maximum number of requests of a connection that are handled at the same time. */
const maxUnanswered = 32
/** Maximum number of further requests that are read and held per connection. Beyond it, the connection is closed. */
const maxHeld = 64
/** Maximum number of held requests of all connections together. */
const maxHeldInAll = 4096

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Limits pipelined requests (RFC 9112 §9.3.2). Node handles all requests of a chunk at the same time, and a chunk can
 * contain more than a thousand of the shortest ones. This function stops reading from a connection with 32 unanswered
 * requests. Must be called after all other request listeners are registered.
 */
export function limitPipelining({ server }: FastifyInstance): void {
  const [handle, ...others] = server.listeners('request') as Listener[]
  if (!handle || others.length > 0) throw new Error('There must be one listener of requests.')
  server.removeAllListeners('request').on('request', (request: IncomingMessage, response) => {
    const { socket } = request
    let pipeline = pipelines.get(socket)
    if (!pipeline) {
      pipeline = new Pipeline(socket, handle)
      pipelines.set(socket, pipeline)
    }
    if (hasTwoHosts(request)) {
      pipeline.stop()
      server.emit('clientError', new TwoHosts(), socket)
    } else {
      pipeline.receive(request, response)
    }
  })
}

/**
 * Calls back when the responses to all completely received requests of the connection are sent. Calls back immediately
 * if none is pending.
 */
export function whenAnswered(socket: Socket, callback: () => void): void {
  const last = pipelines.get(socket)?.lastComplete
  if (!last || last.writableFinished) callback()
  else last.once('finish', callback)
}

/**
 * Returns since when a connection has had no pending request (`performance.now()`). Infinity if it has a pending one.
 */
export const idleSince = (socket: Socket): number => {
  const pipeline = pipelines.get(socket)
  return pipeline ? pipeline.idleSince : 0
}

/** Thrown for a request with two `host` headers (RFC 9112 §3.2). Node would read the first one and ignore the other. */
class TwoHosts extends Error {
  override readonly name = 'TwoHosts'
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts > 1
}

/**
 * After a connection was closed for too many requests, new connections of its network are not read for this time, in
 * milliseconds.
 */
const pauseAfterFlood = 1000
/** Time at which a connection was last closed for too many requests, by network. */
const floods = new LRUCache<string, number>({ max: 10_000, ttl: pauseAfterFlood })

/** Returns the network to which a connection counts. */
export const networkOfSocket = ({ remoteAddress = '' }: Socket): string =>
  networkOf(unmapped(remoteAddress))

/**
 * Does not read a new connection for a second if another connection of the same network was just closed for too many
 * requests. Otherwise Node would spend 50 ms on each chunk, even if its requests are ignored.
 */
export function delayAfterFlood(socket: Socket): void {
  const since = floods.get(networkOfSocket(socket))
  if (since === undefined) return
  // Deferred, because Node resumes a new connection in the next tick.
  process.nextTick(() => socket.pause())
  setTimeout(() => socket.resume(), since + pauseAfterFlood - performance.now()).unref()
}

const pipelines = new WeakMap<Socket, Pipeline>()
let heldInAll = 0

/** The unanswered requests of one connection. */
class Pipeline {
  readonly #socket: Socket
  readonly #handle: Listener
  #unanswered = 0
  #answeredAt = 0
  #held: Parameters<Listener>[] = []
  #watched = false
  #stopped = false
  #last: { request: IncomingMessage; response: ServerResponse } | undefined
  /** Response to the last complete request before `#last`. */
  #before: ServerResponse | undefined

  constructor(socket: Socket, handle: Listener) {
    this.#socket = socket
    this.#handle = handle
  }

  /** Response to the last completely received request. */
  get lastComplete(): ServerResponse | undefined {
    return this.#last?.request.complete === true ? this.#last.response : this.#before
  }

  get idleSince(): number {
    return this.#unanswered === 0 ? this.#answeredAt : Infinity
  }

  /** Ignores all further requests, which get no response. */
  stop(): void {
    this.#stopped = true
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#stopped) return
    this.#before = this.lastComplete
    this.#last = { request, response }
    if (this.#unanswered < maxUnanswered && this.#held.length === 0)
      return this.#start(request, response)
    if (this.#held.length >= maxHeld || heldInAll >= maxHeldInAll) return this.#close()
    if (!this.#watched) this.#socket.once('close', this.#drop)
    this.#watched = true
    heldInAll += 1
    this.#held.push([request, response])
    this.#socket.pause()
  }

  #start(request: IncomingMessage, response: ServerResponse): void {
    this.#unanswered += 1
    if (response instanceof TrackedResponse) response.onAnswered = this.#onAnswered
    this.#handle(request, response)
  }

  readonly #onAnswered = (): void => {
    this.#unanswered -= 1
    this.#answeredAt = performance.now()
    // The next request is deferred, because a response from a cache would lead to a recursion.
    if (this.#held.length > 0) process.nextTick(this.#continue)
  }

  readonly #continue = (): void => {
    const next = this.#unanswered < maxUnanswered ? this.#held.shift() : undefined
    if (!next) return
    heldInAll -= 1
    this.#start(...next)
    if (this.#held.length === 0) this.#socket.resume()
  }

  #close(): void {
    this.#stopped = true
    floods.set(networkOfSocket(this.#socket), performance.now())
    this.#socket.destroy()
    this.#drop()
  }

  readonly #drop = (): void => {
    heldInAll -= this.#held.length
    this.#held = []
  }
}
