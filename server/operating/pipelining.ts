import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { unmapped } from '../pipeline/client-address.ts'
import { networkOf } from '../pipeline/network.ts'
import { TrackedResponse } from './traffic.ts'

/** Maximum requests of a connection that are being handled. */
const maxUnanswered = 32
/** Maximum further requests of a connection that had already been read; above it the connection is closed. */
const maxHeld = 64
/** The same for all connections together. */
const maxHeldInAll = 4096

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Limits pipelined requests (RFC 9112 §9.3.2). Node handles all requests of a chunk that it has read at the same time, more
 * than a thousand of the shortest ones. Here a connection with 32 unanswered requests is not read any further.
 * Call it after every other listener of requests is registered.
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
 * Calls back when the responses to all completely received requests of the connection are sent; immediately if none is
 * pending.
 */
export function whenAnswered(socket: Socket, callback: () => void): void {
  const last = pipelines.get(socket)?.lastComplete
  if (!last || last.writableFinished) callback()
  else last.once('finish', callback)
}

/** Returns the time since which a connection has no pending request (`performance.now()`); Infinity if it has one. */
export const idleSince = (socket: Socket): number => {
  const pipeline = pipelines.get(socket)
  return pipeline ? pipeline.idleSince : 0
}

/** A request with two `host` headers (RFC 9112 §3.2). Node reads the first and ignores the other. */
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

/** Milliseconds after a connection of a network was closed for its many requests in which new ones are not read. */
const pauseAfterFlood = 1000
/** Time of the last such closing, by network. */
const floods = new LRUCache<string, number>({ max: 10_000, ttl: pauseAfterFlood })

/** Returns the network of a connection for limits. */
export const networkOfSocket = ({ remoteAddress = '' }: Socket): string =>
  networkOf(unmapped(remoteAddress))

/**
 * Does not read a new connection for a second if another one of its network was just closed for its many requests: even
 * the ones that are ignored take 50 ms for each chunk.
 */
export function delayAfterFlood(socket: Socket): void {
  const since = floods.get(networkOfSocket(socket))
  if (since === undefined) return
  // Node resumes a new connection in the next tick.
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
  /** Response to the last complete request before that. */
  #before: ServerResponse | undefined

  constructor(socket: Socket, handle: Listener) {
    this.#socket = socket
    this.#handle = handle
  }

  /** Response to the last request that was received completely. */
  get lastComplete(): ServerResponse | undefined {
    return this.#last?.request.complete === true ? this.#last.response : this.#before
  }

  get idleSince(): number {
    return this.#unanswered === 0 ? this.#answeredAt : Infinity
  }

  /** Ignores all further requests, which have no response. */
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
    // Not in this call, since a response from a cache would answer the next one in a recursion.
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
