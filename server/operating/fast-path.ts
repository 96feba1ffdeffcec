import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { CachedRead, CachedReads } from '../pipeline/cached-reads.ts'
import type { Config } from '../config.ts'
import { parseJson } from './json-body.ts'
import type { Pressure } from './pressure.ts'
import { dataHeaders } from './security-headers.ts'
import { Answer } from './traffic.ts'

interface Parts {
  cachedReads: CachedReads
  /** While it is high nobody is answered here. */
  pressure: Pick<Pressure, 'high'>
  config: Config
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Answers calls before Fastify, where memory alone answers them, their body is here and good, and who calls is known here and
 * may. Whatever else comes goes on to Fastify as if nobody had looked at it, so all that is refused is refused there:
 * here it only ever says 200. What Fastify and its hooks do for one call was a fifth of a permission check
 * (docs/decisions/0044-fast-path.md).
 */
export function openFastPath({ server }: FastifyInstance, parts: Parts): void {
  const [fastify, ...others] = server.listeners('request') as Listener[]
  if (!fastify || others.length > 0) throw new Error('Fastify alone must listen to requests.')
  server.removeAllListeners('request').on('request', before(fastify, parts))
}

function before(next: Listener, { cachedReads, pressure, config }: Parts): Listener {
  const headers = { ...dataHeaders(config), 'content-type': 'application/json; charset=utf-8' }
  return (request, response) => {
    const call = cachedReads.get(`${request.method} ${request.url}`)
    if (!call || pressure.high || !(response instanceof Answer)) return next(request, response)
    const answered = (body?: Buffer): boolean => {
      const text = textOf(call, request, body)
      if (text === undefined) return false
      response.operation = call.operation
      response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(text) })
      response.end(text)
      return true
    }
    const { bodyLimit } = call
    if (bodyLimit === undefined) return answered() ? undefined : next(request, response)
    if (request.headers['content-type'] !== 'application/json') return next(request, response)
    // Node takes in what came with the head as soon as this is over.
    process.nextTick(() => {
      const body = wholeBody(request, bodyLimit)
      if (body && answered(body)) return
      if (body) request.unshift(body)
      next(request, response)
    })
  }
}

/** What is answered; undefined where somebody must be asked or it is refused: Fastify comes to that by itself, and says why. */
function textOf(call: CachedRead, request: IncomingMessage, bytes?: Buffer): string | undefined {
  try {
    // Before it is asked who calls, as Fastify does: what is no call is no use of a session either.
    const body = bytes && parseJson(bytes)
    const who = call.authorize(request.headers)
    return who && JSON.stringify(call.respond(who, body))
  } catch {
    return undefined
  }
}

/** The body where all of it is here, and no longer than it may be. */
function wholeBody(request: IncomingMessage, limit: number): Buffer | undefined {
  const length = request.readableLength
  if (length > limit || length !== Number(request.headers['content-length'])) return undefined
  return (request.read() as Buffer | null) ?? undefined
}
