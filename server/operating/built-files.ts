import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { extname, relative, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { acceptedCoding } from './accepted-coding.ts'

/** Codings of precompressed files, such as `index.js.br` for `index.js`, smallest first (RFC 9110 §8.4). */
const codings = ['br', 'zstd', 'gzip']

/** Media types of the files that `scripts/compress-assets.ts` compresses (RFC 9239). */
const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Serves each file below `root` in the best precompressed coding that the client accepts (RFC 9110 §12.5.3). Pages are
 * excluded, because they have routes and policies of their own.
 */
export async function registerBuiltFiles(scope: FastifyInstance, root: string): Promise<void> {
  await scope.register(fastifyStatic, { root, serve: false, setHeaders })
  const files = existsSync(root) ? await filesBelow(root) : []
  for (const file of files.filter((each) => extname(each) !== '.html' && !codingOf(each))) {
    const laid = codings.filter((coding) => files.includes(`${file}.${coding}`))
    scope.get(`/${file}`, (request, reply) => {
      if (laid.length > 0) reply.header('vary', 'accept-encoding')
      const coding = acceptedCoding(request, laid)
      return reply.sendFile(coding ? `${file}.${coding}` : file)
    })
  }
}

function setHeaders(reply: FastifyReply, path: string): void {
  // File names below /assets/ contain a hash of their content.
  if (path.includes('/assets/'))
    reply.header('cache-control', 'public, max-age=31536000, immutable')
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
