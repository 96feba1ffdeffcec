import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networkLockKinds } from '../../contract/network-locks.ts'
import { attemptRules } from './attempt-rules.ts'
import { after } from '../shared/clock.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { statementsDuring } from '../../test/testing/statements.ts'

const hour = 3_600_000
const notFound = '404 network-lock-not-found'
let app: TestApp
let other: TestInstance
let admin: ConsoleClient
let names = 0

beforeAll(async () => {
  app = await createTestApp()
  other = await app.beside()
  admin = await administratorOf(app)
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

/** Makes a wrong guess for a new unknown account. */
async function guess(address: string, at: TestInstance = app): Promise<string> {
  const headers = basic(`inventado${(names += 1)}@rede.example`, 'errada')
  return (await at.client.call('authLocal', { headers, address })).outcome
}

/** Inserts network counters with these failures; `lasts` is their lifetime in milliseconds. */
async function arrange(failures: Record<string, number>, lasts = hour): Promise<void> {
  const expire = app.clock.now().getTime() + lasts
  const values = Object.entries(failures).map(([key, points]) => ({
    key: `failures:${key}`,
    points,
    expire,
  }))
  await app.db.insertInto('rate_limits').values(values).execute()
}

const list = async (query: object = {}) => (await admin.call('networkLockList', { query })).data
const listed = async (query?: object) => (await list(query)).rows
const unlock = (id: string, who = admin) => who.call('networkUnlock', { params: { id } })

async function counters(): Promise<string[]> {
  const found = await app.db.selectFrom('rate_limits').select('key').orderBy('key').execute()
  return found.map(({ key }) => key)
}

test('the kinds are those with a limit per network', () => {
  const kinds = Object.entries(attemptRules).filter(([, rule]) => 'freePerNetwork' in rule)
  expect(Object.keys(networkLockKinds).toSorted()).toEqual(kinds.map(([kind]) => kind).toSorted())
})

describe('GET /network-lock', () => {
  test('shows failures of a network at all accounts, and no counters of accounts', async () => {
    await guess('192.0.2.1')
    await guess('192.0.2.1')
    await guess('2001:db8:0:7::1')
    await guess('2001:db8:0:7:ffff::2')
    const shared = {
      kind: 'password',
      failures: 2,
      free: 1000,
      slowed: false,
      remembered_until: after(app.clock.now(), hour).toISOString(),
    }
    expect(await listed()).toEqual([
      { id: 'password:192.0.2.1', network: '192.0.2.1', ...shared },
      { id: 'password:2001:db8:0:7::', network: '2001:db8:0:7::/64', ...shared },
    ])
    expect((await counters()).length).toBeGreaterThan(2)
  })

  test.each(Object.keys(networkLockKinds))(
    'shows a network as slowed after its free attempts of kind %s',
    async (kind) => {
      await arrange({ [`${kind}:network:192.0.2.1`]: 999, [`${kind}:network:192.0.2.2`]: 1000 })
      expect(await listed()).toMatchObject([
        { kind, failures: 999, free: 1000, slowed: false },
        { kind, failures: 1000, free: 1000, slowed: true },
      ])
    },
  )

  test('shows a counter exactly until it expires', async () => {
    await arrange({ 'trip:network:192.0.2.1': 3 }, 1)
    expect(await listed()).toHaveLength(1)
    app.clock.advance(1)
    expect(await list()).toMatchObject({ rows: [], pagination: { totalRecords: 0 } })
  })

  test.each(['sort=free', 'sort=slowed', 'status=1', 'take=7', 'unknown=1'])(
    'refuses ?%s',
    async (query) => {
      const answer = await app.client.request('GET', `/api/network-lock?${query}`, admin.who)
      expect(answer.outcome).toBe('400 invalid-input')
    },
  )

  test('reads only counters of networks, independently of the number of accounts', async () => {
    await sql`insert into rate_limits (key, points, expire)
      select 'failures:password:account:' || md5(i::text), 1, ${app.clock.now().getTime() + hour}
      from generate_series(1, 20000) i`.execute(app.db)
    await arrange({ 'password:network:192.0.2.1': 3 })
    await sql`vacuum analyze rate_limits`.execute(app.db)
    const statements = await statementsDuring(() => list({ search: '192' }))
    const reads = statements.filter(({ text }) => text.includes('from "rate_limits"'))
    expect(reads).toHaveLength(2)
    for (const { text, values } of reads) {
      const { rows } = await app.db.executeQuery<{ 'QUERY PLAN': string }>({
        ...sql`select 1`.compile(app.db),
        sql: `explain ${text}`,
        parameters: values,
      })
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('rate_limits_pkey')
      expect(plan).not.toContain('Seq Scan')
    }
  })
})

describe('DELETE /network-lock/{id}', () => {
  const address = '192.0.2.1'
  const id = `password:${address}`

  test('admits a network immediately, on every instance', async () => {
    await arrange({ [`password:network:${address}`]: 1000 })
    const free = await guess(address)
    expect(free).not.toBe('429 too-many-requests')
    for (const at of [app, other]) expect(await guess(address, at)).toBe('429 too-many-requests')
    expect((await unlock(id)).outcome).toBe('200')
    expect(await listed()).toEqual([])
    for (const at of [app, other, app]) expect(await guess(address, at)).toBe(free)
  })

  test('accepts a /64 as the list shows it', async () => {
    await guess('2001:db8:0:7::1')
    const [found] = await listed()
    expect((await unlock(found?.id ?? '')).outcome).toBe('200')
    expect(await listed()).toEqual([])
  })

  test('resets failures, turn and refusals of one counter only', async () => {
    const others = [
      'answer:network:192.0.2.1',
      'password:network:192.0.2.10',
      'password:account:0123:at:192.0.2.1',
    ]
    const rowsOf = (keys: string[]) =>
      ['failures', 'turns', 'refusals'].flatMap((prefix) => keys.map((key) => `${prefix}:${key}`))
    const expire = app.clock.now().getTime() + hour
    await app.db
      .insertInto('rate_limits')
      .values(
        rowsOf([...others, `password:network:${address}`]).map((key) => ({
          key,
          points: 1,
          expire,
        })),
      )
      .execute()
    await unlock(id)
    expect(await counters()).toEqual(rowsOf(others).toSorted())
  })

  test('is audited with the reset counter', async () => {
    await arrange({ 'handle:network:2001:db8:0:7::/64': 1200 })
    await unlock('handle:2001:db8:0:7::')
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'networkUnlock',
      event: 'network.unlock',
      user_id: admin.person.id,
      target: 'network:2001:db8:0:7::/64',
      before: { kind: 'handle', failures: 1200 },
      after: null,
      confirmed_by: 'password',
    })
  })

  test('is not found after the counter expired', async () => {
    await arrange({ [`password:network:${address}`]: 3 })
    expect((await unlock('answer:192.0.2.1')).outcome).toBe(notFound)
    expect((await unlock('password:192.0.2.2')).outcome).toBe(notFound)
    await app.db.deleteFrom('rate_limits').execute()
    await arrange({ [`password:network:${address}`]: 3 }, 0)
    expect((await unlock(id)).outcome).toBe(notFound)
  })

  test.each([
    'password',
    'password:',
    'password:%',
    'code:192.0.2.1',
    'message:192.0.2.1',
    'password:network:192.0.2.1',
    'password:2001:db8:0:7::/64',
    `password:${'1'.repeat(40)}`,
  ])('refuses id %s', async (wrong) => {
    expect((await unlock(wrong)).outcome).toBe('400 invalid-input')
  })
})

describe('access to network locks', () => {
  test('requires an administrator, whatever a profile grants, since a network belongs to no company', async () => {
    const holder = await holderOf(app, ['/network-list'])
    await arrange({ 'password:network:192.0.2.1': 1000 })
    const before = await counters()
    expect((await holder.call('networkLockList', { query: {} })).outcome).toBe('403 forbidden')
    expect((await unlock('password:192.0.2.1', holder)).outcome).toBe('403 forbidden')
    expect(await counters()).toEqual(before)
  })
})
