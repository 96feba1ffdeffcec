import type { FastifyInstance } from 'fastify'
import { Problem } from '../binder/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it arrived, kept where a confirmation is bound to its bytes. */
    bodyBytes: Buffer | undefined
  }
  interface FastifyContextConfig {
    /** Name of the contract's operation. */
    operation?: string
    keepBytes?: boolean
  }
}

/** Parses JSON bodies; an empty one is no body. Keys that would reach a prototype are refused by Fastify's parser. */
export function registerJsonBody(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.decorateRequest('bodyBytes', undefined)
  fastify.removeContentTypeParser('text/plain')
  fastify.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      const { uploads, keepBytes } = request.routeOptions.config
      if (uploads) return done(new Problem('unsupported-media-type'))
      if (keepBytes) request.bodyBytes = body
      if (body.length === 0) done(null, undefined)
      else void parse(request, body.toString('utf8'), done)
    },
  )
}
