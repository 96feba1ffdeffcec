import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleModuleId } from '../../contract/constants.ts'
import { openScreens, screens } from '../../contract/screens.ts'
import { hours, minutes } from '../shared/clock.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A master user in the console, and what the initial token before it was. */
async function arrived() {
  const person = await app.build.consoleUser()
  const initial = await app.trips.enter(person)
  return { initial, who: await app.trips.arrive(initial, person.at) }
}

describe('POST /user/valid', () => {
  test('a granted screen is open, with the actions that are granted there', async () => {
    const { who } = await arrived()
    const { data } = await app.trips.valid(who, '/user-edit')
    expect(data.valid).toBe(true)
    expect(data.actions.toSorted()).toEqual([...screens['/user-edit'].actions].toSorted())
    expect((await app.trips.valid(who, '/function-list')).data.actions).toEqual([])
  })

  test('a screen that is not granted, or is none, is a 403', async () => {
    const { who } = await arrived()
    for (const path of [
      '/company-list',
      '/nothing',
      '/user-list/',
      '/user-list?x',
      'user-list',
      '/USER-LIST',
    ]) {
      expect((await app.trips.valid(who, path)).outcome, path).toBe('403 forbidden')
    }
  })

  test('screens of whoever is signed in are open to the initial token, granted ones are not', async () => {
    const { initial } = await arrived()
    for (const path of openScreens)
      expect((await app.trips.valid(initial, path)).data.actions).toEqual([])
    expect((await app.trips.valid(initial, '/user-list')).outcome).toBe('403 forbidden')
  })

  test('a back function opens its endpoint with its method alone, and no screen', async () => {
    const functionId = (
      await app.db
        .insertInto('functions')
        .values({
          module_id: consoleModuleId,
          name: 'Bloqueio',
          url: '/user/block',
          environment: 'back',
          method: 'PUT',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    const profileId = await app.build.profile({ moduleId: consoleModuleId })
    await app.db
      .insertInto('profile_functions')
      .values({ profile_id: profileId, function_id: functionId, module_id: consoleModuleId })
      .execute()
    const person = await app.build.consoleUser({ profileId })
    const who = await app.trips.arrive(await app.trips.enter(person), person.at)
    const valid = (environment: 'front' | 'back', method: 'PUT' | 'GET') =>
      app.client.call('userValid', { ...who, body: { environment, path: '/user/block', method } })
    expect((await valid('back', 'PUT')).status).toBe(200)
    expect((await valid('back', 'GET')).outcome).toBe('403 forbidden')
    expect((await valid('front', 'PUT')).outcome).toBe('403 forbidden')
    expect(who.decodedToken.functions).not.toContainEqual(
      expect.objectContaining({ path: '/user/block' }),
    )
  })

  test('a session without use for an hour has expired', async () => {
    const { who } = await arrived()
    app.clock.advance(hours(1) - 1)
    expect((await app.trips.valid(who)).status).toBe(200)
    app.clock.advance(hours(1))
    const { failure } = await app.trips.valid(who)
    expect(failure).toMatchObject({
      httpStatus: 401,
      code: 'access-token-expired',
      httpMessage: 'access token expired',
    })
  })

  test('a session in use has expired 12 hours after it began', async () => {
    const { who, initial } = await arrived()
    for (let half = 1; half < 24; half++) {
      app.clock.advance(minutes(30))
      expect((await app.trips.valid(who)).status).toBe(200)
    }
    app.clock.advance(minutes(30))
    expect((await app.trips.valid(who)).outcome).toBe('401 access-token-expired')
    expect((await app.trips.validate(initial.token, initial.cookie)).outcome).toBe(
      '401 access-token-expired',
    )
  })

  test('use by one token keeps the other tokens of the session alive, on every instance', async () => {
    const { who, initial } = await arrived()
    const second = await app.beside()
    expect((await second.trips.valid(who)).status).toBe(200)
    app.clock.advance(minutes(45))
    expect((await app.trips.valid(initial, '/home')).status).toBe(200)
    await app.app.sessionCache.flush()
    app.clock.advance(minutes(45))
    expect((await second.trips.valid(who)).status).toBe(200)
    await second.close()
  })

  test('what one instance cleans up is not what another has just seen in use', async () => {
    const { who } = await arrived()
    const second = await app.beside()
    app.clock.advance(hours(1) - 1000)
    expect((await app.trips.valid(who)).status).toBe(200)
    app.clock.advance(2000)
    await second.app.sessionCache.flush()
    expect((await app.trips.valid(who)).status).toBe(200)
    await second.close()
  })
})
