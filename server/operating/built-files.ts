import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, relative, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedCoding } from './accepted-coding.ts'
import type { PublishedAssets } from './published-assets.ts'

/** Codings of precompressed files, such as `index.js.br` for `index.js`, smallest first (RFC 9110 §8.4). */
const codings = ['br', 'zstd', 'gzip']

/** `cache-control` of the files below /assets/, whose names contain a hash of their content. */
const permanent = 'public, max-age=31536000, immutable'

/** Media types of the files that `scripts/compress-assets.ts` compresses (RFC 9239). */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Media types of the other files below /assets/. */
const otherTypes: Record<string, string> = { '.webp': 'image/webp', '.woff2': 'font/woff2' }

/**
 * Serves each file below `root` in the best precompressed coding that the client accepts (RFC 9110 §12.5.3). Pages are
 * excluded, because they have routes and policies of their own. Other paths below /assets/ are looked up in the published
 * files of other versions.
 */
export async function registerBuiltFiles(
  scope: FastifyInstance,
  root: string,
  published: PublishedAssets,
): Promise<void> {
  await scope.register(fastifyStatic, { root, serve: false, setHeaders })
  const files = existsSync(root) ? await filesBelow(root) : []
  for (const file of files.filter((each) => extname(each) !== '.html' && !codingOf(each))) {
    const available = codings.filter((coding) => files.includes(`${file}.${coding}`))
    scope.get(`/${file}`, (request, reply) => {
      // 560 bytes that browsers read only in pages.
      reply.removeHeader('permissions-policy')
      if (available.length > 0) reply.header('vary', 'accept-encoding')
      const coding = acceptedCoding(request, available)
      return reply.sendFile(coding ? `${file}.${coding}` : file)
    })
  }
  scope.get('/assets/:name', (request: FastifyRequest<{ Params: { name: string } }>, reply) =>
    sendPublished(request, reply, published),
  )
}

/** Sends a file of another version; calls the handler of unknown paths if there is none. */
async function sendPublished(
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
  published: PublishedAssets,
): Promise<FastifyReply> {
  const path = `assets/${request.params.name}`
  const type = types[extname(path)] ?? otherTypes[extname(path)]
  const paths = type === undefined ? undefined : await published.pathsWith(path)
  const available = codings.filter((coding) => paths?.has(`${path}.${coding}`))
  const coding = acceptedCoding(request, available)
  const content = paths?.has(path)
    ? await published.content(coding ? `${path}.${coding}` : path)
    : undefined
  if (!content || type === undefined) {
    reply.callNotFound()
    return reply
  }
  if (available.length > 0) reply.header('vary', 'accept-encoding')
  if (coding) reply.header('content-encoding', coding)
  return reply.header('cache-control', permanent).type(type).send(content)
}

function setHeaders(reply: FastifyReply, path: string): void {
  if (path.includes('/assets/')) reply.header('cache-control', permanent)
  const coding = codingOf(path)
  if (coding) reply.header('content-encoding', coding)
  const type = types[extname(coding ? path.slice(0, -coding.length - 1) : path)]
  if (type) reply.header('content-type', type)
}

const codingOf = (file: string) => codings.find((coding) => file.endsWith(`.${coding}`))

/** Returns the paths of the files below `root`, in the form of URLs. */
async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
