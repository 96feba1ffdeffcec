import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase, type Pool } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { TestClock } from '../../test/testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import {
  type AttemptKind,
  attemptRules,
  type GuessKind,
  type NetworkKind,
} from './attempt-rules.ts'
import { accountKey } from './attempt-keys.ts'
import { RateLimiter } from './rate-limiter.ts'

const hour = 3_600_000

let database: TestDatabase
let pool: Pool
let clock: TestClock
let rateLimiter: RateLimiter
let nameCount = 0

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
  rateLimiter = new RateLimiter(pool.db, clock)
})

/** Returns a new account or address. */
const newName = () => `alguem-${(nameCount += 1)}`

/** Returns the seconds to wait if the work is refused, otherwise 'free'. */
async function waitOf(work: () => Promise<void>): Promise<number | 'free'> {
  try {
    await work()
    return 'free'
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'too-many-requests') throw error
    return Number(error.retryAfter)
  }
}

/** Makes a failing attempt, by default from one fixed address. */
const fail = (kind: GuessKind, account: string, address = '192.0.2.1') =>
  waitOf(async () => (await rateLimiter.begin(kind, { account, address })).failed())

const spend = (account: string, address = '192.0.2.1') =>
  waitOf(() => rateLimiter.consume('message', { account, address }))

const consumeForNetwork = (kind: NetworkKind, address: string) =>
  waitOf(() => rateLimiter.consumeForNetwork(kind, address))

/** Inserts a counter with this number of failures. */
const arrange = (key: string, points: number) =>
  pool.db
    .insertInto('rate_limits')
    .values({ key: `failures:${key}`, points, expire: clock.now().getTime() + hour })
    .execute()

const counted = async (kind: AttemptKind) =>
  (await pool.db.selectFrom('rate_limits').select('key').execute())
    .map(({ key }) => key)
    .filter((key) => key.startsWith(`failures:${kind}:`))

async function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const outcomes: T[] = []
  for (let i = 0; i < count; i++) outcomes.push(await work())
  return outcomes
}

describe.each<[kind: GuessKind, here: number, perAccount: number]>([
  ['password', 5, 40],
  ['code', 10, 50],
  ['answer', 5, 15],
])('guesses at a %s', (kind, here, perAccount) => {
  test(`${here} an hour are free for an account from one network and do not affect other accounts or networks`, async () => {
    const account = newName()
    const free = await times(here, () => fail(kind, account))
    // The next attempt takes the first turn. The one after it must wait.
    expect([...free, await fail(kind, account), await fail(kind, account)]).toEqual([
      ...Array<string>(here + 1).fill('free'),
      5,
    ])
    expect(await fail(kind, newName())).toBe('free')
    expect(await fail(kind, account, '192.0.2.2')).toBe('free')
  })

  test(`${perAccount} are free for an account from different networks, besides those of a known browser`, async () => {
    const account = newName()
    const known = { account, holder: 'abcdefghijklmnop', address: '192.0.2.1' }
    await times(here, async () => (await rateLimiter.begin(kind, known)).failed())
    const free = await times(perAccount, () => fail(kind, account, newName()))
    expect(free).toEqual(Array(perAccount).fill('free'))
    // Codes have no budget, since they require the password. The next attempt takes the first turn.
    if (kind === 'code') expect(await fail(kind, account, newName())).toBe('free')
    const wait = { password: 360, code: 5, answer: 720 }[kind]
    expect(await fail(kind, account, newName())).toBe(wait)
    expect(await waitOf(async () => (await rateLimiter.begin(kind, known)).failed())).toBe('free')
  })
})

test.each(['password', 'answer'] as const)(
  'a network with 1000 failures at a %s may try once a second, and a success releases its turn',
  async (kind) => {
    const address = newName()
    await arrange(`${kind}:network:${address}`, 999)
    expect(await fail(kind, newName(), address)).toBe('free')
    expect(await fail(kind, newName(), address)).toBe('free')
    expect(await fail(kind, newName(), address)).toBe(1)
    clock.advance(1000)
    const attempt = await rateLimiter.begin(kind, { account: newName(), address })
    expect(await fail(kind, newName(), address)).toBe(1)
    await attempt.succeeded()
    expect(await fail(kind, newName(), address)).toBe('free')
  },
)

