import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockKinds } from '../../contract/locks.ts'
import { openDatabase, type Pool } from '../database/database.ts'
import { after, hours, seconds } from '../shared/clock.ts'
import { TestClock } from '../../test/testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { resetAccountLocks, readAccountLocks } from './account-locks.ts'
import { accountKey } from './attempt-keys.ts'
import { RateLimiter } from './rate-limiter.ts'

const account = 'ana@operadora.example'

let database: TestDatabase
let pool: Pool
let clock: TestClock
let rateLimiter: RateLimiter

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.url, { max: 2, onError: () => undefined })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})
beforeEach(async () => {
  await pool.db.deleteFrom('rate_limits').execute()
  clock = new TestClock()
  rateLimiter = new RateLimiter(pool.db, clock)
})

const locks = () => readAccountLocks(pool.db, account, clock.now())
/** Without the counter of all networks. */
const here = async () =>
  (await locks()).filter(({ network, known_device }) => known_device || network !== null)

async function fail(times: number, subject: { of?: string; holder?: string } = {}): Promise<void> {
  const { of = account, holder } = subject
  for (let i = 0; i < times; i++)
    await (
      await rateLimiter.begin('password', { account: of, holder, address: '192.0.2.1' })
    ).failed()
}

const keys = async () =>
  (await pool.db.selectFrom('rate_limits').select('key').orderBy('key').execute()).map(
    ({ key }) => key,
  )

describe('failure counters of an account', () => {
  test('are empty before the first failure', async () => {
    expect(await locks()).toEqual([])
  })

  test('are not locked within the free attempts and expire an hour after the first failure', async () => {
    const first = clock.now()
    await fail(4)
    expect(await locks()).toEqual([
      {
        kind: 'password',
        known_device: false,
        network: null,
        failures: 4,
        free: 50,
        locked_until: null,
        remembered_until: after(first, hours(1)),
      },
      {
        kind: 'password',
        known_device: false,
        network: '192.0.2.1',
        failures: 4,
        free: 5,
        locked_until: null,
        remembered_until: after(first, hours(1)),
      },
    ])
    clock.advance(hours(1))
    expect(await locks()).toEqual([])
  })

  test('are locked by the turn of the first attempt past the free ones', async () => {
    await fail(5)
    expect(await here()).toMatchObject([{ failures: 5, locked_until: null }])
    await fail(1)
    const until = after(clock.now(), seconds(5))
    expect(await here()).toMatchObject([{ failures: 6, locked_until: until }])
    clock.advance(seconds(5))
    expect(await here()).toMatchObject([{ failures: 6, locked_until: null }])
  })

  test('are locked no longer than the failures are stored', async () => {
    const first = clock.now()
    await fail(5)
    for (let i = 0; i < 5; i++) {
      await fail(1)
      clock.advance(seconds(80))
    }
    clock.advance(hours(1) - seconds(400) - seconds(60))
    await fail(1)
    expect(await here()).toMatchObject([{ failures: 11, locked_until: after(first, hours(1)) }])
  })

  test('are locked until they expire for messages, which are not guesses', async () => {
    const first = clock.now()
    for (let i = 0; i < 10; i++)
      await rateLimiter.consume('message', { account, address: '192.0.2.1' })
    expect(await locks()).toMatchObject([
      { kind: 'message', failures: 10, free: 10, locked_until: after(first, hours(1)) },
    ])
  })

  test.each([
    ['code', 10],
    ['answer', 5],
  ] as const)('are locked until the next turn for guesses: a wrong %s', async (kind, free) => {
    for (let i = 0; i < free + 1; i++)
      await (await rateLimiter.begin(kind, { account, address: '192.0.2.1' })).failed()
    const locked_until = after(clock.now(), seconds(5))
    expect(await here()).toMatchObject([{ kind, failures: free + 1, free, locked_until }])
  })

  test('are listed per known browser and do not include other accounts', async () => {
    await fail(2)
    await fail(3, { holder: 'abcdefghijklmnop' })
    await fail(4, { of: 'bia@operadora.example' })
    expect(
      (await here()).map(({ known_device, failures }) => [known_device, failures]).toSorted(),
    ).toEqual([
      [false, 2],
      [true, 3],
    ])
  })

  test('are listed by kind in the order of the contract', async () => {
    for (const kind of ['answer', 'code', 'password'] as const)
      await (await rateLimiter.begin(kind, { account, address: '192.0.2.1' })).failed()
    await rateLimiter.consume('message', { account, address: '192.0.2.1' })
    await rateLimiter.consume('recovery', { account, address: '192.0.2.1' })
    expect([...new Set((await locks()).map(({ kind }) => kind))]).toEqual([...lockKinds])
  })
})

describe('resetting an account', () => {
  test('removes failures and turns of the account and its known browsers, but of no other account', async () => {
    await fail(6, { holder: 'abcdefghijklmnop' })
    await fail(6)
    await fail(6, { of: 'bia@operadora.example' })
    expect((await keys()).some((key) => key.startsWith('turns:'))).toBe(true)
    await resetAccountLocks(pool.db, account)
    expect(await locks()).toEqual([])
    const left = await keys()
    expect(left.filter((key) => key.includes(accountKey(account)))).toEqual([])
    expect(left.filter((key) => key.includes(accountKey('bia@operadora.example')))).toHaveLength(3)
    expect(left.filter((key) => key.includes(':network:192.0.2.1'))).not.toEqual([])
  })

  test('uses keys that do not reveal the account', () => {
    expect(accountKey(account)).toMatch(/^account:[\w-]{32}$/)
    expect(accountKey(account)).not.toContain('ana')
  })
})
