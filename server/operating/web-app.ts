import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { sendProblem } from './envelope.ts'
import { Problem } from '../shared/problem.ts'

const root = join(import.meta.dirname, '../../dist/web')

/** Serves the built single-page app; every address that is neither API nor file is one of its screens. */
export async function registerWebApp(fastify: FastifyInstance, config: Config): Promise<void> {
  const page = await readPage(config)
  await fastify.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // File names carry a hash of their content.
    setHeaders: (reply, path) => {
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  fastify.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && !request.url.startsWith('/api/') && !/\.\w+$/.test(new URL(request.url, 'http://x').pathname)
    if (!wantsPage || page === undefined) return sendProblem(request, reply, new Problem('unknown-path'))
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

/** The page, told how the clipboard is ruled (rulings §8); undefined where the web wasn't built, as in server tests. */
async function readPage(config: Config): Promise<string | undefined> {
  try {
    const html = await readFile(join(root, 'index.html'), 'utf8')
    return config.clipboard === 'free' ? html.replace('</head>', '<meta name="portaria-clipboard" content="free"></head>') : html
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
