import type { FastifyInstance } from 'fastify'
import { importTypes } from '../../contract/import-kinds.ts'
import type { Upload } from '../../contract/endpoint.ts'
import { Problem } from '../pipeline/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types that this address takes instead of JSON. */
    uploads?: readonly string[]
  }
}

/**
 * Takes a file as its bytes where an endpoint declares that it does, up to the limit of its body; what comes is counted
 * while it comes, and kept from whoever may not send it (pipeline/bind.ts).
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