test('an attempt that must wait for its network does not take the turn of its account', async () => {
  const [account, address] = [newName(), newName()]
  await times(5, () => fail('password', account, address))
  await arrange(`password:network:${address}x`, 0)
  await pool.db
    .updateTable('rate_limits')
    .set({ points: 1000 })
    .where('key', '=', `failures:password:network:${address}`)
    .execute()
  expect(await fail('password', newName(), address)).toBe('free')
  expect(await fail('password', account, address)).toBe(1)
  clock.advance(1000)
  expect(await fail('password', account, address)).toBe('free')
})

test.each(['code', 'message'] as const)('a %s is not counted for the network', async (kind) => {
  const account = newName()
  await (kind === 'code' ? fail(kind, account) : spend(account))
  expect((await counted(kind)).filter((key) => key.includes('network'))).toEqual([])
})

test('10 messages an hour are sent to an account, and no more until the counter expires', async () => {
  const account = newName()
  const outcomes = await times(11, () => spend(account, newName()))
  expect(outcomes).toEqual([...Array<string>(10).fill('free'), hour / 1000])
  clock.advance(hour - 1)
  expect(await spend(account)).toBe(1)
  clock.advance(1)
  expect(await spend(account)).toBe('free')
})

test.each(['trip', 'handle'] as const)(
  '1000 requests an hour of kind %s are free for a network, then one a second; no account is counted',
  async (kind) => {
    const address = newName()
    await arrange(`${kind}:network:${address}`, 999)
    expect(await times(2, () => consumeForNetwork(kind, address))).toEqual(['free', 'free'])
    expect(await consumeForNetwork(kind, address)).toBe(1)
    clock.advance(1000)
    expect(await consumeForNetwork(kind, address)).toBe('free')
    expect((await counted(kind)).filter((key) => key.includes('account'))).toEqual([])
  },
)

test('100 redirects an hour are free for a session, independently of its network', async () => {
  const id = newName()
  const trip = () => waitOf(() => rateLimiter.consumeForSession('trip', id))
  expect(await times(101, trip)).toEqual([...Array<string>(100).fill('free'), hour / 1000])
})

test('a network that must wait causes no query and is not counted', async () => {
  const address = newName()
  await arrange(`handle:network:${address}`, 1000)
  expect(await consumeForNetwork('handle', address)).toBe('free')
  expect(await consumeForNetwork('handle', address)).toBe(1)
  const statements = await statementsOf(() => consumeForNetwork('handle', address))
  expect(statements).toEqual([])
  clock.advance(1000)
  expect(await consumeForNetwork('handle', address)).toBe('free')
})

