import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Pool } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { TestClock } from '../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { AttemptKind } from './attempt-rules.ts'
import { Attempts } from './attempts.ts'

const hour = 3_600_000

let database: TestDatabase
let pool: Pool
let clock: TestClock
let attempts: Attempts
let named = 0

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.url, { max: 2, onError: () => undefined })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})
beforeEach(() => {
  clock = new TestClock()
  attempts = new Attempts(pool.db, clock)
})

/** An account or address that nobody else has. */
const someone = () => `alguem-${(named += 1)}`

/** What comes of something that may be refused: how many seconds to wait, or nothing. */
async function waitOf(work: () => Promise<void>): Promise<number | 'free'> {
  try {
    await work()
    return 'free'
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too-many-requests') throw error
    return Number(error.retryAfter)
  }
}

/** Whether a try may begin; it then fails. */
const fail = (kind: AttemptKind, account: string, address = someone()) =>
  waitOf(async () => (await attempts.begin(kind, { account, address })).failed())

const spend = (kind: AttemptKind, account: string, address = someone()) =>
  waitOf(() => attempts.spend(kind, { account, address }))

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const outcomes: T[] = []
  for (let i = 0; i < count; i++) outcomes.push(await work())
  return outcomes
}

describe.each<[kind: AttemptKind, perAccount: number, perAddress: number]>([
  ['password', 5, 50],
  ['code', 10, 50],
  ['answer', 5, 20],
])('of guesses at a %s', (kind, perAccount, perAddress) => {
  test(`${perAccount} an hour are free for an account, from wherever they come`, async () => {
    const account = someone()
    const free = await times(perAccount, () => fail(kind, account))
    // One more takes the turn that is there, and the next must wait.
    expect([...free, await fail(kind, account), await fail(kind, account)]).toEqual([
      ...Array<string>(perAccount + 1).fill('free'),
      5,
    ])
    expect(await fail(kind, someone())).toBe('free')
  })

  test(`${perAddress} an hour are free for an address, at whatever accounts`, async () => {
    const address = someone()
    const free = await times(perAddress, () => fail(kind, someone(), address))
    expect([
      ...free,
      await fail(kind, someone(), address),
      await fail(kind, someone(), address),
    ]).toEqual([...Array<string>(perAddress + 1).fill('free'), 5])
    expect(await fail(kind, someone())).toBe('free')
  })
})

describe.each<[kind: AttemptKind, perAccount: number, perAddress: number]>([
  ['message', 10, 60],
  ['trip', 300, 300],
])('of what is no guess, a %s', (kind, perAccount, perAddress) => {
  test(`${perAccount} an hour go out for an account, and no more before all is forgotten`, async () => {
    const account = someone()
    const outcomes = await times(perAccount + 1, () => spend(kind, account))
    expect(outcomes).toEqual([...Array<string>(perAccount).fill('free'), hour / 1000])
    clock.advance(hour - 1)
    expect(await spend(kind, account)).toBe(1)
    clock.advance(1)
    expect(await spend(kind, account)).toBe('free')
  })

  test(`${perAddress} an hour go out for an address`, async () => {
    const address = someone()
    const outcomes = await times(perAddress + 1, () => spend(kind, someone(), address))
    expect(outcomes).toEqual([...Array<string>(perAddress).fill('free'), hour / 1000])
  })
})

describe('turns', () => {
  test('come after 5, 10, 20, 40 and 80 seconds, then every 15 minutes; not a millisecond sooner', async () => {
    const account = someone()
    await times(5, () => fail('password', account))
    for (const seconds of [5, 10, 20, 40, 80, 900]) {
      expect(await fail('password', account)).toBe('free')
      expect(await fail('password', account)).toBe(seconds)
      clock.advance(seconds * 1000 - 1)
      expect(await fail('password', account)).toBe(1)
      clock.advance(1)
    }
    expect(await fail('password', account)).toBe('free')
    expect(await fail('password', account)).toBe(900)
  })

  test('are not made longer by whoever does not wait', async () => {
    const account = someone()
    await times(6, () => fail('password', account))
    await times(20, () => fail('password', account))
    clock.advance(5000)
    expect(await fail('password', account)).toBe('free')
  })
})

describe('what is remembered', () => {
  test('of failures is forgotten an hour after the first, not a millisecond sooner', async () => {
    const account = someone()
    await times(5, () => fail('password', account))
    clock.advance(hour - 1)
    expect(await fail('password', account)).toBe('free')
    expect(await fail('password', account)).toBe(5)
    clock.advance(1)
    expect(await times(5, () => fail('password', account))).toEqual(Array(5).fill('free'))
  })

  test('of an account is gone with a success, its turn too', async () => {
    const account = someone()
    await times(6, () => fail('password', account))
    clock.advance(5000)
    await (await attempts.begin('password', { account, address: someone() })).succeeded()
    expect(await times(7, () => fail('password', account))).toEqual([
      ...Array<string>(6).fill('free'),
      5,
    ])
  })

  test('of an address is not gone with a success', async () => {
    const address = someone()
    await times(19, () => fail('answer', someone(), address))
    const account = someone()
    await fail('answer', account)
    await (await attempts.begin('answer', { account, address })).succeeded()
    expect(await times(3, () => fail('answer', someone(), address))).toEqual(['free', 'free', 5])
  })

  test('of one kind is not held against another', async () => {
    const account = someone()
    await times(7, () => fail('password', account))
    expect(await fail('answer', account)).toBe('free')
    expect(await spend('message', account)).toBe('free')
  })
})

describe('the seconds to wait', () => {
  test('are never fewer than none, however long the database takes to answer', async () => {
    const account = someone()
    await times(10, () => spend('message', account))
    const now = () => {
      const read = clock.now()
      clock.advance(2 * hour)
      return read
    }
    attempts = new Attempts(pool.db, { now })
    expect(await waitOf(() => attempts.spend('message', { account, address: someone() }))).toBe(0)
  })
})

describe('many tries at once', () => {
  test('a failure beyond the free ones is refused for its turn, and keeps its trace', async () => {
    const account = someone()
    const begun = await Promise.all(
      Array.from({ length: 6 }, () => attempts.begin('password', { account, address: someone() })),
    )
    for (const attempt of begun.slice(1)) await attempt.failed()
    await expect(begun[0]?.failed()).rejects.toMatchObject({
      code: 'too-many-requests',
      recorded: true,
    })
  })

  test('that all began freely fail as too many past the free ones', async () => {
    const account = someone()
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => attempts.begin('password', { account, address: someone() })),
    )
    const outcomes: (number | 'free')[] = []
    for (const attempt of begun) outcomes.push(await waitOf(() => attempt.failed()))
    expect(outcomes).toEqual([...Array<string>(5).fill('free'), 5, 5, 5])
  })

  test('hold their failures against the one that fits', async () => {
    const account = someone()
    const begin = () => attempts.begin('password', { account, address: someone() })
    const [right, ...wrong] = await Promise.all(Array.from({ length: 6 }, begin))
    for (const attempt of wrong) await attempt.failed()
    expect(await waitOf(async () => right?.succeeded())).toBe(5)
  })
})
