import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { type BuiltUser, defaultPassword } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { after } from '../shared/clock.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

let app: TestApp
let other: TestInstance
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  other = await app.beside()
  admin = await administratorOf(app)
})
afterAll(() => app.close())
beforeEach(() => app.db.deleteFrom('rate_limits').execute())

const guess = async (
  email: string,
  password = 'errada',
  caller: { address?: string; cookie?: string } = {},
  at: TestInstance = app,
) =>
  (
    await at.client.call('authLocal', {
      headers: basic(email, password),
      address: '192.0.2.1',
      ...caller,
    })
  ).outcome

/** Makes six wrong guesses. Five are free, and the sixth takes a turn, which lasts until the clock advances. */
async function lock(email: string, caller: { address?: string; cookie?: string } = {}) {
  for (let n = 0; n < 6; n++) await guess(email, 'errada', caller)
}

const inMilliseconds = (n: number) => after(app.clock.now(), n).toISOString()

const of = ({ id }: { id: number }) => ({ params: { userId: String(id) } })
/** Returns the locks of a user, without the budget and the /24 networks that share it. */
const locksOf = async (user: BuiltUser, who = admin) =>
  (await who.call('userLockList', of(user))).data.locks.filter(
    ({ kind, network, known_device }) =>
      kind === 'message' || known_device || (network !== null && !network.endsWith('/24')),
  )

async function counters() {
  const { rows } = await sql`select key, points from rate_limits order by key`.execute(app.db)
  return rows
}

describe('GET /user/{userId}/locks', () => {
  test('is an empty list for an account without failures', async () => {
    expect(await locksOf(await app.build.user())).toEqual([])
  })

  test('shows an account that must wait for its turn, and until when', async () => {
    const user = await app.build.user()
    await lock(user.email)
    expect(await locksOf(user)).toEqual([
      {
        kind: 'password',
        known_device: false,
        network: '192.0.2.1',
        failures: 6,
        free: 5,
        locked_until: inMilliseconds(5000),
        remembered_until: inMilliseconds(3_600_000),
      },
    ])
  })

  test('shows free failures as not locked', async () => {
    const user = await app.build.user()
    for (let n = 0; n < 5; n++) await guess(user.email)
    expect(await locksOf(user)).toMatchObject([
      { kind: 'password', failures: 5, locked_until: null },
    ])
  })

  test('shows no lock beyond the lifetime of its failures', async () => {
    const user = await app.build.user()
    await lock(user.email)
    app.clock.advance(3_599_000)
    await guess(user.email)
    const [found] = await locksOf(user)
    expect(found).toMatchObject({ failures: 7, remembered_until: inMilliseconds(1000) })
    expect(found?.locked_until).toBe(found?.remembered_until)
  })

  test('shows no lock after the turn, and nothing after the counter expires', async () => {
    const user = await app.build.user()
    await lock(user.email)
    app.clock.advance(4999)
    expect(await locksOf(user)).toMatchObject([{ locked_until: inMilliseconds(1) }])
    app.clock.advance(1)
    expect(await locksOf(user)).toMatchObject([{ failures: 6, locked_until: null }])
    app.clock.advance(3_594_999)
    expect(await locksOf(user)).toHaveLength(1)
    app.clock.advance(1)
    expect(await locksOf(user)).toEqual([])
  })

  test('shows a known browser separately', async () => {
    const user = await app.build.user()
    const { cookie } = await app.trips.signIn(user.email)
    await lock(user.email, { cookie })
    expect(await locksOf(user)).toMatchObject([
      { kind: 'password', known_device: true, failures: 6, locked_until: expect.any(String) },
      { kind: 'message', known_device: false, failures: 1, locked_until: null },
    ])
  })

  test('shows messages as locked until the counter expires', async () => {
    const user = await app.build.user()
    for (let n = 0; n < 4; n++) {
      const session = await app.trips.begin(user.email)
      for (let send = 0; send < 3; send++)
        await app.client.call('userChooseMfa', {
          body: { session, email: user.email, answer: 'EMAIL_OTP' },
        })
    }
    const [found] = await locksOf(user)
    expect(found).toMatchObject({ kind: 'message', free: 10 })
    expect(found?.locked_until).toBe(found?.remembered_until)
  })

  test('shows nothing of other accounts', async () => {
    const [user, victim] = [await app.build.user(), await app.build.user()]
    await lock(victim.email, { address: '192.0.2.7' })
    expect(await locksOf(user)).toEqual([])
    const { text } = await admin.call('userLockList', of(victim))
    expect(text).not.toMatch(/account/)
  })
})

