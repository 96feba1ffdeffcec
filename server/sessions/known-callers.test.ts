/** Callers whose token says where their session and grants lie: what has left memory, or changed, is not used by that way. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../shared/clock.ts'
import type { Visitor } from '../testing/builders.ts'
import { quickHashOf } from '../testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { type Caller, SessionCache } from './session-cache.ts'
import { SessionTokens } from './session-tokens.ts'
import { loadSigningKeys } from './signing-keys.ts'

const hash = quickHashOf('Senha')
/** Room for one session, for two, and for the grants of one person with their profiles. */
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

/** Somebody with a token, of their place or of none. */
async function caller(placed = true): Promise<Caller> {
  const { sessionId: sid } = await world.begin(person.id)
  const { module, company } = person
  const place = { moduleId: module.id, companyId: company.id, spid: null }
  return { sid, sub: person.id, place: placed ? place : undefined, found: undefined }
}

/** Has memory read what it knows of them. */
async function read(sessionCache: SessionCache, { sid, sub, place }: Caller): Promise<void> {
  await sessionCache.peekSession(sid)
  if (place) await sessionCache.grants(sub, place)
}

const now = () => world.clock.now().getTime()
const isKnown = (sessionCache: SessionCache, who: Caller) =>
  sessionCache.recall(who, now()) !== undefined
const cacheWith = (limits: { sessions: number; grants: number }) =>
  new SessionCache(world.db, world.changes, world.clock, limits)

describe('whoever is known here', () => {
  test('is their session, and the grants of their place', async () => {
    const who = await caller()
    expect(isKnown(world.sessionCache, who)).toBe(false)
    await read(world.sessionCache, who)
    for (let times = 0; times < 2; times++)
      expect(world.sessionCache.recall(who, now())).toEqual({
        session: await world.sessionCache.peekSession(who.sid),
        grants: who.place && (await world.sessionCache.grants(who.sub, who.place)),
      })
  })

  test('without a place has a session alone', async () => {
    const who = await caller(false)
    await read(world.sessionCache, who)
    expect(world.sessionCache.recall(who, now())).toEqual({
      session: await world.sessionCache.peekSession(who.sid),
      grants: undefined,
    })
  })

  test('is not known by their session alone where they have a place', async () => {
    const who = await caller()
    await world.sessionCache.peekSession(who.sid)
    expect(isKnown(world.sessionCache, who)).toBe(false)
    await read(world.sessionCache, who)
    expect(isKnown(world.sessionCache, who)).toBe(true)
  })

  test('is known for the SPID of their token, and for no other', async () => {
    const user = await world.build.user({ hash })
    person = await world.build.visitor({ user, spids: ['SPID1', 'SPID2'] })
    const give = world.db.updateTable('user_profiles').set({ spid: 'SPID1' })
    await give.where('user_id', '=', person.id).execute()
    await world.settle()
    const who = await caller()
    const at = (spid: string) => ({ ...who, place: who.place && { ...who.place, spid } })
    const [first, second] = [at('SPID1'), at('SPID2')]
    for (const each of [first, second]) await read(world.sessionCache, each)
    for (let times = 0; times < 2; times++)
      expect([first, second].map((each) => isKnown(world.sessionCache, each))).toEqual([
        true,
        false,
      ])
  })

  test.each([
    ['session', (who: Caller) => `session:${who.sid}`],
    ['person', (who: Caller) => `user:${who.sub}`],
    ['company', (who: Caller) => `company:${who.place?.companyId}`],
  ])(
    'is not once their %s was announced, and is again as soon as it was read',
    async (_, keyOf) => {
      const who = await caller()
      await read(world.sessionCache, who)
      expect(isKnown(world.sessionCache, who)).toBe(true)
      await world.announce({ kind: 'rows', keys: [keyOf(who)] })
      expect(isKnown(world.sessionCache, who)).toBe(false)
      await read(world.sessionCache, who)
      expect(isKnown(world.sessionCache, who)).toBe(true)
    },
  )

  test('is not while announcements can not be heard', async () => {
    const who = await caller()
    await read(world.sessionCache, who)
    expect(isKnown(world.sessionCache, who)).toBe(true)
    world.changes.connected = false
    expect(isKnown(world.sessionCache, who)).toBe(false)
    world.changes.connected = true
    expect(isKnown(world.sessionCache, who)).toBe(true)
  })

  test('is not after an hour without use, nor once a delegation begins', async () => {
    const who = await caller()
    await read(world.sessionCache, who)
    const { begin } = await delegationIn(minutes(30))
    await world.settle()
    await read(world.sessionCache, who)
    expect(isKnown(world.sessionCache, who)).toBe(true)
    world.clock.advance(begin - now() - 1)
    expect(isKnown(world.sessionCache, who)).toBe(true)
    world.clock.advance(1)
    expect(isKnown(world.sessionCache, who)).toBe(false)
    await read(world.sessionCache, who)
    expect(isKnown(world.sessionCache, who)).toBe(true)
    world.clock.advance(hours(1))
    expect(isKnown(world.sessionCache, who)).toBe(false)
  })
})

