import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { registerBuiltFiles } from './built-files.ts'
import { registerEnvelope } from './envelope.ts'
import { PublishedAssets } from './published-assets.ts'
import { RefusalLog } from './refusal-log.ts'

let root: string
let server: FastifyInstance
let database: BareDatabase

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'built-'))
  await mkdir(join(root, 'assets'))
  const files = {
    'index.html': 'page',
    'favicon.svg': '<svg/>',
    'assets/a-1.js': 'plain',
    'assets/a-1.js.br': 'in br',
    'assets/a-1.js.zstd': 'in zstd',
    'assets/a-1.js.gzip': 'in gzip',
    'assets/b-2.css': 'short',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content)
  server = fastify()
  registerEnvelope(server, server.log, new RefusalLog(server.log))
  server.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', 'camera=()')
  })
  database = await createBareDatabase()
  const published = new PublishedAssets(database.db, database.clock, root)
  await registerBuiltFiles(server, root, published)
})
afterAll(async () => {
  await server.close()
  await database.close()
  await rm(root, { recursive: true })
})

const get = async (url: string, coding?: string) => {
  const headers = coding === undefined ? {} : { 'accept-encoding': coding }
  const answer = await server.inject({ url, headers })
  return { ...answer.headers, status: answer.statusCode, body: answer.body }
}

describe('a file of the web app', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'in br', 'br'],
    ['gzip, zstd', 'in zstd', 'zstd'],
    ['br;q=0.1, gzip', 'in gzip', 'gzip'],
    ['*', 'in br', 'br'],
    ['BR', 'in br', 'br'],
    ['x-gzip', 'plain', undefined],
    ['identity', 'plain', undefined],
    [undefined, 'plain', undefined],
  ])(
    'requested with accept-encoding %s is sent %s, with a vary header',
    async (asked, body, coding) => {
      expect(await get('/assets/a-1.js', asked)).toMatchObject({
        status: 200,
        body,
        vary: 'accept-encoding',
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        ...(coding && { 'content-encoding': coding }),
      })
    },
  )

  test('has no headers that matter only to pages', async () => {
    expect(await get('/assets/a-1.js')).not.toHaveProperty('permissions-policy')
  })

  test('is sent uncompressed if it has no compressed variant', async () => {
    const answer = await get('/assets/b-2.css', 'br')
    expect(answer).toMatchObject({ body: 'short', 'content-type': 'text/css; charset=utf-8' })
    expect(answer).not.toHaveProperty('content-encoding')
    expect(answer).not.toHaveProperty('vary')
  })

  test.each([undefined, 'br'])(
    'is sent in parts (RFC 9110 §14), accept-encoding %s',
    async (coding) => {
      const ask = (range: string) =>
        server.inject({
          url: '/assets/a-1.js',
          headers: { range, ...(coding !== undefined && { 'accept-encoding': coding }) },
        })
      expect((await ask('bytes=1-2')).statusCode).toBe(206)
      const refused = await ask('bytes=900-')
      expect(refused.statusCode).toBe(416)
      expect(refused.headers['content-range']).toMatch(/^bytes \*\/\d+$/)
      expect(refused.headers).not.toHaveProperty('content-encoding')
      expect(refused.json()).toMatchObject({ result: { code: 'range-not-satisfiable' } })
    },
  )

  test('is cached permanently only if its name contains a hash of its content', async () => {
    expect((await get('/favicon.svg'))['cache-control']).toBe('public, max-age=0')
  })

  test.each(['/index.html', '/assets/a-1.js.br', '/assets/'])(
    'is not served at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})
