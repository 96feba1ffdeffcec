import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'

let app: TestApp
let second: TestInstance
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const list = async (id: number, by = admin) =>
  (await by.call('sessionListOfUser', { params: { userId: String(id) } })).data.sessions

describe('/user/{userId}/sessions', () => {
  test('lists the sessions of a user and marks the caller’s own', async () => {
    const user = await app.build.user()
    expect(await list(user.id)).toEqual([])
    await app.trips.enter(user)
    const [session, ...more] = await list(user.id)
    expect(more).toEqual([])
    expect(session).toMatchObject({ current: false, method: 'password' })
    expect((await list(admin.person.id)).map(({ current }) => current)).toEqual([true])
  })

  test('ends one session with all of its tokens on every process, and keeps the other', async () => {
    const user = await app.build.user()
    const one = await app.trips.enter(user)
    const [ending] = await list(user.id)
    const other = await app.trips.enter(user)
    const id = ending?.id ?? ''
    const params = { userId: String(user.id), id }
    expect((await admin.call('sessionEndOfUser', { params })).outcome).toBe('200')
    await expectOnAllInstances([app, second], one, ended)
    await expectOnAllInstances([app, second], other, '200')
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user.session-ended',
      target: `user:${user.id}`,
      after: { ended_session_ids: [id] },
    })
    const row = app.db.selectFrom('sessions').select('end_reason').where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ end_reason: 'administrator' })
    expect((await admin.call('sessionEndOfUser', { params })).outcome).toBe('404 not-found')
  })

  test('refuses a session that belongs to another user', async () => {
    const [user, other] = [await app.build.user(), await app.build.user()]
    const kept = await app.trips.enter(other)
    const [session] = await list(other.id)
    const params = { userId: String(user.id), id: session?.id ?? '' }
    expect((await admin.call('sessionEndOfUser', { params })).outcome).toBe('404 not-found')
    await expectOnAllInstances([app], kept, '200')
  })

  test('ends all sessions and returns their number', async () => {
    const master = await masterOf(app)
    const user = await personOf(app, [master.person.company.id])
    const sessions = [await app.trips.enter(user), await app.trips.enter(user)]
    const params = { userId: String(user.id) }
    expect((await master.call('sessionEndAllOfUser', { params })).data).toEqual({ ended: 2 })
    for (const session of sessions) await expectOnAllInstances([app, second], session, ended)
    expect(await list(user.id, master)).toEqual([])
  })
})
