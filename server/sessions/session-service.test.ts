import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours } from '../shared/clock.ts'
import { digestOf } from '../secrets/random.ts'
import type { BuiltUser } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, facts, type SessionWorld } from '../../test/testing/session-world.ts'
import type { BegunSession } from './session-service.ts'

const hash = quickHashOf('Senha')

let world: SessionWorld
let person: BuiltUser
let begun: BegunSession

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.build.user({ hash })
  begun = await world.begin(person.id)
})

const sessionOf = async (id: string) => {
  const session = await world.sessionCache.liveSession(id)
  if (!session) throw new Error('The session has ended.')
  return session
}
const tokensOf = (sessionId: string) =>
  world.db
    .selectFrom('tokens')
    .select(['id', 'kind', 'module_id', 'company_id', 'spid'])
    .where('session_id', '=', sessionId)
    .orderBy('created_at')
    .execute()

describe('a new session', () => {
  test('lasts twelve hours, and stores how and from where it began', async () => {
    const { sessionId, browser } = await world.sessions.begin(world.db, {
      userId: person.id,
      method: 'federated',
      amr: ['fed'],
      request: facts({ address: '10.1.2.3', userAgent: 'Chromium' }),
    })
    const now = world.clock.now()
    const row = await world.db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      user_id: person.id,
      method: 'federated',
      browser_digest: digestOf(browser),
      address: '10.1.2.3',
      user_agent: 'Chromium',
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + hours(12)),
      ended_at: null,
    })
  })

  test('counts as an access of the user and keeps the previous one', async () => {
    const accesses = () =>
      world.db
        .selectFrom('users')
        .select(['last_access_at', 'previous_access_at'])
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
    const first = world.clock.now()
    expect(await accesses()).toEqual({ last_access_at: first, previous_access_at: null })
    world.clock.advance(hours(1))
    await world.begin(person.id)
    expect(await accesses()).toEqual({
      last_access_at: world.clock.now(),
      previous_access_at: first,
    })
  })

  test('returns an initial token without a place, bound to the browser', async () => {
    const { accessToken, browser, sessionId } = begun
    const [token, ...more] = await tokensOf(sessionId)
    expect(token).toMatchObject({ kind: 'initial', module_id: null, company_id: null, spid: null })
    expect(more).toEqual([])
    const who = await world.sessions.identify(accessToken, browser)
    expect(who).toMatchObject({ userId: person.id, tokenId: token?.id, session: { id: sessionId } })
    expect(who.place).toBeUndefined()
    await expect(world.sessions.identify(accessToken, undefined)).rejects.toMatchObject({
      code: 'access-token-invalid',
    })
  })

  test('returns the user without any permissions', () => {
    expect(begun.decodedToken).toEqual({
      user: expect.objectContaining({ id: person.id, email: person.email }) as object,
      profiles: [],
      companies: [],
      functions: [],
      module_id: null,
      company_id: null,
      spid: null,
      delegation: null,
    })
  })

  test('gets its own cookie value', async () => {
    expect((await world.begin(person.id)).browser).not.toBe(begun.browser)
  })
})

describe('a token of a place', () => {
  test('is stored with its id and expires with its session', async () => {
    const visitor = await world.build.visitor({ user: person, spids: ['SPID1'] })
    const at = { moduleId: visitor.module.id, companyId: visitor.company.id, spid: 'SPID1' }
    const session = await sessionOf(begun.sessionId)
    const tokenId = randomUUID()
    const token = await world.sessions.issueToken(world.db, session, at, tokenId)
    expect((await tokensOf(session.id)).find(({ id }) => id === tokenId)).toEqual({
      id: tokenId,
      kind: 'module',
      module_id: at.moduleId,
      company_id: at.companyId,
      spid: 'SPID1',
    })
    expect(await world.tokens.verify(token)).toMatchObject({
      jti: tokenId,
      sub: person.id,
      sid: session.id,
      place: at,
      exp: Math.floor(session.expiresAt / 1000),
    })
    const grants = await world.sessionCache.grants(person.id, at)
    expect(world.sessions.describe(session, at, grants)).toMatchObject({
      user: { id: person.id },
      companies: [{ id: at.companyId }],
      module_id: at.moduleId,
      company_id: at.companyId,
      spid: 'SPID1',
    })
  })

  test('of the console is bound to the browser of the session', async () => {
    const master = await world.build.consoleUser({ user: person })
    const session = await sessionOf(begun.sessionId)
    const place = { moduleId: 1, companyId: master.company.id, spid: null }
    const token = await world.sessions.issueToken(world.db, session, place)
    expect((await world.sessions.identify(token, begun.browser)).place).toMatchObject(place)
    await expect(world.sessions.identify(token, 'another')).rejects.toMatchObject({
      code: 'access-token-invalid',
    })
  })
})

test('an additional token in the body must belong to the same session', async () => {
  const who = await world.sessions.identify(begun.accessToken, begun.browser)
  const again = await world.begin(person.id)
  const same = await world.sessions.issueToken(world.db, await sessionOf(begun.sessionId))
  for (const token of [begun.accessToken, same])
    await expect(world.sessions.requireSameSession(who, token)).resolves.toBeUndefined()
  for (const token of [again.accessToken, 'no token'])
    await expect(world.sessions.requireSameSession(who, token)).rejects.toMatchObject({
      code: 'access-token-invalid',
    })
})
