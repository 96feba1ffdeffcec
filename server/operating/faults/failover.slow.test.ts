/** A standby takes over from a primary. Both are named in the addresses of the database. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeWith } from '../../../test/testing/machine-needs.ts'
import { StandbyPair } from '../../../test/testing/standby-pair.ts'
import { bareEnvironment } from '../../../test/testing/test-environment.ts'
import { ensureSystemData } from '../../../database/system/system-data.ts'
import { type App, createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { migrate } from '../../database/migrate.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { systemClock } from '../../shared/clock.ts'

describeWith('debian-postgres', 'a failover', { timeout: 90_000 }, () => {
  let pair: StandbyPair
  let app: App

  beforeAll(async () => {
    pair = await StandbyPair.start()
    const ownerUrl = pair.address('portaria_owner')
    const url = pair.address('portaria_server')
    await migrate({ url, ownerUrl })
    await onOneConnection(ownerUrl, ensureSystemData)
    app = await createApp({
      config: {
        ...readConfig({ ...bareEnvironment(3000), DATABASE_URL: url }),
        captcha: { provider: 'none' },
      },
      databaseUrl: url,
      clock: systemClock,
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    try {
      await app.close()
    } finally {
      // Runs even if the product did not start.
      pair.close()
    }
  })

  const ready = async () => (await app.fastify.inject('/api/health/ready')).statusCode
  const write = () =>
    app.db
      .insertInto('rate_limits')
      .values({ key: `prova-${Math.random()}`, expire: 0 })
      .execute()

  test('frees the connections of commits that waited in vain for a synchronous standby', async () => {
    const stalled = await pair.stallCommits()
    const writes = Promise.allSettled(Array.from({ length: 5 }, write))
    const stuck = await vi.waitUntil(
      async () => {
        const waiting = await stalled.waiting()
        return waiting.length >= 5 && waiting
      },
      { timeout: 5000 },
    )
    expect((await writes).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    await vi.waitFor(
      async () => {
        const waiting = new Set(await stalled.waiting())
        expect(stuck.filter((pid) => waiting.has(pid))).toEqual([])
      },
      { timeout: 5000 },
    )
    await stalled.end()
    await write()
  })

  test('needs no restart: the process connects to the new primary and receives its notifications', async () => {
    expect(await ready()).toBe(200)
    await write()
    pair.crash('primary')
    await vi.waitFor(async () => expect(await ready()).toBe(503), { timeout: 10_000 })
    await pair.promoteStandby()
    const promoted = performance.now()
    await vi.waitFor(
      async () => {
        expect(await ready()).toBe(200)
        expect(app.changes).toMatchObject({ connected: true, notificationFailure: undefined })
        await write()
      },
      { timeout: 30_000, interval: 50 },
    )
    expect(performance.now() - promoted).toBeLessThan(10_000)
    const { rows } = await sql`select inet_server_port() as port`.execute(app.db)
    expect(rows).toEqual([{ port: pair.standbyPort }])
  })
})

describeWith(
  'debian-postgres',
  'a former primary that only refuses writes',
  { timeout: 90_000 },
  () => {
    let pair: StandbyPair

    beforeAll(async () => {
      pair = await StandbyPair.start()
    })
    afterAll(() => pair.close())

    test('is left for the new primary', async () => {
      const connectedTo = () =>
        onOneConnection(pair.address('portaria_server'), async (client) => {
          const { rows } = await client.query<{ port: number }>('select inet_server_port() as port')
          return rows[0]?.port
        })
      expect(await connectedTo()).toBe(pair.primaryPort)
      await pair.promoteStandby()
      await onOneConnection(pair.addressOf('primary', 'portaria_owner'), (client) =>
        client.query('alter database portaria set default_transaction_read_only = on'),
      )
      await expect.poll(connectedTo).toBe(pair.standbyPort)
    })
  },
)
