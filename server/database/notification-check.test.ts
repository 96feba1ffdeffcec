import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { pino } from 'pino'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { throughLink } from '../../test/testing/breakable-link.ts'
import { FakePooler } from '../../test/testing/fake-pooler.ts'
import { registerHealth } from '../operating/health.ts'
import { Changes } from './changes.ts'
import { openDatabase, type Pool } from './database.ts'
import { NotificationCheck } from './notification-check.ts'
import { WriteAvailability } from './write-availability.ts'

describe('a pooler before the database', () => {
  let database: BareDatabase
  let pooler: FakePooler
  let url: string
  let pool: Pool
  let changes: Changes
  let lines: string[]

  beforeAll(async () => {
    database = await createBareDatabase()
    pooler = new FakePooler(database.url)
    url = throughLink(database.url, await pooler.open())
  })
  afterAll(async () => {
    await pooler.close()
    await database.close()
  })
  beforeEach(() => {
    lines = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    changes = new Changes(url, log)
    pool = openDatabase(url, { onError: () => undefined })
  })
  afterEach(async () => {
    await changes.close()
    await pool.close()
    pooler.keepsSessions = true
  })

  async function readiness() {
    const server = fastify()
    const log = pino({ level: 'silent' })
    const writes = new WriteAvailability(url, log)
    registerHealth(server, { db: pool.db, writes, changes, log }, { draining: false })
    const answer = await server.inject('/api/health/ready')
    await server.close()
    return { status: answer.statusCode, text: answer.body }
  }
  const said = (text: string) => lines.filter((line) => line.includes(text)).length

  test('is accepted in session mode, and the pool limits its statements', async () => {
    await changes.connect()
    expect(changes).toMatchObject({ connected: true, notificationFailure: undefined })
    expect(await readiness()).toMatchObject({ status: 200 })
    const { rows } = await sql`select current_setting('statement_timeout') as statements,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(pool.db)
    expect(rows).toEqual([{ statements: '10s', idle: '30s' }])
  })

  test('that loses notifications makes the process not ready, until they arrive', async () => {
    pooler.keepsSessions = false
    await changes.connect()
    expect(changes.connected).toBe(false)
    const { status, text } = await readiness()
    expect(status).toBe(503)
    expect(text).toMatch(/"check":"notifications","explanation":".*pool_mode = session/)
    expect(said('change notifications do not arrive')).toBe(1)
    pooler.keepsSessions = true
    await vi.waitFor(() => expect(changes.connected).toBe(true), { timeout: 10_000, interval: 20 })
    expect(await readiness()).toMatchObject({ status: 200 })
    expect(said('change notifications arrive')).toBe(1)
  })

  test('is noticed although notifications of other checks arrive', async () => {
    const check = new NotificationCheck(url)
    const result = check.run()
    // Of another process, of an earlier check, and without a text.
    for (const payload of [randomUUID(), '', undefined]) check.receive(payload)
    expect(await result).toEqual({ kind: 'lost' })
    await check.close()
  })

  test('is noticed when it begins to lose notifications', async () => {
    await changes.connect()
    pooler.keepsSessions = false
    await vi.waitFor(() => expect(changes.notificationFailure).toContain('pool_mode = session'), {
      timeout: 15_000,
      interval: 50,
    })
    expect(changes.connected).toBe(false)
    expect(await readiness()).toMatchObject({ status: 503 })
    expect(said('change notifications do not arrive')).toBe(1)
  })
})
