import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hours, minutes } from '../shared/clock.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { arriveInConsole, ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances, outcomesOf } from '../../test/testing/instance-outcomes.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { cookieOf } from '../../test/testing/test-trips.ts'

const unconfirmed = '403 identity-confirmation-required'

let app: TestApp
let second: TestInstance
let person: Visitor
let here: ConsoleClient
let there: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.build.consoleUser()
  here = await arriveInConsole(app, person)
  there = await arriveInConsole(app, person)
})

const sessionsOf = async (who: ConsoleClient) =>
  (await who.call('userSessionList', {})).data.sessions
const idsOf = async (who: ConsoleClient) => (await sessionsOf(who)).map(({ id }) => id)

/** Returns the id of the current session. */
async function ownId(who: ConsoleClient): Promise<string> {
  const { session_id } = (await app.client.call('userValidate', who.who)).data
  return session_id
}

/** Signs in again with this user agent. Does not choose a company. */
async function signInWith(userAgent: string, address: string): Promise<ConsoleClient> {
  const { email } = person
  const session = await app.trips.begin(email)
  const code = await app.trips.sendCode(session, email)
  const response = await app.client.call('userChangeMfa', {
    body: { session, email, code, challengeName: 'EMAIL_OTP' },
    headers: { 'user-agent': userAgent },
    address,
  })
  const { access_token: token, decodedToken } = response.data
  if (!decodedToken) throw new Error('The sign-in gave no session.')
  return new ConsoleClient(app, person, { token, cookie: cookieOf(response), decodedToken })
}

/** Returns the end reasons of the user's sessions, read from the database. */
async function reasons(): Promise<Record<string, string | null>> {
  const rows = await app.db
    .selectFrom('sessions')
    .select(['id', 'end_reason'])
    .where('user_id', '=', person.id)
    .execute()
  return Object.fromEntries(rows.map(({ id, end_reason }) => [id, end_reason]))
}

/** Inserts 120 more live sessions of the user. */
async function addSessions(): Promise<void> {
  const now = app.clock.now().getTime()
  const more = Array.from({ length: 120 }, (_, i) => ({
    user_id: person.id,
    method: 'password',
    browser_digest: Buffer.alloc(32, i),
    address: '10.0.0.1',
    last_used_at: new Date(now + i),
    expires_at: new Date(now + hours(1)),
  }))
  await app.db.insertInto('sessions').values(more).execute()
}

const end = (who: ConsoleClient, id: string) => who.call('userSessionEnd', { params: { id } })

describe('GET /user/sessions', () => {
  test('lists only the sessions of the caller', async () => {
    const other = await arriveInConsole(app, await app.build.consoleUser())
    expect((await idsOf(here)).toSorted()).toEqual(
      [await ownId(here), await ownId(there)].toSorted(),
    )
    expect(await idsOf(other)).toEqual([await ownId(other)])
  })

  test('returns method, address, user agent, begin, last use and expiry of each session', async () => {
    const began = app.clock.now()
    const phone = await signInWith('Mozilla/5.0 (iPhone)', '2001:db8::7')
    app.clock.advance(minutes(5))
    const [present] = await sessionsOf(phone)
    expect(present).toEqual({
      id: await ownId(phone),
      current: true,
      method: 'password',
      address: '2001:db8::7',
      user_agent: 'Mozilla/5.0 (iPhone)',
      started_at: began.toISOString(),
      last_used_at: app.clock.now().toISOString(),
      expires_at: new Date(began.getTime() + hours(12)).toISOString(),
    })
  })

  test('lists and marks the current session first, then the others by last use', async () => {
    await addSessions()
    const [present, ...others] = await sessionsOf(here)
    expect(present).toMatchObject({ id: await ownId(here), current: true })
    expect(others.map(({ current }) => current)).not.toContain(true)
    const uses = others.map(({ last_used_at }) => last_used_at)
    expect(uses).toEqual(uses.toSorted().toReversed())
  })

  test('omits sessions that were signed out, are idle or have expired', async () => {
    await there.call('userInvalidateToken', { body: { access_token: there.who.token } })
    expect(await idsOf(here)).toEqual([await ownId(here)])

    const idle = await ownId(await arriveInConsole(app, person))
    const change = (id: string, values: { last_used_at?: Date; expires_at?: Date }) =>
      app.db.updateTable('sessions').set(values).where('id', '=', id).execute()
    expect(await idsOf(here)).toContain(idle)
    await change(idle, { last_used_at: new Date(app.clock.now().getTime() - hours(1)) })
    // The last use of this session may be written up to a minute late, so it may still be live.
    expect(await idsOf(here)).toContain(idle)
    app.clock.advance(minutes(1))
    expect(await idsOf(here)).toEqual([await ownId(here)])

    const expired = await ownId(await arriveInConsole(app, person))
    expect(await idsOf(here)).toContain(expired)
    await change(expired, { expires_at: app.clock.now() })
    expect(await idsOf(here)).toEqual([await ownId(here)])
  })

  test('lists at most a hundred sessions, the current one included', async () => {
    await addSessions()
    const ids = await idsOf(here)
    expect(ids).toHaveLength(100)
    expect(ids[0]).toBe(await ownId(here))
  })
})