describe('DELETE /user/{userId}/locks', () => {
  test('admits the correct password immediately, on every instance', async () => {
    for (const instance of [app, other]) {
      const user = await app.build.user()
      await lock(user.email)
      for (const at of [app, other])
        expect(await guess(user.email, defaultPassword, {}, at)).toBe('429 too-many-requests')
      expect((await admin.call('userUnlock', of(user))).outcome).toBe('200')
      expect(await locksOf(user)).toEqual([])
      expect(await guess(user.email, defaultPassword, {}, instance)).toBe('200')
    }
  })

  test('resets failures and turns of every kind, including those of known browsers', async () => {
    const user = await app.build.user()
    const { cookie } = await app.trips.signIn(user.email)
    await lock(user.email, { cookie })
    await lock(user.email)
    await admin.call('userUnlock', of(user))
    const left = (await counters()) as { key: string }[]
    expect(left.filter(({ key }) => key.includes(':account:'))).toEqual([])
    expect(await guess(user.email, defaultPassword, { cookie })).toBe('200')
  })

  test('keeps the counters of networks and of other accounts', async () => {
    const [user, bystander] = [await app.build.user(), await app.build.user()]
    const address = '192.0.2.9'
    await lock(user.email, { address })
    await lock(bystander.email, { address })
    await admin.call('userUnlock', of(user))
    expect(await locksOf(bystander)).toMatchObject([{ kind: 'password', failures: 6 }])
    expect(await counters()).toContainEqual({
      key: `failures:password:network:${address}`,
      points: 12,
    })
  })

  test('is audited with the reset counters and without secrets', async () => {
    const user = await app.build.user()
    await lock(user.email, { address: '192.0.2.10' })
    await admin.call('userUnlock', of(user))
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      operation: 'userUnlock',
      event: 'user.unlock',
      user_id: admin.person.id,
      target: `user:${user.id}`,
      before: [
        { kind: 'password', known_device: false, network: null, failures: 6 },
        { kind: 'password', known_device: false, network: '192.0.2.0/24', failures: 6 },
        { kind: 'password', known_device: false, network: '192.0.2.10', failures: 6 },
      ],
      after: null,
      confirmed_by: 'password',
    })
    expect(JSON.stringify(event)).not.toMatch(/errada|account:|@/)
  })

  test('requires identity confirmation', async () => {
    const user = await app.build.user()
    await lock(user.email)
    const before = await counters()
    expect((await admin.callWith({}, 'userUnlock', of(user))).outcome).toBe(
      '403 identity-confirmation-required',
    )
    expect(await counters()).toEqual(before)
  })
})

describe('access to locks', () => {
  const notFound = '404 user-not-found'

  /** Builds a user of the same company as `who`. */
  async function colleagueOf(who: ConsoleClient, profileId = masterProfileId) {
    const { company } = who.person
    const colleague = await app.build.consoleUser({ company, profileId })
    await app.db
      .insertInto('user_companies')
      .values({ user_id: colleague.id, company_id: company.id })
      .execute()
    await lock(colleague.email)
    return colleague
  }

  /** Builds a master user, and a locked user of another company. */
  async function masterAndStranger() {
    const master = await arriveInConsole(app, await app.build.consoleUser())
    const stranger = await app.build.consoleUser()
    await lock(stranger.email)
    return { master, stranger }
  }

  test('a master user has access to those of the own company', async () => {
    const { master } = await masterAndStranger()
    const colleague = await colleagueOf(master)
    expect(await locksOf(colleague, master)).toHaveLength(1)
    expect((await master.call('userUnlock', of(colleague))).outcome).toBe('200')
    expect(await guess(colleague.email, defaultPassword)).toBe('200')
  })

  test('a user of another company is not found, and nothing changes', async () => {
    const { master, stranger } = await masterAndStranger()
    const before = await counters()
    expect((await master.call('userLockList', of(stranger))).outcome).toBe(notFound)
    expect((await master.call('userUnlock', of(stranger))).outcome).toBe(notFound)
    expect(await counters()).toEqual(before)
    expect(await guess(stranger.email, defaultPassword)).toBe('429 too-many-requests')
  })

  test('a master user has no access to an administrator of the same company', async () => {
    const { master } = await masterAndStranger()
    const chief = await colleagueOf(master, administratorProfileId)
    expect((await master.call('userLockList', of(chief))).outcome).toBe(notFound)
    expect((await master.call('userUnlock', of(chief))).outcome).toBe(notFound)
  })

  test('an unknown user is not found', async () => {
    const nobody = { id: 2_000_000_000 }
    expect((await admin.call('userLockList', of(nobody))).outcome).toBe(notFound)
    expect((await admin.call('userUnlock', of(nobody))).outcome).toBe(notFound)
  })

  test('reading requires the screen, and resetting its action', async () => {
    const user = await app.build.user()
    const without = await holderOf(app, ['/user-list'])
    expect((await without.call('userLockList', of(user))).outcome).toBe('403 forbidden')
    const reader = await holderOf(app, ['/user-edit'])
    const colleague = await colleagueOf(reader)
    await sql`delete from profile_actions where profile_id = ${reader.person.profileId}
      and action_id in (select id from actions where path = 'unlock')`.execute(app.db)
    expect(await locksOf(colleague, reader)).toHaveLength(1)
    const before = await counters()
    expect((await reader.call('userUnlock', of(colleague))).outcome).toBe('403 forbidden')
    expect(await counters()).toEqual(before)
  })
})

describe('counters of an account', () => {
  test('are found through the primary key without reading other rows', async () => {
    await sql`insert into rate_limits (key, points, expire)
      select 'failures:password:account:' || md5(i::text), 1, ${app.clock.now().getTime() + 3_600_000}
      from generate_series(1, 20000) i`.execute(app.db)
    await sql`analyze rate_limits`.execute(app.db)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select key from rate_limits
      where key = ${'failures:password:account:x'} or key like ${'failures:password:account:x:%'}`.execute(
      app.db,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('rate_limits_pkey')
    expect(plan).not.toContain('Seq Scan')
  })
})
