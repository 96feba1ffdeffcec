import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, type Pool } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { statementsOf } from '../testing/statements.ts'
import { TestClock } from '../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import type { AttemptKind, GuessKind, NetworkKind } from './attempt-rules.ts'
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

/** Whether a try may begin; it then fails. From one address unless told. */
const fail = (kind: GuessKind, account: string, address = '192.0.2.1') =>
  waitOf(async () => (await attempts.begin(kind, { account, address })).failed())

const spend = (account: string, address = '192.0.2.1') =>
  waitOf(() => attempts.spend('message', { account, address }))

const spendOfNetwork = (kind: NetworkKind, address: string) =>
  waitOf(() => attempts.spendOfNetwork(kind, address))

/** A counter that stands at so many already. */
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
  ['password', 5, 50],
  ['code', 10, 50],
  ['answer', 5, 20],
])('of guesses at a %s', (kind, here, perAccount) => {
  test(`${here} an hour are free for an account from one network, and elsewhere nobody waits for them`, async () => {
    const account = someone()
    const free = await times(here, () => fail(kind, account))
    // One more takes the turn that is there, and the next must wait.
    expect([...free, await fail(kind, account), await fail(kind, account)]).toEqual([
      ...Array<string>(here + 1).fill('free'),
      5,
    ])
    expect(await fail(kind, someone())).toBe('free')
    expect(await fail(kind, account, '192.0.2.2')).toBe('free')
  })

  test(`${perAccount} an hour are free for an account from wherever they come, and a known browser neither adds nor waits`, async () => {
    const account = someone()
    const known = { account, holder: 'abcdefghijklmnop', address: '192.0.2.1' }
    await times(here, async () => (await attempts.begin(kind, known)).failed())
    const free = await times(perAccount, () => fail(kind, account, someone()))
    expect([
      ...free,
      await fail(kind, account, someone()),
      await fail(kind, account, someone()),
    ]).toEqual([...Array<string>(perAccount + 1).fill('free'), 5])
    expect(await waitOf(async () => (await attempts.begin(kind, known)).failed())).toBe('free')
  })
})

test.each(['password', 'answer'] as const)(
  'a network that failed 1000 times at a %s tries once a second, and a success gives its turn back',
  async (kind) => {
    const address = someone()
    await arrange(`${kind}:network:${address}`, 999)
    expect(await fail(kind, someone(), address)).toBe('free')
    expect(await fail(kind, someone(), address)).toBe('free')
    expect(await fail(kind, someone(), address)).toBe(1)
    clock.advance(1000)
    const attempt = await attempts.begin(kind, { account: someone(), address })
    expect(await fail(kind, someone(), address)).toBe(1)
    await attempt.succeeded()
    expect(await fail(kind, someone(), address)).toBe('free')
  },
)

test('a try that waits for its network does not take the turn of its account', async () => {
  const [account, address] = [someone(), someone()]
  await times(5, () => fail('password', account, address))
  await arrange(`password:network:${address}x`, 0)
  await pool.db
    .updateTable('rate_limits')
    .set({ points: 1000 })
    .where('key', '=', `failures:password:network:${address}`)
    .execute()
  expect(await fail('password', someone(), address)).toBe('free')
  expect(await fail('password', account, address)).toBe(1)
  clock.advance(1000)
  expect(await fail('password', account, address)).toBe('free')
})

test.each(['code', 'message'] as const)('a %s is not held against a network', async (kind) => {
  const account = someone()
  await (kind === 'code' ? fail(kind, account) : spend(account))
  expect((await counted(kind)).filter((key) => key.includes('network'))).toEqual([])
})

test('10 messages an hour go out for an account, and no more before all is forgotten', async () => {
  const account = someone()
  const outcomes = await times(11, () => spend(account, someone()))
  expect(outcomes).toEqual([...Array<string>(10).fill('free'), hour / 1000])
  clock.advance(hour - 1)
  expect(await spend(account)).toBe(1)
  clock.advance(1)
  expect(await spend(account)).toBe('free')
})

test.each(['trip', 'handle'] as const)(
  '1000 an hour of a %s are free for a network, then one a second; no account is counted',
  async (kind) => {
    const address = someone()
    await arrange(`${kind}:network:${address}`, 999)
    expect(await times(2, () => spendOfNetwork(kind, address))).toEqual(['free', 'free'])
    expect(await spendOfNetwork(kind, address)).toBe(1)
    clock.advance(1000)
    expect(await spendOfNetwork(kind, address)).toBe('free')
    expect((await counted(kind)).filter((key) => key.includes('account'))).toEqual([])
  },
)