describe('DELETE /user/sessions/{id}', () => {
  test('ends all tokens of that session on every instance, and no other session', async () => {
    const initial = await app.trips.enter(person)
    const visitor = await app.build.visitor({ user: person })
    const module = await app.trips.arrive(initial, visitor.at)
    await expectOnAllInstances([app, second], module, '200')
    const id = await ownId(new ConsoleClient(app, person, initial))

    expect((await end(here, id)).outcome).toBe('200')
    expect((await app.trips.validate(initial.token, initial.cookie)).outcome).toBe(ended)
    expect((await app.trips.validate(module.token)).outcome).toBe(ended)
    await expectOnAllInstances([app, second], initial, ended)
    await expectOnAllInstances([app, second], module, ended)
    expect(await outcomesOf([app, second], here.who)).toEqual(['200', '200'])
    expect(await outcomesOf([app, second], there.who)).toEqual(['200', '200'])
    expect(await idsOf(here)).not.toContain(id)
  })

  test('audits the user, both sessions and how identity was confirmed', async () => {
    const id = await ownId(there)
    await end(here, id)
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'userSessionEnd',
      event: 'session.ended',
      user_id: person.id,
      session_id: await ownId(here),
      target: `session:${id}`,
      confirmed_by: 'password',
    })
    expect(await reasons()).toEqual({ [id]: 'sign-out', [await ownId(here)]: null })
  })

  test('the session of another user, an unknown one and an ended one are not found, and nothing changes', async () => {
    const stranger = await arriveInConsole(app, await app.build.consoleUser())
    const endedId = await ownId(there)
    await end(here, endedId)
    const before = [await reasons(), (await lastEvent(app.db)).seq]
    for (const id of [await ownId(stranger), randomUUID(), endedId]) {
      const code = await here.confirm('userSessionEnd', { params: { id } })
      expect((await here.callWith({ code }, 'userSessionEnd', { params: { id } })).outcome).toBe(
        '404 not-found',
      )
    }
    expect((await sessionsOf(stranger)).map(({ current }) => current)).toEqual([true])
    expect(await reasons()).toEqual(before[0])
    const refused = await app.db
      .selectFrom('audit_events')
      .select('event')
      .where('seq', '>', Number(before[1]))
      .where('event', '=', 'session.ended')
      .execute()
    expect(refused).toEqual([])
  })

  test('the current session may be ended too', async () => {
    expect((await end(here, await ownId(here))).outcome).toBe('200')
    expect((await app.trips.validate(here.who.token, here.who.cookie)).outcome).toBe(ended)
    expect((await app.trips.validate(there.who.token, there.who.cookie)).outcome).toBe('200')
  })

  test('needs identity confirmed for exactly this session', async () => {
    const third = await ownId(await arriveInConsole(app, person))
    const target = { params: { id: await ownId(there) } }
    const code = await here.confirm('userSessionEnd', { params: { id: third } })
    for (const headers of [{}, { code: 'invented' }, { code }])
      expect((await here.callWith(headers, 'userSessionEnd', target)).outcome).toBe(unconfirmed)
    expect(Object.values(await reasons())).toEqual([null, null, null])
  })

  test('of two concurrent requests, one ends the session and the other does not find it', async () => {
    const options = { params: { id: await ownId(there) } }
    const codes = [
      await here.confirm('userSessionEnd', options),
      await here.confirm('userSessionEnd', options),
    ]
    const outcomes = await Promise.all(
      codes.map(async (code) => (await here.callWith({ code }, 'userSessionEnd', options)).outcome),
    )
    expect(outcomes.toSorted()).toEqual(['200', '404 not-found'])
  })

  test.each(['1', 'abc', `${randomUUID()}x`, "1'--"])('refuses the id %s', async (id) => {
    const path = `/api/user/sessions/${encodeURIComponent(id)}`
    const { failure } = await app.client.request('DELETE', path, here.who)
    expect(failure).toMatchObject({
      httpStatus: 400,
      code: 'invalid-input',
      fields: { id: 'Identificador inválido.' },
    })
  })
})

describe('DELETE /user/sessions', () => {
  test('ends all sessions but the current one, even beyond the limit of the list', async () => {
    await addSessions()
    expect((await here.call('userSessionEndOthers', {})).data).toEqual({ ended: 121 })
    await expectOnAllInstances([app, second], there.who, ended)
    expect(await outcomesOf([app, second], here.who)).toEqual(['200', '200'])
    expect(await idsOf(here)).toEqual([await ownId(here)])
    expect((await here.call('userSessionEndOthers', {})).data).toEqual({ ended: 0 })
  })

  test('leaves sessions of other users alone and audits the id of each ended session', async () => {
    const stranger = await arriveInConsole(app, await app.build.consoleUser())
    const id = await ownId(there)
    await here.call('userSessionEndOthers', {})
    expect((await app.trips.validate(stranger.who.token, stranger.who.cookie)).outcome).toBe('200')
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'userSessionEndOthers',
      event: 'session.others-ended',
      user_id: person.id,
      session_id: await ownId(here),
      target: `user:${person.id}`,
      after: { ended_session_ids: [id] },
      confirmed_by: 'password',
    })
  })

  test('needs identity confirmed', async () => {
    const code = await here.confirm('userSessionEnd', { params: { id: await ownId(there) } })
    for (const headers of [{}, { code }])
      expect((await here.callWith(headers, 'userSessionEndOthers', {})).outcome).toBe(unconfirmed)
    expect(Object.values(await reasons())).toEqual([null, null])
  })

  test('is allowed with the initial token, before a company is chosen', async () => {
    const phone = await signInWith('Mozilla/5.0 (iPhone)', '10.9.9.9')
    expect((await phone.call('userSessionEndOthers', {})).data).toEqual({ ended: 2 })
    expect((await sessionsOf(phone)).map(({ current }) => current)).toEqual([true])
  })
})
