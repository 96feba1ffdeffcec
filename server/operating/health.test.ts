import fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WriteAvailability } from '../database/write-availability.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { registerHealth } from './health.ts'

let database: BareDatabase

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())

test('a server that is draining is live but not ready', async () => {
  const server = fastify()
  const state = { draining: false }
  const log = pino({ level: 'silent' })
  const writes = new WriteAvailability(database.url, log)
  registerHealth(
    server,
    { db: database.db, writes, changes: { notificationFailure: undefined }, log },
    state,
  )
  const statusOf = async (path: string) => (await server.inject(`/api/health/${path}`)).statusCode
  expect([await statusOf('live'), await statusOf('ready')]).toEqual([200, 200])
  state.draining = true
  expect([await statusOf('live'), await statusOf('ready')]).toEqual([200, 503])
  await server.close()
})

test('many requests at once share one database connection', async () => {
  const server = fastify()
  const log = pino({ level: 'silent' })
  const writes = new WriteAvailability(database.url, log)
  const sources = { db: database.db, writes, changes: { notificationFailure: undefined }, log }
  registerHealth(server, sources, { draining: false })
  const ready = await database.db.transaction().execute(async (held) => {
    await sql`lock table schema_migrations`.execute(held)
    const requests = Array.from({ length: 20 }, () => server.inject('/api/health/ready'))
    // All requests have begun, and the pool has only four connections.
    await server.inject('/api/health/live')
    await sql`select 1`.execute(database.db)
    return Promise.all(requests)
  })
  // Each request waited for one second, so further checks would have needed more connections.
  expect(new Set(ready.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect((await server.inject('/api/health/ready')).statusCode).toBe(200)
  await server.close()
})

test('the log has one line when the process becomes unready, and one when it is ready again', async () => {
  const lines: string[] = []
  const server = fastify()
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const writes = new WriteAvailability(database.url, log)
  const changes: { notificationFailure: string | undefined } = { notificationFailure: undefined }
  registerHealth(server, { db: database.db, writes, changes, log }, { draining: false })
  const askThrice = async () => {
    for (let n = 0; n < 3; n++) await server.inject('/api/health/ready')
  }
  await askThrice()
  changes.notificationFailure = 'a reason'
  await askThrice()
  changes.notificationFailure = undefined
  await askThrice()
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'not ready',
    'ready again',
  ])
  await server.close()
})
