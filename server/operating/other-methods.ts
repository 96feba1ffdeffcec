import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Problem } from '../pipeline/problem.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/** Whether some address has this method. Others, such as PROPFIND, get 501 everywhere (RFC 9110 §9.1). */
export const isImplemented = (method: string): boolean =>
  methods.some((implemented) => implemented === method)

/**
 * Records the methods of each path. The returned function must be called after all routes are registered. It adds the
 * other methods to each path: OPTIONS, which responds with the allowed methods, and the rest, which respond with 405
 * (decision 20).
 */
export function watchMethods(server: FastifyInstance): () => void {
  const declared = new Map<string, Set<HTTPMethods>>()
  server.addHook('onRoute', ({ url, method }) => {
    const place = url.replace(/:\w+/g, ':parameter')
    const known = declared.get(place) ?? new Set()
    for (const each of [method].flat()) known.add(each)
    declared.set(place, known)
  })
  return () => {
    for (const [url, ofAddress] of declared) refuseOthers(server, url, [...ofAddress])
  }
}

function refuseOthers(server: FastifyInstance, url: string, own: readonly HTTPMethods[]): void {
  const allow = [...own, 'OPTIONS'].join(', ')
  server.route({
    method: methods.filter((method) => !own.includes(method)),
    url,
    exposeHeadRoute: false,
    // Responds before the body is read.
    onRequest(request, reply, done) {
      reply.header('allow', allow)
      if (request.method === 'OPTIONS') void reply.code(204).send()
      else done(new Problem('method-not-allowed'))
    },
    handler: () => undefined,
  })
}
