import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { registerBuiltFiles } from './built-files.ts'
import { registerEnvelope } from './envelope.ts'
import { PublishedAssets } from './published-assets.ts'
import { RefusalLog } from './refusal-log.ts'
import { days } from '../shared/clock.ts'

/** A process with a build of its own. */
interface Version {
  server: FastifyInstance
  assets: PublishedAssets
}

let database: BareDatabase
let folder: string
const servers: FastifyInstance[] = []

beforeEach(async () => {
  database = await createBareDatabase()
  folder = await mkdtemp(join(tmpdir(), 'assets-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
  await database.close()
  await rm(folder, { recursive: true })
})

async function versionWith(name: string, files: Record<string, string>): Promise<Version> {
  const root = join(folder, name)
  await mkdir(join(root, 'assets'), { recursive: true })
  for (const [file, content] of Object.entries(files))
    await writeFile(join(root, 'assets', file), content)
  const assets = new PublishedAssets(database.db, database.clock, root)
  const server = fastify()
  servers.push(server)
  registerEnvelope(server, server.log, new RefusalLog(server.log))
  server.setNotFoundHandler((_, reply) => reply.code(404).send('unknown path'))
  await registerBuiltFiles(server, root, assets)
  return { server, assets }
}

const old = { 'a-1.js': 'old', 'a-1.js.br': 'old in br' }
const next = { 'a-2.js': 'new', 'a-2.css': 'new style', 'a-2.webp': 'picture', 'a-2.map': 'map' }

test('each version serves the files of the other, in the accepted coding', async () => {
  const one = await versionWith('old', old)
  const two = await versionWith('new', next)
  await one.assets.publish()
  await two.assets.publish()

  const fromNew = await two.server.inject({
    url: '/assets/a-1.js',
    headers: { 'accept-encoding': 'br' },
  })
  expect(fromNew).toMatchObject({
    statusCode: 200,
    body: 'old in br',
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    },
  })
  const plain = await two.server.inject('/assets/a-1.js')
  expect(plain).toMatchObject({ statusCode: 200, body: 'old' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(await one.server.inject('/assets/a-2.webp')).toMatchObject({
    statusCode: 200,
    body: 'picture',
    headers: { 'content-type': 'image/webp' },
  })
})

test('a file that is published after others were looked up is found', async () => {
  const one = await versionWith('old', old)
  await one.assets.publish()
  expect((await one.server.inject('/assets/a-2.js')).statusCode).toBe(404)
  await (await versionWith('new', next)).assets.publish()
  expect(await one.server.inject('/assets/a-2.js')).toMatchObject({ statusCode: 200, body: 'new' })
})

test.each(['/assets/b-1.js', '/assets/a-2.map', '/assets/..%2Fa-2.js', '/assets/a-2.js.br'])(
  '%s is not a published file',
  async (url) => {
    const one = await versionWith('old', old)
    await (await versionWith('new', next)).assets.publish()
    expect((await one.server.inject(url)).statusCode).toBe(404)
  },
)

test('many requests for unknown files share the reads', async () => {
  const { assets } = await versionWith('old', old)
  const began = performance.now()
  await Promise.all(Array.from({ length: 500 }, (_, n) => assets.pathsWith(`assets/x-${n}.js`)))
  await Promise.all(Array.from({ length: 500 }, (_, n) => assets.pathsWith(`assets/y-${n}.js`)))
  expect(performance.now() - began).toBeGreaterThanOrEqual(950)
})

test('of the requests for unknown files, at most 64 wait for the next read', async () => {
  const { assets } = await versionWith('old', old)
  await assets.pathsWith('assets/x.js')
  let waiting = 0
  const requests = Array.from({ length: 500 }, async (_, n) => {
    waiting += 1
    await assets.pathsWith(`assets/x-${n}.js`)
    waiting -= 1
  })
  await setImmediate()
  expect(waiting).toBe(64)
  await Promise.all(requests)
})

test('requests for published files take at most two database connections', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `c-${n}.js`)
  const one = await versionWith('old', old)
  const two = await versionWith('new', Object.fromEntries(names.map((name) => [name, name])))
  await two.assets.publish()
  const files = await database.db.transaction().execute(async (held) => {
    await sql`lock table web_assets`.execute(held)
    // The pool has four connections.
    const reads = names.map((name) => one.assets.content(`assets/${name}`))
    await sql`select 1`.execute(database.db)
    return reads
  })
  expect(String((await Promise.all(files)).at(-1))).toBe('c-11.js')
})

test('files stay while a process confirms them, and are deleted 30 days later', async () => {
  const one = await versionWith('old', old)
  const two = await versionWith('new', next)
  await one.assets.publish()
  await two.assets.publish()
  database.clock.advance(days(29))
  await two.assets.refresh()
  expect(await published()).toHaveLength(6)
  database.clock.advance(days(2))
  await two.assets.refresh()
  expect(await published()).toEqual(
    Object.keys(next)
      .map((name) => `assets/${name}`)
      .toSorted(),
  )
})

async function published(): Promise<string[]> {
  const rows = await database.db.selectFrom('web_assets').select('path').orderBy('path').execute()
  return rows.map(({ path }) => path)
}
