import type { FastifyInstance } from 'fastify'
import { importTypes } from '../../contract/import-kinds.ts'
import type { Upload } from '../../contract/endpoint.ts'
import { Problem } from '../pipeline/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Media types that this route accepts instead of JSON. */
    uploads?: readonly string[]
  }
}

/**
 * Reads the body as bytes at endpoints that declare uploads, up to the body limit. The size is checked while the file
 * arrives. Unauthorised requests are refused before (pipeline/bind.ts).
 */
export function registerUploadBody(fastify: FastifyInstance): void {
  fastify.addContentTypeParser(
    [...importTypes],
    { parseAs: 'buffer' },
    (request, body: Buffer<ArrayBuffer>, done) => {
      const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
      const upload: Upload = { content: body, type }
      if (request.routeOptions.config.uploads?.includes(type)) done(null, upload)
      else done(new Problem('unsupported-media-type'))
    },
  )
}
