import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleModuleId } from '../../contract/constants.ts'
import { openScreens, screens } from '../../contract/screens.ts'
import { hours, minutes } from '../shared/clock.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Signs a master user in to the console. Also returns the initial token. */
async function signedIn() {
  const person = await app.build.consoleUser()
  const initial = await app.trips.enter(person)
  return { initial, who: await app.trips.arrive(initial, person.at) }
}

describe('POST /user/valid', () => {
  test('a granted screen returns its granted actions', async () => {
    const { who } = await signedIn()
    const { data } = await app.trips.valid(who, '/user-edit')
    expect(data.valid).toBe(true)
    expect(data.actions.toSorted()).toEqual([...screens['/user-edit'].actions].toSorted())
    expect((await app.trips.valid(who, '/function-list')).data.actions).toEqual([])
  })

  test('a screen that is not granted or does not exist returns 403', async () => {
    const { who } = await signedIn()
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

  test('the initial token is accepted for unrestricted screens only', async () => {
    const { initial } = await signedIn()
    for (const path of openScreens)
      expect((await app.trips.valid(initial, path)).data.actions).toEqual([])
    expect((await app.trips.valid(initial, '/user-list')).outcome).toBe('403 forbidden')
  })

  test('a back function grants its endpoint only with its method, and no screen', async () => {
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

  test('a session expires after an hour without use', async () => {
    const { who } = await signedIn()
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

  test('a session in use expires 12 hours after it began', async () => {
    const { who, initial } = await signedIn()
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

  test('the use of one token keeps other tokens of the session valid on every instance', async () => {
    const { who, initial } = await signedIn()
    const second = await app.beside()
    expect((await second.trips.valid(who)).status).toBe(200)
    app.clock.advance(minutes(45))
    expect((await app.trips.valid(initial, '/home')).status).toBe(200)
    await app.app.sessionCache.flush()
    app.clock.advance(minutes(45))
    expect((await second.trips.valid(who)).status).toBe(200)
    await second.close()
  })

  test('the flush of one instance does not end a session that is in use on another', async () => {
    const { who } = await signedIn()
    const second = await app.beside()
    app.clock.advance(hours(1) - 1000)
    expect((await app.trips.valid(who)).status).toBe(200)
    app.clock.advance(2000)
    await second.app.sessionCache.flush()
    expect((await app.trips.valid(who)).status).toBe(200)
    await second.close()
  })
})
