import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/api.ts'
import type { Endpoints } from '../../contract/endpoint.ts'
import { tracer } from '../shared/trace.ts'
import { type CompletedResponse, TrackedResponse, type Traffic } from './traffic.ts'

const endpoints: Endpoints = api

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Begins a trace for each request and ends its first span with the response. Without a tracer, does nothing. Must be
 * called after all other request listeners are registered, except `limitPipelining`. Fastify keeps the context while it
 * reads a body. A `traceparent` of the client is ignored (decision 88).
 */
export function traceRequests(server: FastifyInstance, traffic: Traffic): void {
  const enabled = tracer
  if (!enabled) return
  const [handle, ...others] = server.server.listeners('request') as Listener[]
  if (!handle || others.length > 0) throw new Error('There must be one listener of requests.')
  server.server.removeAllListeners('request').on('request', (request, response) => {
    if (!(response instanceof TrackedResponse)) return handle(request, response)
    const { method = 'GET' } = request
    const start = { name: method, kind: 'server', root: true, began: response.arrived } as const
    response.span = enabled.start(start)
    if (!response.span) return handle(request, response)
    enabled.within(response.span, () => handle(request, response))
  })
  traffic.onCompleted(endSpan)
}

/**
 * The attributes are those of the semantic conventions for HTTP, without the path and the address of the client: paths
 * contain ids of people.
 */
function endSpan({
  span,
  request,
  method,
  operation,
  requestId,
  problem,
  status,
}: CompletedResponse) {
  if (!span) return
  const route = routeOf(operation) ?? request?.routeOptions.url
  if (route !== undefined) span.rename(`${method} ${route}`)
  span.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
    'portaria.operation': operation,
    'portaria.problem': problem,
    'portaria.request.id': requestId,
  })
  if (status >= 500) span.fail(String(status))
  span.end()
}

function routeOf(operation: string | undefined): string | undefined {
  const endpoint = operation === undefined ? undefined : endpoints[operation]
  return endpoint && `/api${endpoint.path}`
}
