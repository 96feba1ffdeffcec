import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { CachedRead, CachedReads } from '../pipeline/cached-reads.ts'
import type { Config } from '../config.ts'
import { parseJson } from '../operating/json-body.ts'
import type { Pressure } from '../operating/pressure.ts'
import { dataHeaders } from '../operating/security-headers.ts'
import { requestIdHeader, TrackedResponse } from '../operating/traffic.ts'

interface Parts {
  cachedReads: CachedReads
  /** Under high event-loop pressure every request is passed to Fastify, which refuses it. */
  pressure: Pick<Pressure, 'high'>
  config: Config
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Serves cached reads before Fastify (decision 44). Sends only responses with status 200. After a cache miss, an
 * incomplete or invalid body, or a refusal, passes the unchanged request to Fastify, which produces the error.
 */
export function openFastPath({ server }: FastifyInstance, parts: Parts): void {
  const [fastify, ...others] = server.listeners('request') as Listener[]
  if (!fastify || others.length > 0) throw new Error('Fastify must be the only request listener.')
  server.removeAllListeners('request').on('request', before(fastify, parts))
}

function before(next: Listener, { cachedReads, pressure, config }: Parts): Listener {
  const headers = { ...dataHeaders(config), 'content-type': 'application/json; charset=utf-8' }
  return (request, response) => {
    const call = cachedReads.get(`${request.method} ${request.url}`)
    if (!call || pressure.high || !(response instanceof TrackedResponse))
      return next(request, response)
    const respond = (body?: Buffer): boolean => {
      const text = textOf(call, request, body)
      if (text === undefined) return false
      const requestId = randomUUID()
      response.operation = call.operation
      response.requestId = requestId
      response.writeHead(200, {
        ...headers,
        [requestIdHeader]: requestId,
        'content-length': Buffer.byteLength(text),
      })
      response.end(text)
      return true
    }
    const { bodyLimit } = call
    if (bodyLimit === undefined) return respond() ? undefined : next(request, response)
    if (request.headers['content-type'] !== 'application/json') return next(request, response)
    // If the body arrived together with the head, Node parses it only after this listener returns.
    process.nextTick(() => {
      const body = wholeBody(request, bodyLimit)
      if (body && respond(body)) return
      if (body) request.unshift(body)
      next(request, response)
    })
  }
}

/**
 * Returns the response body. Undefined on a cache miss or refusal: Fastify then handles the request and produces the
 * error.
 */
function textOf(call: CachedRead, request: IncomingMessage, bytes?: Buffer): string | undefined {
  try {
    // Parsed before the caller is authorized, as in Fastify, so that an invalid request does not extend the session.
    const body = bytes && parseJson(bytes)
    const who = call.authorize(request.headers)
    return who && JSON.stringify(call.respond(who, body))
  } catch {
    return undefined
  }
}

/** Returns the body if it has arrived completely and is within the limit. */
function wholeBody(request: IncomingMessage, limit: number): Buffer | undefined {
  const length = request.readableLength
  // Reading from an empty request would end the request before Fastify listens.
  if (length === 0 || length > limit || length !== Number(request.headers['content-length']))
    return undefined
  return (request.read() as Buffer | null) ?? undefined
}
