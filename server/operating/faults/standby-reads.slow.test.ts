/** Lists and exports read from a standby that replicates the primary, while it is paused, cancelled, and killed. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api, type Operation } from '../../../contract/api.ts'
import { administratorProfileId, consoleModuleId } from '../../../contract/constants.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { setModuleUrl } from '../../../database/system/module-url.ts'
import { ensureSystemData } from '../../../database/system/system-data.ts'
import { BreakableLink, throughLink } from '../../../test/testing/breakable-link.ts'
import {
  administratorOf,
  type ConsoleClient,
  holderOf,
} from '../../../test/testing/console-client.ts'
import { describeWith } from '../../../test/testing/machine-needs.ts'
import { StandbyPair } from '../../../test/testing/standby-pair.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../../test/testing/test-app.ts'
import { consoleUrl, createTestDatabase } from '../../../test/testing/test-database.ts'
import { migrate } from '../../database/migrate.ts'
import { onOneConnection } from '../../database/one-connection.ts'
import { type ReadResult, StandbyReads } from '../../database/standby-reads.ts'
import { standbyCheck } from '../doctor/standby-check.ts'

describeWith('debian-postgres', 'a standby', { timeout: 90_000 }, () => {
  let pair: StandbyPair
  let link: BreakableLink
  let readUrl: string
  let app: TestApp
  let beside: TestInstance
  let admin: ConsoleClient

  beforeAll(async () => {
    pair = await StandbyPair.start()
    const url = pair.addressOf('primary', 'portaria_server')
    const ownerUrl = pair.addressOf('primary', 'portaria_owner')
    await migrate({ url, ownerUrl })
    await onOneConnection(ownerUrl, async (client) => {
      await ensureSystemData(client)
      await setModuleUrl(client, consoleModuleId, consoleUrl)
    })
    const direct = pair.addressOf('standby', 'portaria_server')
    link = new BreakableLink(direct)
    readUrl = `${throughLink(direct, await link.open())}?target_session_attrs=standby`
    app = await createTestApp({
      config: { databaseReadUrl: readUrl },
      database: { url, ownerUrl, drop: () => Promise.resolve() },
    })
    beside = await app.beside()
    admin = await administratorOf(app)
  }, 90_000)
  afterAll(async () => {
    try {
      await app.close()
      await link.cut()
    } finally {
      // Also if the product did not start.
      pair.close()
    }
  })

  async function counts({ url }: TestInstance): Promise<Record<string, number>> {
    const text = await (await fetch(`${url}/metrics`)).text()
    const found = text.matchAll(/^portaria_standby_reads_total\{result="(\w+)"\} (\d+)$/gm)
    return Object.fromEntries(
      [...found].map(([, result, count]) => [result ?? '', Number(count)] as const),
    )
  }
  /** Runs a call and returns its result, and how its reads were served. */
  async function served<T>(
    act: () => Promise<T>,
    by: TestInstance = app,
  ): Promise<{ value: T; results: Partial<Record<ReadResult, number>> }> {
    const before = await counts(by)
    const value = await act()
    const after = Object.entries(await counts(by))
    const results = after.map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
    return { value, results: Object.fromEntries(results.filter(([, count]) => count > 0)) }
  }
  const companies = async (by: ConsoleClient, client = app.client) =>
    (await client.call('companyList', { ...by.who, query: { take: 50 } })).data.rows.map(
      ({ id }) => id,
    )
  /** Waits until the standby is used and has replayed everything. */
  const caughtUp = () =>
    vi.waitFor(
      async () => {
        for (const one of [app, beside])
          expect((await served(() => companies(admin, one.client), one)).results).toEqual({
            standby: 1,
          })
        const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`.execute(
          app.db,
        )
        const behind = `select pg_last_wal_replay_lsn() >= '${rows[0]?.at}' as ready`
        expect(await pair.onStandby(behind)).toEqual([{ ready: true }])
      },
      { timeout: 30_000, interval: 100 },
    )
  const pause = () => pair.onStandby('select pg_wal_replay_pause()')
  const resume = () => pair.onStandby('select pg_wal_replay_resume()')

  test('serves each operation that declares it', async () => {
    await caughtUp()
    const { person } = admin
    const inputs: Partial<Record<Operation, object>> = {
      userSearch: { body: {} },
      companyUserList: { params: { companyId: String(person.company.id) } },
      companyUserListExport: { params: { companyId: String(person.company.id) } },
      profileHolderList: { params: { id: '1' } },
      profileHolderListExport: { params: { id: '1' } },
    }
    const declared = Object.entries<Endpoint>(api).filter(([, { reads }]) => reads === 'standby')
    expect(declared.length).toBeGreaterThan(7)
    for (const [name] of declared) {
      const operation = name as Operation
      const { value, results } = await served(() =>
        admin.call(operation, { query: {}, ...inputs[operation] } as never),
      )
      expect([name, value.status]).toEqual([name, 200])
      expect(results, name).toHaveProperty('standby')
      expect(results, name).not.toHaveProperty('unusable')
    }
  })

  test('may show another session’s write later, but never the own one, whichever process handled it', async () => {
    await caughtUp()
    const other = await administratorOf(app)
    await caughtUp()
    await pause()
    const company = await app.build.company()
    // The marker that the response of a write sets.
    const marked = `${admin.who.cookie}; portaria-wrote=${app.clock.now().getTime()}`
    const own = () =>
      beside.client.call('companyList', { ...admin.who, cookie: marked, query: { take: 50 } })
    const ownRows = await served(own, beside)
    const otherRows = await served(() => companies(other))
    expect(otherRows.results).toEqual({ standby: 1 })
    expect(otherRows.value).not.toContain(company.id)
    expect(ownRows.results).toEqual({ recent_write: 1 })
    expect(ownRows.value.data.rows.map(({ id }) => id)).toContain(company.id)
    // Data more than two seconds old is not used.
    await setTimeout(2100)
    const late = await served(() => companies(other))
    expect(late.results).not.toHaveProperty('standby')
    expect(late.value).toContain(company.id)
    await resume()
    await caughtUp()
    expect(await companies(other)).toContain(company.id)
  })

  test('never decides access: a revoked right ends at once although the standby still has it', async () => {
    const holder = await holderOf(app, ['/company-list'])
    const wide = await holderOf(app, ['/company-list'])
    const { id: userId, company } = wide.person
    const profileId = administratorProfileId
    await app.build.assign({ userId, profileId, companyId: company.id })
    await caughtUp()
    expect((await served(() => companies(holder))).results).toEqual({ standby: 1 })
    expect((await companies(wide)).length).toBeGreaterThan(1)
    await pause()
    // The first loses every right, the second the right to see all companies.
    const remove = app.db.deleteFrom('user_profiles')
    await remove.where('user_id', '=', holder.person.id).execute()
    await remove.where('user_id', '=', userId).where('profile_id', '=', profileId).execute()
    const rows = await pair.onStandby(
      `select id from user_profiles where user_id = ${holder.person.id}`,
    )
    expect(rows).toHaveLength(1)
    await vi.waitFor(async () => {
      const refused = await app.client.call('companyList', { ...holder.who, query: {} })
      expect(refused.status).toBeGreaterThan(400)
    })
    await vi.waitFor(async () => expect(await companies(wide)).toEqual([company.id]))
    await resume()
  })

  test('is not waited for when it cancels a read that delays its replay', async () => {
    await caughtUp()
    const reads = new StandbyReads({
      readUrl,
      databaseUrl: app.databaseUrl,
      log: pino({ level: 'silent' }),
      statementNames: undefined,
    })
    await vi.waitFor(async () => {
      await reads.read(app.db, () => Promise.resolve())
      expect(reads.counts.standby).toBeGreaterThan(0)
    })
    const readers: boolean[] = []
    const read = reads.read(app.db, async (db) => {
      const { rows } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby from services limit 1`.execute(db)
      readers.push(rows[0]?.standby ?? false)
      if (readers.length === 1) {
        const slow = sql`select pg_sleep(20) from services limit 1`.execute(db)
        await Promise.all([slow, lockServicesDuringSleep()])
      }
      return readers.length
    })
    expect(await read).toBe(2)
    expect(readers).toEqual([true, false])
    expect(reads.counts.failed).toBe(1)
    await expect(
      reads.read(app.db, (db) =>
        db.insertInto('rate_limits').values({ key: 'x', expire: 0 }).execute(),
      ),
    ).rejects.toThrow('An operation that declares reads: standby tried to write.')
    await reads.close()
  })

  /** Locks the table while the standby reads it. The standby replays the lock, and cancels the read. */
  async function lockServicesDuringSleep(): Promise<void> {
    const sleeping = `select from pg_stat_activity where query like 'select pg_sleep(20)%' and state = 'active'`
    await vi.waitFor(async () => expect(await pair.onStandby(sleeping)).toHaveLength(1), {
      timeout: 5000,
    })
    await app.db.transaction().execute(async (db) => {
      await sql`lock table services in access exclusive mode`.execute(db)
    })
  }

  test('is checked by the doctor: role, database and delay', async () => {
    await caughtUp()
    const check = (url: string, of: string) =>
      standbyCheck(url, `${of.split('?', 1)[0]}?target_session_attrs=standby`).run()
    expect(await check(app.databaseUrl, readUrl)).toMatchObject({
      status: 'good',
      found: expect.stringContaining('is a standby of this database') as string,
    })
    await expect(check(app.databaseUrl, app.databaseUrl)).rejects.toThrow('no host is a standby')
    const foreign = await createTestDatabase('empty')
    expect(await check(foreign.ownerUrl, readUrl)).toMatchObject({
      status: 'failure',
      found: expect.stringContaining('not a copy of the database') as string,
    })
    await foreign.drop()
    await pause()
    await app.build.company()
    expect(await check(app.databaseUrl, readUrl)).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('behind after 2 s') as string,
    })
    await resume()
  })

  test('that does not respond delays requests for at most 4 s, and then none', async () => {
    await caughtUp()
    link.silence()
    const began = performance.now()
    expect(await companies(admin)).not.toEqual([])
    expect(performance.now() - began).toBeLessThan(4000)
    const next = performance.now()
    const { results } = await served(() => companies(admin))
    expect(results).toEqual({ unusable: 1 })
    expect(performance.now() - next).toBeLessThan(1000)
    await link.cut()
    await link.open()
    await caughtUp()
  })

  test('that vanished and was replaced is used again through new connections only', async () => {
    await caughtUp()
    // Leaves several idle connections.
    await Promise.all(Array.from({ length: 6 }, () => companies(admin)))
    // As if the host had vanished and a new one had its address: only new connections work.
    link.hold()
    const began = performance.now()
    expect((await served(() => companies(admin))).results).toEqual({ failed: 1 })
    expect(performance.now() - began).toBeLessThan(4000)
    const next = async () => Object.keys((await served(() => companies(admin))).results)
    const first = await vi.waitUntil(
      async () => (await next()).find((result) => result !== 'unusable'),
      { timeout: 10_000, interval: 100 },
    )
    expect(first).toBe('standby')
    link.release()
  })

  test('that is killed costs no request, and is used again after its restart', async () => {
    await caughtUp()
    pair.crash('standby')
    for (let times = 0; times < 5; times += 1) {
      const began = performance.now()
      const { value, results } = await served(() => companies(admin))
      expect(value).not.toEqual([])
      expect(results).not.toHaveProperty('standby')
      expect(performance.now() - began).toBeLessThan(1500)
    }
    expect((await fetch(`${app.url}/api/health/ready`)).status).toBe(200)
    const lines = () => app.log.filter((line) => line.includes('DATABASE_READ_URL'))
    await vi.waitFor(() => expect(lines().length).toBeGreaterThan(0), { timeout: 5000 })
    pair.restart('standby')
    await caughtUp()
  })

  test('that was promoted is not used', async () => {
    await caughtUp()
    await vi.waitFor(() =>
      expect(app.log.findLast((line) => line.includes('lists and exports'))).toContain(
        'read from the standby',
      ),
    )
    await pair.promoteStandby()
    await app.build.company()
    const { value, results } = await served(() => companies(admin))
    expect(results).not.toHaveProperty('standby')
    expect(value).not.toEqual([])
    await vi.waitFor(
      () => expect(app.log.some((line) => line.includes('it is not a standby'))).toBe(true),
      { timeout: 10_000 },
    )
  })
})
