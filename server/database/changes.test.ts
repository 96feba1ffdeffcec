import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { BreakableLink, throughLink } from '../../test/testing/breakable-link.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { metricsToken } from '../../test/testing/test-environment.ts'
import { ownerUrlOf } from '../../test/testing/test-database.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'
import { type Change, Changes } from './changes.ts'

describe('the connection for change notifications', () => {
  let app: TestApp
  let who: SignedIn

  beforeAll(async () => {
    app = await createTestApp()
    who = await app.trips.enter(await app.build.user())
  })
  afterAll(() => app.close())

  /** Terminates the connection from the server, and waits until it has ended. */
  async function cut(): Promise<void> {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'portaria changes' and datname = current_database()`.execute(app.db)
  }

  const rename = (name: string) =>
    app.db.updateTable('users').set({ name }).where('id', '=', who.decodedToken.user.id).execute()

  async function nameSeen(): Promise<string> {
    const answer = await app.client.call('userTokenValidate', {
      body: { access_token: who.token },
      cookie: who.cookie,
    })
    return answer.data.decodedToken.user.name
  }

  /** Allows or refuses new connections. */
  async function setOpen(open: boolean): Promise<void> {
    const ownerUrl = ownerUrlOf(app.databaseUrl)
    const { pathname } = new URL(ownerUrl)
    const client = new pg.Client({
      connectionString: ownerUrl.replace(pathname, '/postgres'),
    })
    await client.connect()
    await client.query(`alter database ${pathname.slice(1)} allow_connections ${open}`)
    await client.end()
  }

  test('caches are bypassed while it is lost and used again afterwards', async () => {
    await nameSeen()
    await setOpen(false)
    await cut()
    for (const name of ['Enquanto não se ouve nada', 'E outra vez', 'E mais uma']) {
      await rename(name)
      expect(await nameSeen()).toBe(name)
    }
    expect(app.app.changes.connected).toBe(false)
    const said = (text: string) => app.log.filter((line) => line.includes(text)).length
    await vi.waitFor(() => expect(said('the database is unavailable')).toBe(1))
    await setOpen(true)
    expect(
      app.log.some((line) => line.includes('lost the connection for change notifications')),
    ).toBe(true)
    await vi.waitFor(() => expect(app.app.changes.connected).toBe(true), {
      timeout: 5000,
      interval: 10,
    })
    expect(said('the database is unavailable')).toBe(1)
    expect(said('the database is available again')).toBe(1)
    await rename('Depois de voltar')
    await vi.waitFor(async () => expect(await nameSeen()).toBe('Depois de voltar'), {
      timeout: 1000,
      interval: 5,
    })
  })

  test('a reconnection invalidates everything', async () => {
    await nameSeen()
    await cut()
    await rename('Mudado no escuro')
    await vi.waitFor(() => expect(app.app.changes.connected).toBe(true), {
      timeout: 5000,
      interval: 10,
    })
    expect(await nameSeen()).toBe('Mudado no escuro')
  })

  test('writes do not wait for notifications', async () => {
    await cut()
    const begin = performance.now()
    await app.trips.begin((await app.build.user()).email)
    expect(performance.now() - begin).toBeLessThan(900)
    await vi.waitFor(() => expect(app.app.changes.connected).toBe(true), {
      timeout: 5000,
      interval: 10,
    })
  })

  test('/metrics reports its state', async () => {
    const { text } = await app.client.request('GET', '/metrics', { token: metricsToken })
    expect(text).toContain('portaria_changes_connected 1')
  })
})

describe('a slow connection for change notifications', () => {
  let database: BareDatabase
  let link: BreakableLink
  let changes: Changes

  beforeAll(async () => {
    database = await createBareDatabase()
    link = new BreakableLink(database.url)
    changes = new Changes(throughLink(database.url, await link.open()), pino({ level: 'silent' }))
  })
  afterAll(async () => {
    link.release()
    await changes.close()
    vi.useRealTimers()
    await link.cut()
    await database.close()
  })

  /** Waits until the database has answered a heartbeat, whose response may be held back. */
  async function heartbeatAnswered(): Promise<void> {
    const answered = () =>
      sql`select from pg_stat_activity where application_name = 'portaria changes'
        and datname = current_database() and query = 'select 1' and state = 'idle'`.execute(
        database.db,
      )
    while ((await answered()).rows.length === 0) await setImmediate()
  }

  test('is silent 0.9 s after its last answered heartbeat was sent, however late the response came', async () => {
    // Timers only run when the test says so. Sockets need none.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    await changes.connect()
    link.hold()
    vi.advanceTimersByTime(250)
    await heartbeatAnswered()
    vi.advanceTimersByTime(600)
    expect(changes.connected).toBe(true)

    // Arrives on the same connection after the response, 0.6 s after the heartbeat was sent.
    const heard = new Promise<Change>((resolve) => changes.onChange(resolve))
    await sql`select pg_notify('portaria', 'user:1')`.execute(database.db)
    link.release()
    expect(await heard).toEqual({ kind: 'rows', keys: ['user:1'] })
    await setImmediate()
    link.hold()
    vi.advanceTimersByTime(299)
    expect(changes.connected).toBe(true)
    vi.advanceTimersByTime(1)
    expect(changes.connected).toBe(false)
  })
})
