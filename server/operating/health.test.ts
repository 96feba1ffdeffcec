import fastify from 'fastify'
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
