import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Endpoints } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import { openApiDocument } from './openapi.ts'
import { answerPages } from './security-headers.ts'

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })`

const page = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API da Gestão de Acesso</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`

/** `/api/openapi.json`, and `/api/docs` to read it; nothing is loaded from elsewhere. */
export async function registerApiDocs(
  fastify: FastifyInstance,
  endpoints: Endpoints,
  config: Config,
): Promise<void> {
  // Made when it is first asked for: it takes a third of what a start computes, and most servers are never asked. Kept as
  // text: anybody may ask, and to write it anew takes as long as a dozen other calls.
  let document: string | undefined
  fastify.get('/api/openapi.json', (_, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send((document ??= JSON.stringify(openApiDocument(endpoints, config.publicUrl)))),
  )
  await fastify.register(async (scope) => {
    answerPages(scope, config)
    scope.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
    scope.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript').send(start))
    await scope.register(fastifyStatic, {
      root: dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'))),
      prefix: '/api/docs/',
      index: false,
      decorateReply: false,
      allowedPath: (path) => path === '/swagger-ui-bundle.js' || path === '/swagger-ui.css',
    })
  })
}
