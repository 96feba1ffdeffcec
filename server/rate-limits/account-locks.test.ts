import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockKinds } from '../../contract/locks.ts'
import { openDatabase, type Pool } from '../database/database.ts'
import { after, hours, minutes, seconds } from '../shared/clock.ts'
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
/** Returns the counters of known browsers and of single addresses. */
const here = async () =>
  (await locks()).filter(
    ({ network, known_device }) => known_device || (network !== null && !network.endsWith('/24')),
  )

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

  test('are not locked by free attempts; the budget expires at its rate, its shares after three hours, the others after one', async () => {
    const first = clock.now()
    await fail(4)
    const shared = { kind: 'password', known_device: false, failures: 4, locked_until: null }
    expect(await locks()).toEqual([
      { ...shared, network: null, free: 40, remembered_until: after(first, minutes(24)) },
      { ...shared, network: '192.0.2.0/24', free: 12, remembered_until: after(first, hours(3)) },
      { ...shared, network: '192.0.2.1', free: 5, remembered_until: after(first, hours(1)) },
    ])
    clock.advance(minutes(6))
    expect(await locks()).toMatchObject([{ failures: 3 }, { failures: 4 }, { failures: 4 }])
    clock.advance(minutes(18))
    expect(await locks()).toMatchObject([{ network: '192.0.2.0/24' }, { network: '192.0.2.1' }])
    clock.advance(minutes(36))
    expect(await locks()).toMatchObject([{ network: '192.0.2.0/24' }])
    clock.advance(hours(2))
    expect(await locks()).toEqual([])
  })

  test('show that networks that had their turns wait for the budget, and new networks do not', async () => {
    for (let n = 0; n < 60; n++) {
      const address = `10.1.${n % 12}.1`
      await rateLimiter.begin('password', { account, address }).then(
        (attempt) => attempt.failed(),
        () => undefined,
      )
    }
    const found = await locks()
    const stateOf = (of: string | null) => found.find(({ network }) => network === of)
    expect(stateOf(null)).toMatchObject({ failures: 20, free: 40, locked_until: null })
    // The first eight networks had a second turn. The next turn is for the others.
    expect(stateOf('10.1.7.0/24')).toMatchObject({
      failures: 2,
      locked_until: after(clock.now(), minutes(36)),
    })
    expect(stateOf('10.1.8.0/24')).toMatchObject({
      failures: 1,
      locked_until: after(clock.now(), minutes(6)),
    })
  })

  test('show the budget as locked if new networks must wait too', async () => {
    for (let n = 0; n < 40; n++)
      await (await rateLimiter.begin('password', { account, address: `10.1.${n}.1` })).failed()
    expect((await locks()).find(({ network }) => network === null)).toMatchObject({
      failures: 40,
      locked_until: after(clock.now(), minutes(6)),
    })
  })

  test('are locked by the first attempt past the free ones, until its turn ends', async () => {
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

  test('of messages are locked until they expire', async () => {
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
    expect(left.filter((key) => key.includes(accountKey('bia@operadora.example')))).toHaveLength(4)
    expect(left.filter((key) => key.includes(':network:192.0.2.1'))).not.toEqual([])
  })

  test('uses keys that do not reveal the account', () => {
    expect(accountKey(account)).toMatch(/^account:[\w-]{32}$/)
    expect(accountKey(account)).not.toContain('ana')
  })
})
