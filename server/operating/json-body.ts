import type { FastifyInstance } from 'fastify'
import secureJson from 'secure-json-parse'
import { Problem } from '../pipeline/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Raw bytes of the body. Kept at endpoints with a confirmation, which is bound to these bytes. */
    bodyBytes: Buffer | undefined
  }
  interface FastifyContextConfig {
    /** Operation of the contract. */
    operation?: string
    keepBytes?: boolean
  }
}

/** Parses JSON bodies. Treats an empty body like an absent one. */
export function registerJsonBody(fastify: FastifyInstance): void {
  fastify.decorateRequest('bodyBytes', undefined)
  fastify.removeContentTypeParser('text/plain')
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      const { uploads, keepBytes } = request.routeOptions.config
      if (uploads) return done(new Problem('unsupported-media-type'))
      if (keepBytes) request.bodyBytes = body
      if (body.length === 0) return done(null, undefined)
      try {
        done(null, parseJson(body))
      } catch (error) {
        done(error as Error)
      }
    },
  )
}

/** Parses JSON text in UTF-8. Throws a problem if it is invalid, or if a key would set a prototype. */
export function parseJson(text: Buffer): unknown {
  try {
    return secureJson.parse(text.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem('invalid-json')
    throw error
  }
}
