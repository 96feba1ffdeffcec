import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { captchaPage } from '../../contract/captcha.ts'
import type { Config } from '../config.ts'
import { sendProblem } from './envelope.ts'
import { Problem } from '../binder/problem.ts'

const root = join(import.meta.dirname, '../../dist/web')

/**
 * Serves the built single-page app; every address that is neither API nor file is one of its screens. The captcha's
 * helper page is a page of its own: what `captchaOrigins` may load there, no screen lets in.
 */
export async function registerWebApp(
  fastify: FastifyInstance,
  config: Config,
  captchaOrigins: readonly string[],
): Promise<void> {
  const page = await readPage(config)
  const captcha = await readBuilt('captcha.html')
  if (captcha !== undefined) {
    const policy = captchaPolicy(captchaOrigins)
    fastify.get(captchaPage, (_, reply) =>
      reply
        .header('content-security-policy', policy)
        .header('cache-control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(captcha),
    )
  }
  await fastify.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // File names carry a hash of their content.
    setHeaders: (reply, path) => {
      if (path.includes('/assets/'))
        reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })
  fastify.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      !request.url.startsWith('/api/') &&
      !/\.\w+$/.test(new URL(request.url, 'http://x').pathname)
    if (!wantsPage || page === undefined)
      return sendProblem(request, reply, new Problem('unknown-path'))
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}

/** What the helper page may load and who may frame it: itself, and the hosted provider where one is configured. */
function captchaPolicy(origins: readonly string[]): string {
  const own = ["'self'", ...origins].join(' ')
  const frames = origins.length > 0 ? origins.join(' ') : "'none'"
  return [
    "default-src 'none'",
    `script-src ${own}`,
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${own}`,
    `frame-src ${frames}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

/** The page, told how the clipboard is ruled (rulings §8). */
async function readPage(config: Config): Promise<string | undefined> {
  const html = await readBuilt('index.html')
  return config.clipboard === 'free'
    ? html?.replace('</head>', '<meta name="portaria-clipboard" content="free"></head>')
    : html
}

/** A page as Vite built it; undefined where the web wasn't built, as in server tests. */
async function readBuilt(file: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