async function delegationIn(time: number): Promise<{ begin: number }> {
  const begin = new Date(now() + time)
  const { id: userId, company } = person
  await world.build.delegation({ userId, companyId: company.id, by: userId, begin, end: null })
  return { begin: begin.getTime() }
}

describe('what has left memory', () => {
  test.each([
    ['a session', { sessions: one, grants: 10 * onePerson }],
    ['grants', { sessions: 10 * two, grants: onePerson }],
  ])('is not kept by whoever points to it: %s', async (_, limits) => {
    const sessionCache = cacheWith(limits)
    const first = await caller()
    await read(sessionCache, first)
    expect(isKnown(sessionCache, first)).toBe(true)
    const pointed = first.found
    person = await world.build.visitor({ user: await world.build.user({ hash }) })
    await read(sessionCache, await caller())
    expect(isKnown(sessionCache, first)).toBe(false)
    // Nor anything of it, such as the functions of a profile that nobody holds any more.
    expect([pointed?.session.session, pointed?.grants?.kept]).toContain(undefined)
    await read(sessionCache, first)
    expect(isKnown(sessionCache, first)).toBe(true)
  })

  test.each([
    ['', minutes(1)],
    [', where the clock is set back too', -minutes(1)],
  ])('is what was used least, to a minute%s', async (_, meanwhile) => {
    const sessionCache = cacheWith({ sessions: two, grants: onePerson })
    const [first, second, third] = [await caller(false), await caller(false), await caller(false)]
    await read(sessionCache, first)
    await read(sessionCache, second)
    expect([first, second].map((who) => isKnown(sessionCache, who))).toEqual([true, true])
    world.clock.advance(meanwhile)
    expect(isKnown(sessionCache, first)).toBe(true)
    await read(sessionCache, third)
    expect([first, second].map((who) => isKnown(sessionCache, who))).toEqual([true, false])
  })
})

test('a token that is in use stays remembered, to a minute, and another one leaves', async () => {
  const keys = await loadSigningKeys(world.db, world.keyring)
  const { origin } = await world.build.console()
  const tokens = new SessionTokens(origin, keys, world.clock, 1300)
  const begun = [await world.begin(person.id), await world.begin(person.id)]
  const [first = '', second = ''] = begun.map(({ accessToken }) => accessToken)
  for (const token of [first, second]) await tokens.verify(token)
  for (const token of [first, second]) {
    const who = tokens.recall(token, now())
    if (who) await read(world.sessionCache, who)
    if (who) world.sessionCache.recall(who, now())
  }
  world.clock.advance(minutes(1))
  expect(tokens.recall(first, now())).toBeDefined()
  await tokens.verify((await world.begin(person.id)).accessToken)
  expect([first, second].map((token) => tokens.recall(token, now()) !== undefined)).toEqual([
    true,
    false,
  ])
})
