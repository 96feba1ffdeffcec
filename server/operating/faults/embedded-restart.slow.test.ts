import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Pool } from '../../database/database.ts'
import { isRunning } from '../../database/embedded/data-dir-lock.ts'
import { Keyring } from '../../secrets/keyring.ts'
import { systemClock } from '../../shared/clock.ts'
import { Builders } from '../../../test/testing/builders.ts'
import { administratorOf, type ConsoleClient } from '../../../test/testing/console-client.ts'
import { ServerProcess } from '../../../test/testing/server-process.ts'
import { secretsKey } from '../../../test/testing/test-environment.ts'
import { TestTrips } from '../../../test/testing/test-trips.ts'
import { CatalogueLoad } from '../../../test/testing/catalogue-load.ts'
import { expectConsistentServices } from '../../../test/testing/consistent-services.ts'

describe('the embedded database under load', () => {
  let dataDir: string
  let server: ServerProcess
  let pool: Pool
  let administrators: ConsoleClient[]

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portaria-test-'))
    server = await ServerProcess.start({ DATA_DIR: dataDir })
    pool = openDatabase(ownerUrl(), { max: 2, onError: () => undefined })
    const { client } = server
    const keyring = new Keyring([secretsKey])
    const trips = new TestTrips(client, pool.db, keyring)
    const build = new Builders(pool.db, keyring, systemClock)
    administrators = await Promise.all(
      [1, 2, 3].map(() => administratorOf({ client, trips, build })),
    )
  }, 90_000)

  afterAll(async () => {
    await pool.close()
    await server.stop()
    await rm(dataDir, { recursive: true, maxRetries: 5 })
  }, 60_000)

  const pidFile = (): string[] =>
    readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = (): number => Number(pidFile()[0])

  function ownerUrl(): string {
    const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
    return `postgres://portaria:${password}@127.0.0.1:${pidFile()[3]}/postgres`
  }

  /** Runs an action while services are created. Checks that creation continues afterwards without intervention. */
  async function underLoad(happen: () => void | Promise<unknown>): Promise<CatalogueLoad> {
    const load = new CatalogueLoad(administrators)
    await load.made(5)
    await happen()
    await load.made(5)
    await load.stop()
    expect(server.running).toBe(true)
    expect(load.other).toEqual([])
    await expectConsistentServices(pool.db, load.acknowledged)
    return load
  }

  test('returns at most 503 for a moment after all its connections are terminated', async () => {
    await underLoad(() =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(pool.db),
    )
  })

  test.each([
    ['stopped as pg_ctl does', 'SIGINT' as const],
    ['killed', 'SIGKILL' as const],
  ])('%s is restarted by the server without data loss', async (_, signal) => {
    const before = postmaster()
    const load = await underLoad(() => void process.kill(before, signal))
    expect(load.refused).toBeGreaterThan(0)
    expect(isRunning(before)).toBe(false)
    expect(postmaster()).not.toBe(before)
  })

  test('is stopped with the server, also after a restart', async () => {
    const last = postmaster()
    expect(await server.stop()).toBe(0)
    expect(isRunning(last)).toBe(false)
  })
})
