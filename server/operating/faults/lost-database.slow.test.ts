import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { BreakableLink, throughLink } from '../../../test/testing/breakable-link.ts'
import { ServerProcess } from '../../../test/testing/server-process.ts'
import { createTestApp, type TestApp } from '../../../test/testing/test-app.ts'
import { metricsToken } from '../../../test/testing/test-environment.ts'
import { ownerUrlOf } from '../../../test/testing/test-database.ts'
import { TestTrips } from '../../../test/testing/test-trips.ts'
import { CatalogueLoad } from '../../../test/testing/catalogue-load.ts'
import { expectConsistentServices } from '../../../test/testing/consistent-services.ts'

/**
 * Duration of the outage. The default of 5 s keeps the test run short; set `DATABASE_AWAY_SECONDS=30` when you change
 * this code.
 */
const seconds = Number(process.env['DATABASE_AWAY_SECONDS'] ?? 5)

describe('a temporarily unreachable database', () => {
  let app: TestApp
  let link: BreakableLink
  let server: ServerProcess
  let administrators: ConsoleClient[]

  beforeAll(async () => {
    app = await createTestApp()
    link = new BreakableLink(app.databaseUrl)
    server = await ServerProcess.start({
      DATABASE_URL: throughLink(app.databaseUrl, await link.open()),
      DATABASE_OWNER_URL: ownerUrlOf(app.databaseUrl),
    })
    const { client } = server
    const trips = new TestTrips(client, app.db, app.app.keyring)
    administrators = await Promise.all(
      [1, 2, 3].map(() => administratorOf({ client, trips, build: app.build })),
    )
  }, 90_000)

  afterAll(async () => {
    await server.stop()
    await link.cut()
    await app.close()
  }, 60_000)

  const status = async (path: string) => (await server.client.request('GET', path)).status
  const metrics = async () =>
    (
      await server.client.request('GET', '/metrics', {
        headers: { authorization: `Bearer ${metricsToken}` },
      })
    ).text

  test(`for ${seconds} s causes 503, and all work resumes by itself without loss`, async () => {
    const load = new CatalogueLoad(administrators)
    await load.made(5)
    // At first packets are dropped, as if a cable were unplugged. Later connections are refused, as during a restart.
    link.silence()
    await sleep(seconds * 500)
    await link.cut()
    const { refused } = load
    await sleep(seconds * 500)
    expect(load.refused).toBeGreaterThan(refused)
    expect(await status('/api/health/live')).toBe(200)
    expect(await status('/api/health/ready')).toBe(503)

    await link.open()
    await load.made(5)
    await load.stop()
    expect(load.other).toEqual([])
    expect(server.running).toBe(true)
    await expectConsistentServices(app.db, load.acknowledged)
    await vi.waitFor(
      async () => expect(await metrics()).toContain('portaria_changes_connected 1'),
      {
        timeout: 10_000,
      },
    )
    expect(await status('/api/health/ready')).toBe(200)
  }, 120_000)

  test('messages are delivered again afterwards', async () => {
    const { email } = await app.build.user()
    const trips = new TestTrips(server.client, app.db, app.app.keyring)
    await trips.sendCode(await trips.begin(email), email)
    await vi.waitFor(
      async () => {
        const waiting = await app.db
          .selectFrom('outbox')
          .select('id')
          .where('sent_at', 'is', null)
          .execute()
        expect(waiting).toEqual([])
      },
      { timeout: 10_000 },
    )
  })

  test('connections on which nothing arrives any more are not used again once that is noticed', async () => {
    const read = (administrator: ConsoleClient) => administrator.call('serviceList', {})
    const readAll = () => Promise.all([...administrators, ...administrators].map(read))
    const listeners = async () =>
      (
        await sql<{ pid: number }>`
          select pid from pg_stat_activity
          where application_name = 'portaria changes' and datname = current_database()`.execute(
          app.db,
        )
      ).rows.map(({ pid }) => pid)
    // Leaves several idle connections.
    await readAll()
    // As if the machine had vanished and a new one had its address: only new connections work.
    const before = new Set(await listeners())
    link.hold()
    const listensAgain = async () => (await listeners()).some((pid) => !before.has(pid))
    await vi.waitUntil(listensAgain, { timeout: 10_000 })
    const began = performance.now()
    await readAll()
    expect(performance.now() - began).toBeLessThan(5000)
    link.release()
  }, 60_000)
})
