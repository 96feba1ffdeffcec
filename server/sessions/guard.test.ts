import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Access } from '../../contract/endpoint.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Place } from '../pipeline/principal.ts'
import { hours, minutes, seconds } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import type { BegunSession } from './session-service.ts'

const hash = quickHashOf('Senha')

/** Credentials of a call. The token of a module needs no browser. */
interface Shown {
  token: string
  browser: string | undefined
}

let world: SessionWorld

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())

/** Returns a token of the session for a place, or the initial token without a place. */
async function tokenOf({ sessionId, browser }: BegunSession, place?: Place): Promise<Shown> {
  const session = await world.sessionCache.liveSession(sessionId)
  if (!session) throw new Error('The session has ended.')
  const token = await world.sessions.issueToken(world.db, session, place)
  const bound = !place || place.moduleId === 1
  return { token, browser: bound ? browser : undefined }
}

const placeOf = ({ module, company }: Visitor): Place => ({
  moduleId: module.id,
  companyId: company.id,
  spid: null,
})

/** Creates a user who is signed in to a module or to the console. */
async function signedIn(inConsole = false) {
  const user = await world.build.user({ hash })
  const person = await (inConsole
    ? world.build.consoleUser({ user })
    : world.build.visitor({ user }))
  const begun = await world.begin(person.id)
  const shown = await tokenOf(begun, placeOf(person))
  await world.settle()
  return { person, begun, shown }
}

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
    return 'open'
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