test('100 trips an hour are free for a session, whatever its network does', async () => {
  const id = someone()
  const trip = () => waitOf(() => attempts.spendOfSession('trip', id))
  expect(await times(101, trip)).toEqual([...Array<string>(100).fill('free'), hour / 1000])
})

test('while a network waits, nothing of it is counted or asked of the database', async () => {
  const address = someone()
  await arrange(`handle:network:${address}`, 1000)
  expect(await spendOfNetwork('handle', address)).toBe('free')
  expect(await spendOfNetwork('handle', address)).toBe(1)
  const statements = await statementsOf(() => spendOfNetwork('handle', address))
  expect(statements).toEqual([])
  clock.advance(1000)
  expect(await spendOfNetwork('handle', address)).toBe('free')
})

test('all addresses of an IPv6 /64 are one network', async () => {
  const account = someone()
  await times(6, () => fail('password', account, '2001:db8:0:7::1'))
  expect(await fail('password', account, '2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(5)
  expect(await fail('password', account, '2001:db8:0:8::1')).toBe('free')
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
    await (await attempts.begin('password', { account, address: '192.0.2.1' })).succeeded()
    expect(await times(7, () => fail('password', account))).toEqual([
      ...Array<string>(6).fill('free'),
      5,
    ])
  })

  test('of a network is not gone with a success', async () => {
    const address = someone()
    await arrange(`answer:network:${address}`, 999)
    const account = someone()
    await fail('answer', account, address)
    await (await attempts.begin('answer', { account, address })).succeeded()
    expect(await times(2, () => fail('answer', someone(), address))).toEqual(['free', 1])
  })

  test('of an account from everywhere is gone with a success too', async () => {
    const account = someone()
    await times(19, () => fail('answer', account, someone()))
    await (await attempts.begin('answer', { account, address: someone() })).succeeded()
    expect(await times(20, () => fail('answer', account, someone()))).toEqual(
      Array(20).fill('free'),
    )
  })

  test('of one kind is not held against another', async () => {
    const account = someone()
    await times(7, () => fail('password', account))
    expect(await fail('answer', account)).toBe('free')
    expect(await spend(account)).toBe('free')
  })
})

describe('the seconds to wait', () => {
  test('are never fewer than none, however long the database takes to answer', async () => {
    const account = someone()
    await times(10, () => spend(account))
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
      Array.from({ length: 6 }, () =>
        attempts.begin('password', { account, address: '192.0.2.1' }),
      ),
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
      Array.from({ length: 8 }, () =>
        attempts.begin('password', { account, address: '192.0.2.1' }),
      ),
    )
    const outcomes: (number | 'free')[] = []
    for (const attempt of begun) outcomes.push(await waitOf(() => attempt.failed()))
    expect(outcomes).toEqual([...Array<string>(5).fill('free'), 5, 5, 5])
  })

  test('hold their failures against the one that fits', async () => {
    const account = someone()
    const begin = () => attempts.begin('password', { account, address: '192.0.2.1' })
    const [right, ...wrong] = await Promise.all(Array.from({ length: 6 }, begin))
    for (const attempt of wrong) await attempt.failed()
    expect(await waitOf(async () => right?.succeeded())).toBe(5)
  })
})

describe('what the trail is told of tries that wait for their turn', () => {
  /** The count that each refused try brings along, where it is told. */
  async function refusals(tries: number): Promise<(number | undefined)[]> {
    const account = someone()
    await times(6, () => fail('password', account))
    return times(tries, () =>
      attempts.begin('password', { account, address: '192.0.2.1' }).then(
        () => undefined,
        (error: Problem) => (error.audited ? error.auditDetails['refusals'] : undefined),
      ),
    )
  }

  test('of none of them is what was counted taken back', async () => {
    const account = someone()
    await times(6, () => fail('password', account))
    const recorded = await times(60, () =>
      attempts.begin('password', { account, address: '192.0.2.1' }).then(
        () => undefined,
        (error: Problem) => error.recorded,
      ),
    )
    expect(new Set(recorded)).toEqual(new Set([true]))
  })

  test('is each of the first 50 in an hour, then the 64th, the 128th and so on', async () => {
    const told = (await refusals(130)).filter((count) => count !== undefined)
    expect(told).toEqual([...Array.from({ length: 50 }, (_, index) => index + 1), 64, 128])
  })
})
