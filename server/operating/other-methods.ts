import type { FastifyInstance, HTTPMethods } from 'fastify'
import { Problem } from '../pipeline/problem.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const

/**
 * Watches which methods each address is given. What it returns is called when all of them are there, and has every
 * address answer its other methods: OPTIONS by naming those it has, the rest by a 405 that names them (decision 20).
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
    // Before a body is read: whatever it is, nobody wants it.
    onRequest(request, reply, done) {
      reply.header('allow', allow)
      if (request.method === 'OPTIONS') void reply.code(204).send()
      else done(new Problem('method-not-allowed'))
    },
    handler: () => undefined,
  })
}