describe('the guard by token and access', () => {
  const tokens: Record<string, Shown> = {}

  beforeAll(async () => {
    const master = await signedIn(true)
    const visitor = await world.build.visitor({ user: master.person })
    tokens['initial'] = await tokenOf(master.begun)
    tokens['master'] = master.shown
    tokens['module'] = await tokenOf(master.begun, placeOf(visitor))
    const integration = await world.build.profile({ moduleId: 1 })
    const { id } = await world.db
      .insertInto('functions')
      .values({
        module_id: 1,
        name: 'Bloqueio',
        url: '/user/block',
        environment: 'back',
        method: 'PUT',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await world.db
      .insertInto('profile_functions')
      .values({ profile_id: integration, function_id: id, module_id: 1 })
      .execute()
    const robot = await world.build.consoleUser({
      user: await world.build.user({ hash }),
      profileId: integration,
    })
    tokens['robot'] = await tokenOf(await world.begin(robot.id), placeOf(robot))
    await world.settle()
  })

  const admit = (
    whose: string,
    access: Exclude<Access, 'public'>,
    method: 'PUT' | 'GET' = 'PUT',
  ): Promise<string> => {
    const { token, browser } = tokens[whose] ?? {}
    const shown = { token, browser, address: '192.0.2.1' }
    return codeOf(
      world.guard.authorize(
        access,
        { method, path: '/user/block', audit: api.userBlock.audit },
        shown,
      ),
    )
  }

  const block = { screen: '/user-edit', action: 'block' } as const
  const plans = { screen: '/plan-list', action: 'create' } as const

  test.each<[string, Exclude<Access, 'public'>, string]>([
    ['none', 'any-token', 'access-token-missing'],
    ['none', block, 'access-token-missing'],
    ['initial', 'any-token', 'open'],
    ['initial', 'signed-in', 'open'],
    ['initial', block, 'forbidden'],
    ['master', 'any-token', 'open'],
    ['master', 'signed-in', 'open'],
    ['master', block, 'open'],
    ['master', { screen: '/user-edit' }, 'open'],
    ['master', plans, 'forbidden'],
    ['master', { screen: '/plan-list' }, 'forbidden'],
    ['master', [{ screen: '/plan-list' }, { screen: '/user-edit' }], 'open'],
    ['master', [{ screen: '/plan-list' }, plans], 'forbidden'],
    ['module', 'any-token', 'open'],
    ['module', 'signed-in', 'forbidden'],
    ['module', block, 'forbidden'],
    ['robot', block, 'open'],
    ['robot', 'signed-in', 'open'],
  ])('token %s, access %j: %s', async (whose, access, outcome) => {
    expect(await admit(whose, access)).toBe(outcome)
  })

  test('a screen without the action does not grant access that needs the action', async () => {
    await world.db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', 8)
      .where('action_id', 'in', (eb) =>
        eb.selectFrom('actions').select('id').where('path', '=', 'block'),
      )
      .execute()
    await world.settle()
    expect(await admit('master', block)).toBe('forbidden')
    expect(await admit('master', { screen: '/user-edit' })).toBe('open')
  })

  test('a back function grants its method only', async () => {
    expect(await admit('robot', block, 'GET')).toBe('forbidden')
  })
})

describe('identifying a token', () => {
  const identify = ({ token, browser }: Shown) => world.guard.identify(token, browser)
  const outcome = (shown: Shown) => codeOf(identify(shown))
  const statementCount = async (shown: Shown) => (await statementsOf(() => identify(shown))).length

  const revoke = async ({ token }: Shown) => {
    const { jti } = await world.tokens.verify(token)
    await world.db
      .updateTable('tokens')
      .set({ revoked_at: world.clock.now() })
      .where('id', '=', jti)
      .execute()
    await world.settle()
  }

  test('returns user, session, token and place', async () => {
    const { person, begun, shown } = await signedIn()
    const claims = await world.tokens.verify(shown.token)
    const who = await identify(shown)
    expect(who).toMatchObject({
      userId: person.id,
      tokenId: claims.jti,
      expiresAt: claims.exp,
      session: { id: begun.sessionId },
      place: { ...placeOf(person), grants: { held: { company: { id: person.company.id } } } },
    })
    expect((await identify(await tokenOf(begun))).place).toBeUndefined()
  })

  test('accepts console tokens only with the browser cookie of their session', async () => {
    const { begun, shown } = await signedIn(true)
    const other = await world.begin((await signedIn()).person.id)
    for (const { token } of [shown, await tokenOf(begun)]) {
      for (const browser of [undefined, '', other.browser, `${begun.browser}x`])
        expect(await outcome({ token, browser })).toBe('access-token-invalid')
      expect(await outcome({ token, browser: begun.browser })).toBe('open')
    }
  })

  test('refuses a revoked token and accepts other tokens of its session', async () => {
    const { begun, shown } = await signedIn()
    const initial = await tokenOf(begun)
    expect([await outcome(shown), await outcome(initial)]).toEqual(['open', 'open'])
    await revoke(shown)
    expect([await outcome(shown), await outcome(initial)]).toEqual(['access-token-expired', 'open'])
  })

  test('counts an accepted call as use of the session, but not a refused call', async () => {
    for (const [call, then] of [
      ['with its own browser', 'open'],
      ['from another browser', 'access-token-expired'],
      ['with a revoked token', 'access-token-expired'],
    ] as const) {
      const { begun, shown } = await signedIn(true)
      const revoked = await tokenOf(begun)
      await revoke(revoked)
      await outcome(shown)
      world.clock.advance(hours(1) - 1)
      const calls = {
        'with its own browser': shown,
        'from another browser': { ...shown, browser: `${begun.browser}x` },
        'with a revoked token': revoked,
      }
      await outcome(calls[call])
      world.clock.advance(1)
      expect(await outcome(shown), call).toBe(then)
    }
  })

  test('refuses a token whose session has ended', async () => {
    const { begun, shown } = await signedIn()
    await world.db
      .updateTable('sessions')
      .set({ ended_at: world.clock.now(), end_reason: 'sign-out' })
      .where('id', '=', begun.sessionId)
      .execute()
    await world.settle()
    expect(await outcome(shown)).toBe('access-token-expired')
  })

  test('refuses a token without grants in its place', async () => {
    const { person, shown } = await signedIn()
    expect(await outcome(shown)).toBe('open')
    await world.db.deleteFrom('user_profiles').where('user_id', '=', person.id).execute()
    await world.settle()
    expect(await outcome(shown)).toBe('access-token-expired')
  })

  test('refuses a token whose user is not that of its session, or whose session does not exist', async () => {
    const { begun, shown } = await signedIn()
    const stranger = (await signedIn()).person
    const subject = {
      tokenId: randomUUID(),
      sessionId: begun.sessionId,
      userId: (await world.tokens.verify(shown.token)).sub,
      expiresAt: new Date(world.clock.now().getTime() + hours(1)),
      browserDigest: '',
      place: { moduleId: stranger.module.id, companyId: stranger.company.id, spid: null },
    }
    for (const change of [{ userId: stranger.id }, { sessionId: randomUUID() }]) {
      const token = await world.tokens.sign({ ...subject, ...change })
      expect(await outcome({ token, browser: undefined })).toBe('access-token-expired')
    }
  })

  test('needs no query once the token is cached', async () => {
    const { shown } = await signedIn()
    expect(await statementCount(shown)).toBeGreaterThan(0)
    const [one, other] = [await identify(shown), await identify(shown)]
    expect([one.session, one.place?.grants]).toEqual([other.session, other.place?.grants])
    expect(await statementCount(shown)).toBe(0)
  })

  test('uses the cache after another token was looked up', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const first = await identify(one.shown)
    await identify(other.shown)
    expect(await statementCount(one.shown)).toBe(0)
    expect((await identify(one.shown)).session).toBe(first.session)
  })

  test('returns the changed user after a change notification', async () => {
    const { person, shown } = await signedIn()
    const before = await identify(shown)
    await world.db
      .updateTable('users')
      .set({ name: 'Outro nome' })
      .where('id', '=', person.id)
      .execute()
    await world.settle()
    expect(before.session.user.name).not.toBe('Outro nome')
    expect((await identify(shown)).session.user.name).toBe('Outro nome')
  })

  test('reads from the database while notifications are disconnected', async () => {
    const { person, shown } = await signedIn()
    await identify(shown)
    world.changes.connected = false
    await world.db
      .updateTable('users')
      .set({ name: 'Outro nome' })
      .where('id', '=', person.id)
      .execute()
    for (let look = 0; look < 2; look++) {
      expect((await identify(shown)).session.user.name).toBe('Outro nome')
      expect(await statementCount(shown)).toBe(2)
    }
    world.changes.connected = true
    await world.settle()
  })

  test('does not cache rows that were read before a notification arrived', async () => {
    const { shown } = await signedIn()
    const lock = await world.db.startTransaction().execute()
    await sql`lock table user_profiles in access exclusive mode`.execute(lock)
    const reading = identify(shown)
    await waitingFor(world.db, 'access_links')
    await world.announce({ kind: 'everything' })
    await lock.commit().execute()
    const first = await reading
    expect((await identify(shown)).place?.grants).not.toBe(first.place?.grants)
  })

  test('refuses a session that was idle for an hour', async () => {
    const { shown } = await signedIn()
    for (let call = 0; call < 3; call++) {
      expect(await outcome(shown)).toBe('open')
      world.clock.advance(hours(1) - 1)
    }
    expect(await outcome(shown)).toBe('open')
    world.clock.advance(hours(1))
    expect(await outcome(shown)).toBe('access-token-expired')
  })

  test('refuses a session that is twelve hours old', async () => {
    const { shown } = await signedIn()
    for (let half = 0; half < 24; half++) {
      expect(await outcome(shown)).toBe('open')
      world.clock.advance(minutes(30))
    }
    expect(await outcome(shown)).toBe('access-token-expired')
  })

  test('refuses an expired token of a live session', async () => {
    const { person, begun } = await signedIn()
    const token = await world.tokens.sign({
      tokenId: randomUUID(),
      sessionId: begun.sessionId,
      userId: person.id,
      expiresAt: new Date(world.clock.now().getTime() + seconds(90)),
      browserDigest: '',
      place: placeOf(person),
    })
    const shown = { token, browser: undefined }
    expect(await outcome(shown)).toBe('open')
    world.clock.advance(seconds(91))
    expect(await outcome(shown)).toBe('access-token-expired')
  })

  test('grants delegated profiles until the delegation ends', async () => {
    const { person, begun } = await signedIn()
    const place = { moduleId: 1, companyId: person.company.id, spid: null }
    await world.build.plan({ companyId: place.companyId, moduleId: 1 })
    const now = world.clock.now()
    await world.build.delegation({
      userId: person.id,
      companyId: place.companyId,
      by: (await world.build.lender(place.companyId)).id,
      begin: now,
      end: new Date(now.getTime() + minutes(10)),
    })
    await world.settle()
    const shown = await tokenOf(begun, place)
    expect((await identify(shown)).place?.grants.delegation?.id).toBeGreaterThan(0)
    world.clock.advance(minutes(10) - 1)
    expect(await statementCount(shown)).toBe(0)
    world.clock.advance(1)
    expect(await outcome(shown)).toBe('access-token-expired')
  })
})