test('all addresses of an IPv6 /64 are one network', async () => {
  const account = newName()
  await times(6, () => fail('password', account, '2001:db8:0:7::1'))
  expect(await fail('password', account, '2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(5)
  expect(await fail('password', account, '2001:db8:0:8::1')).toBe('free')
})

describe('turns', () => {
  test('are 5, 10, 20, 40 and 80 seconds long, then 15 minutes each, exact to the millisecond', async () => {
    const account = newName()
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

  test('are not made longer by attempts before their end', async () => {
    const account = newName()
    await times(6, () => fail('password', account))
    await times(20, () => fail('password', account))
    clock.advance(5000)
    expect(await fail('password', account)).toBe('free')
  })
})

describe('failure counts', () => {
  test('expire exactly an hour after the first failure', async () => {
    const account = newName()
    await times(5, () => fail('password', account))
    clock.advance(hour - 1)
    expect(await fail('password', account)).toBe('free')
    expect(await fail('password', account)).toBe(5)
    clock.advance(1)
    expect(await times(5, () => fail('password', account))).toEqual(Array(5).fill('free'))
  })

  test('of an account are removed by a success, together with its turn', async () => {
    const account = newName()
    await times(6, () => fail('password', account))
    clock.advance(5000)
    await (await rateLimiter.begin('password', { account, address: '192.0.2.1' })).succeeded()
    expect(await times(7, () => fail('password', account))).toEqual([
      ...Array<string>(6).fill('free'),
      // The seconds until the budget has room. A success does not refill the budget.
      355,
    ])
  })

  test('of a network are kept after a success', async () => {
    const address = newName()
    await arrange(`answer:network:${address}`, 999)
    const account = newName()
    await fail('answer', account, address)
    await (await rateLimiter.begin('answer', { account, address })).succeeded()
    expect(await times(2, () => fail('answer', newName(), address))).toEqual(['free', 1])
  })

  test('of an account from all networks are kept after a success', async () => {
    const account = newName()
    await times(14, () => fail('answer', account, newName()))
    await (await rateLimiter.begin('answer', { account, address: newName() })).succeeded()
    expect(await times(2, () => fail('answer', account, newName()))).toEqual(['free', 720])
  })

  test('of one kind do not affect another', async () => {
    const account = newName()
    await times(7, () => fail('password', account))
    expect(await fail('answer', account)).toBe('free')
    expect(await spend(account)).toBe('free')
  })
})

describe('the seconds to wait', () => {
  test('are never negative, even if the database responds late', async () => {
    const account = newName()
    await times(10, () => spend(account))
    const now = () => {
      const read = clock.now()
      clock.advance(2 * hour)
      return read
    }
    rateLimiter = new RateLimiter(pool.db, { now })
    expect(
      await waitOf(() => rateLimiter.consume('message', { account, address: newName() })),
    ).toBe(0)
  })
})

describe.each([
  ['password', 50],
  ['answer', 20],
] as const)('the budget of wrong guesses at a %s', (kind, perHour) => {
  /** Guesses from this many networks every three minutes for three hours. Returns the times of the admitted guesses. */
  async function guessAtAllTimes(networks: number): Promise<number[]> {
    const account = newName()
    const compared: number[] = []
    for (let step = 0; step < 60; step++) {
      const guesses = Array.from({ length: networks }, (_, n) =>
        fail(kind, account, `10.${step % 3}.${n}.1`),
      )
      for (const wait of await Promise.all(guesses))
        if (wait === 'free') compared.push(clock.now().getTime())
      clock.advance(180_000)
    }
    return compared
  }

  test.each([1, 7, 25])(
    `is at most ${perHour} in any hour, from %i new networks every few minutes`,
    async (networks) => {
      const compared = await guessAtAllTimes(networks)
      const inHour = compared.map(
        (start) => compared.filter((at) => at >= start && at <= start + hour).length,
      )
      expect(Math.max(...inHour)).toBeLessThanOrEqual(perHour)
      // This number of networks uses the whole budget.
      if (networks === 25) expect(Math.max(...inHour)).toBe(perHour)
    },
  )

  // With this number of other networks, the bucket always has room for a guess of a new network.
  const [most, ...seen] = attemptRules[kind].budget?.levels ?? [0]
  const few = most - (seen[0] ?? 0) - 1

  test.each([
    ['together', 0],
    ['one after the other', 2],
  ])(
    `never delays a new network while ${few} others, which start %s, guess for seven hours`,
    async (how, apart) => {
      const account = newName()
      const delays = new Set<number | 'free'>()
      for (let step = 0; step < 70; step++) {
        const begun = how === 'together' ? few : Math.min(few, Math.ceil((step + 1) / apart))
        await Promise.all(
          Array.from({ length: begun }, (_, n) => fail(kind, account, `10.0.${n}.1`)),
        )
        const address = newName()
        delays.add(
          await waitOf(async () =>
            (await rateLimiter.begin(kind, { account, address })).succeeded(),
          ),
        )
        clock.advance(360_000)
      }
      expect([...delays]).toEqual(['free'])
    },
  )

  test('gives turns to the networks with the fewest guesses first', async () => {
    const account = newName()
    let addresses = 0
    const guessFrom = (n: number) => fail(kind, account, `10.0.${n}.${(addresses += 1)}`)
    const alone = await times(20, () => guessFrom(0))
    expect(alone.filter((wait) => wait === 'free')).toHaveLength(seen.at(-1) ?? 0)
    const first = await Promise.all([1, 2, 3, 4].map(guessFrom))
    expect(first).toEqual(Array(4).fill('free'))
    clock.advance(4 * 1000 * (attemptRules[kind].budget?.leakSeconds ?? 0))
    expect(await guessFrom(0)).not.toBe('free')
    expect(await guessFrom(1)).toBe('free')
  })
})

describe('concurrent attempts', () => {
  test('a correct guess that no longer fits in the budget is counted and refused like a wrong one', async () => {
    const refusals = await Promise.all(
      (['succeeded', 'failed'] as const).map(async (verdict) => {
        const account = newName()
        const attempt = await rateLimiter.begin('password', { account, address: newName() })
        await times(40, () => fail('password', account, newName()))
        const wait = await waitOf(() => attempt[verdict]())
        const { rows } = await sql<{ points: number }>`select points from rate_limits
          where key like ${`%${accountKey(account)}%`} order by key`.execute(pool.db)
        return { wait, points: rows.map(({ points }) => points) }
      }),
    )
    expect(refusals[0]?.wait).toBe(360)
    expect(refusals[0]).toEqual(refusals[1])
  })

  test('a failure past the free ones is refused and stays recorded', async () => {
    const account = newName()
    const begun = await Promise.all(
      Array.from({ length: 6 }, () =>
        rateLimiter.begin('password', { account, address: '192.0.2.1' }),
      ),
    )
    for (const attempt of begun.slice(1)) await attempt.failed()
    await expect(begun[0]?.failed()).rejects.toMatchObject({
      code: 'too-many-requests',
      recorded: true,
    })
  })

  test('failures past the free ones are refused, although all attempts were admitted', async () => {
    const account = newName()
    const begun = await Promise.all(
      Array.from({ length: 8 }, () =>
        rateLimiter.begin('password', { account, address: '192.0.2.1' }),
      ),
    )
    const outcomes: (number | 'free')[] = []
    for (const attempt of begun) outcomes.push(await waitOf(() => attempt.failed()))
    expect(outcomes).toEqual([...Array<string>(5).fill('free'), 5, 5, 5])
  })

  test('a correct guess is refused if the other guesses have used up the free failures', async () => {
    const account = newName()
    const begin = () => rateLimiter.begin('password', { account, address: '192.0.2.1' })
    const [right, ...wrong] = await Promise.all(Array.from({ length: 6 }, begin))
    for (const attempt of wrong) await attempt.failed()
    expect(await waitOf(async () => right?.succeeded())).toBe(5)
  })
})

describe('auditing of refused attempts', () => {
  /** Makes refused attempts. Returns for each one the recorded refusal count, or undefined if it is not audited. */
  async function refusals(tries: number): Promise<(number | undefined)[]> {
    const account = newName()
    await times(6, () => fail('password', account))
    return times(tries, () =>
      rateLimiter.begin('password', { account, address: '192.0.2.1' }).then(
        () => undefined,
        (error: Problem) => (error.audited ? error.auditDetails['refusals'] : undefined),
      ),
    )
  }

  test('the counts of refused attempts are not rolled back', async () => {
    const account = newName()
    await times(6, () => fail('password', account))
    const recorded = await times(60, () =>
      rateLimiter.begin('password', { account, address: '192.0.2.1' }).then(
        () => undefined,
        (error: Problem) => error.recorded,
      ),
    )
    expect(new Set(recorded)).toEqual(new Set([true]))
  })

  test('includes the first 50 in an hour, then the 64th, the 128th and so on', async () => {
    const audited = (await refusals(130)).filter((count) => count !== undefined)
    expect(audited).toEqual([...Array.from({ length: 50 }, (_, index) => index + 1), 64, 128])
  })
})
