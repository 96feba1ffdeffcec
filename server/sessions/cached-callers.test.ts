/**
 * Tokens refer to the cache entries of their caller. If an entry is evicted or changed, it must not be used through
 * this reference.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { type Caller, SessionCache } from './session-cache.ts'
import { SessionTokens } from './session-tokens.ts'
import { loadSigningKeys } from './signing-keys.ts'

const hash = quickHashOf('Senha')
/** Bytes for one session, for two sessions, and for the grants of one user. */
const [one, two, onePerson] = [1600, 2500, 4500]

let world: SessionWorld
let person: Visitor

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.build.visitor({ user: await world.build.user({ hash }) })
  await world.settle()
})

/** Returns a caller with a new session, whose token has a place unless `placed` is false. */
async function caller(placed = true): Promise<Caller> {
  const { sessionId: sid } = await world.begin(person.id)
  const { module, company } = person
  const place = { moduleId: module.id, companyId: company.id, spid: null }
  return { sid, sub: person.id, place: placed ? place : undefined, entries: undefined }
}

/** Reads the caller's session and grants into the cache. */
async function load(sessionCache: SessionCache, { sid, sub, place }: Caller): Promise<void> {
  await sessionCache.peekSession(sid)
  if (place) await sessionCache.grants(sub, place)
}

const now = () => world.clock.now().getTime()
const isCached = (sessionCache: SessionCache, who: Caller) =>
  sessionCache.getCached(who, now()) !== undefined
const cacheWith = (limits: { sessions: number; grants: number }) =>
  new SessionCache(world.db, world.changes, world.clock, limits)

describe('a cached caller', () => {
  test('consists of the session and the grants of the place', async () => {
    const who = await caller()
    expect(isCached(world.sessionCache, who)).toBe(false)
    await load(world.sessionCache, who)
    for (let times = 0; times < 2; times++)
      expect(world.sessionCache.getCached(who, now())).toEqual({
        session: await world.sessionCache.peekSession(who.sid),
        grants: who.place && (await world.sessionCache.grants(who.sub, who.place)),
        used: expect.objectContaining({ assignments: [expect.any(Number)] }),
      })
  })

  test('without a place has only a session', async () => {
    const who = await caller(false)
    await load(world.sessionCache, who)
    expect(world.sessionCache.getCached(who, now())).toEqual({
      session: await world.sessionCache.peekSession(who.sid),
      grants: undefined,
    })
  })

  test('with a place is not cached until the grants are cached', async () => {
    const who = await caller()
    await world.sessionCache.peekSession(who.sid)
    expect(isCached(world.sessionCache, who)).toBe(false)
    await load(world.sessionCache, who)
    expect(isCached(world.sessionCache, who)).toBe(true)
  })

  test('is cached per SPID', async () => {
    const user = await world.build.user({ hash })
    person = await world.build.visitor({ user, spids: ['SPID1', 'SPID2'] })
    const give = world.db.updateTable('user_profiles').set({ spid: 'SPID1' })
    await give.where('user_id', '=', person.id).execute()
    await world.settle()
    const who = await caller()
    const at = (spid: string) => ({ ...who, place: who.place && { ...who.place, spid } })
    const [first, second] = [at('SPID1'), at('SPID2')]
    for (const each of [first, second]) await load(world.sessionCache, each)
    for (let times = 0; times < 2; times++)
      expect([first, second].map((each) => isCached(world.sessionCache, each))).toEqual([
        true,
        false,
      ])
  })

  test.each([
    ['session', (who: Caller) => `session:${who.sid}`],
    ['person', (who: Caller) => `user:${who.sub}`],
    ['company', (who: Caller) => `company:${who.place?.companyId}`],
  ])('is invalidated by a change of its %s until it is read again', async (_, keyOf) => {
    const who = await caller()
    await load(world.sessionCache, who)
    expect(isCached(world.sessionCache, who)).toBe(true)
    await world.announce({ kind: 'rows', keys: [keyOf(who)] })
    expect(isCached(world.sessionCache, who)).toBe(false)
    await load(world.sessionCache, who)
    expect(isCached(world.sessionCache, who)).toBe(true)
  })

  test('is not used while notifications are disconnected', async () => {
    const who = await caller()
    await load(world.sessionCache, who)
    expect(isCached(world.sessionCache, who)).toBe(true)
    world.changes.connected = false
    expect(isCached(world.sessionCache, who)).toBe(false)
    world.changes.connected = true
    expect(isCached(world.sessionCache, who)).toBe(true)
  })

  test('expires after an hour without use and when a delegation begins', async () => {
    const who = await caller()
    await load(world.sessionCache, who)
    const { begin } = await delegationIn(minutes(30))
    await world.settle()
    await load(world.sessionCache, who)
    expect(isCached(world.sessionCache, who)).toBe(true)
    world.clock.advance(begin - now() - 1)
    expect(isCached(world.sessionCache, who)).toBe(true)
    world.clock.advance(1)
    expect(isCached(world.sessionCache, who)).toBe(false)
    await load(world.sessionCache, who)
    expect(isCached(world.sessionCache, who)).toBe(true)
    world.clock.advance(hours(1))
    expect(isCached(world.sessionCache, who)).toBe(false)
  })
})

