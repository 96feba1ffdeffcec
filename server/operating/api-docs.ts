import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Endpoints } from '../../contract/endpoint.ts'
import type { Config } from '../config.ts'
import { FixedResponse } from './fixed-response.ts'
import { openApiDocument } from './openapi.ts'
import { servePages } from './security-headers.ts'

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null })`

const page = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API da Gestão de Acesso</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`

/** Files of Swagger UI's page, each with its path in the package and its media type. */
const swaggerFiles = [
  {
    address: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
    type: 'text/javascript; charset=utf-8',
  },
  {
    address: import.meta.resolve('swagger-ui-dist/swagger-ui.css'),
    type: 'text/css; charset=utf-8',
  },
]

/** Serves `/api/openapi.json`, and `/api/docs` to read it. The page loads nothing from other origins. */
export async function registerApiDocs(
  fastify: FastifyInstance,
  endpoints: Endpoints,
  config: Config,
): Promise<void> {
  // The document is built at the first request. Building it at startup would take a third of the startup's CPU time,
  // and most servers never receive such a request.
  const document = new FixedResponse('application/json; charset=utf-8', async () =>
    Buffer.from(JSON.stringify(openApiDocument(endpoints, config.publicUrl))),
  )
  fastify.get('/api/openapi.json', (request, reply) => document.send(request, reply))
  await fastify.register(async (scope) => {
    servePages(scope, config)
    scope.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page))
    scope.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript').send(start))
    for (const { address, type } of swaggerFiles) {
      const path = fileURLToPath(address)
      const file = new FixedResponse(type, () => readFile(path))
      scope.get(`/api/docs/${basename(path)}`, (request, reply) =>
        file.send(request, reply.header('cache-control', 'public, max-age=3600')),
      )
    }
  })
}