async function delegationIn(time: number): Promise<{ begin: number }> {
  const begin = new Date(now() + time)
  const { id: userId, company } = person
  await world.build.delegation({ userId, companyId: company.id, by: userId, begin, end: null })
  return { begin: begin.getTime() }
}

describe('an evicted entry', () => {
  test.each([
    ['a session', { sessions: one, grants: 10 * onePerson }],
    ['grants', { sessions: 10 * two, grants: onePerson }],
  ])('is not kept alive by a reference: %s', async (_, limits) => {
    const sessionCache = cacheWith(limits)
    const first = await caller()
    await load(sessionCache, first)
    expect(isCached(sessionCache, first)).toBe(true)
    const { entries } = first
    person = await world.build.visitor({ user: await world.build.user({ hash }) })
    await load(sessionCache, await caller())
    expect(isCached(sessionCache, first)).toBe(false)
    // The reference does not keep the evicted value in memory.
    expect([entries?.session.session, entries?.grants?.cached]).toContain(undefined)
    await load(sessionCache, first)
    expect(isCached(sessionCache, first)).toBe(true)
  })

  test.each([
    ['', minutes(1)],
    [' (clock set back)', -minutes(1)],
  ])('is the least recently used one, with an accuracy of a minute%s', async (_, elapsed) => {
    const sessionCache = cacheWith({ sessions: two, grants: onePerson })
    const [first, second, third] = [await caller(false), await caller(false), await caller(false)]
    await load(sessionCache, first)
    await load(sessionCache, second)
    expect([first, second].map((who) => isCached(sessionCache, who))).toEqual([true, true])
    world.clock.advance(elapsed)
    expect(isCached(sessionCache, first)).toBe(true)
    await load(sessionCache, third)
    expect([first, second].map((who) => isCached(sessionCache, who))).toEqual([true, false])
  })
})

test('a token used within the last minute stays cached, and another one is evicted', async () => {
  const keys = await loadSigningKeys(world.db, world.keyring)
  const { origin } = await world.build.console()
  const tokens = new SessionTokens(origin, keys, world.clock, 1300)
  const begun = [await world.begin(person.id), await world.begin(person.id)]
  const [first = '', second = ''] = begun.map(({ accessToken }) => accessToken)
  for (const token of [first, second]) await tokens.verify(token)
  for (const token of [first, second]) {
    const who = tokens.getCached(token, now())
    if (who) await load(world.sessionCache, who)
    if (who) world.sessionCache.getCached(who, now())
  }
  world.clock.advance(minutes(1))
  expect(tokens.getCached(first, now())).toBeDefined()
  await tokens.verify((await world.begin(person.id)).accessToken)
  expect([first, second].map((token) => tokens.getCached(token, now()) !== undefined)).toEqual([
    true,
    false,
  ])
})
