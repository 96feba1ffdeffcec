import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { after, days, minutes } from '../shared/clock.ts'
import { ended, expectOnAllInstances, outcomesOf } from '../../test/testing/instance-outcomes.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'

let app: TestApp
let second: TestInstance

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())

describe('a delegation', () => {
  test('grants access to the console from its begin to its end', async () => {
    const master = await app.build.consoleUser()
    const user = await app.build.user()
    const at = { module: master.module, companyId: master.company.id }
    const now = app.clock.now()
    const lent = { userId: user.id, companyId: master.company.id, by: master.id }
    await app.build.delegation({
      ...lent,
      begin: after(now, minutes(10)),
      end: after(now, minutes(40)),
    })
    const initial = await app.trips.enter(user)
    expect((await app.trips.askForCode(initial, at)).outcome).toBe('404 module-not-found')
    app.clock.advance(minutes(10))
    const who = await app.trips.arrive(initial, at)
    expect(who.decodedToken.profiles).toEqual([expect.objectContaining({ id: masterProfileId })])
    await expectOnAllInstances([app, second], who, '200')
    app.clock.advance(minutes(30) - 1)
    expect(await outcomesOf([app, second], who)).toEqual(['200', '200'])
    app.clock.advance(1)
    expect(await outcomesOf([app, second], who)).toEqual([ended, ended])
  })

  test('adds profiles to the assigned ones, which stay when the delegation ends', async () => {
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ profileId })
    const begin = after(app.clock.now(), minutes(10))
    const end = after(begin, minutes(10))
    await app.build.delegation({
      userId: person.id,
      companyId: person.company.id,
      by: (await app.build.lender(person.company.id)).id,
      begin,
      end,
    })
    const who = await app.trips.arrive(await app.trips.enter(person), person.at)
    const both = () =>
      Promise.all(
        [app, second].map(async (one) => (await one.trips.valid(who, '/user-list')).outcome),
      )
    expect(await both()).toEqual(['403 forbidden', '403 forbidden'])
    app.clock.advance(minutes(10))
    expect(await both()).toEqual(['200', '200'])
    app.clock.advance(minutes(10))
    expect(await both()).toEqual(['403 forbidden', '403 forbidden'])
    await expectOnAllInstances([app, second], who, '200')
  })

  test('that is closed early ends immediately', async () => {
    const master = await app.build.consoleUser()
    const user = await app.build.user()
    const now = app.clock.now()
    const lent = {
      userId: user.id,
      companyId: master.company.id,
      by: master.id,
      begin: now,
      end: after(now, days(1)),
    }
    const id = await app.build.delegation(lent)
    const who = await app.trips.arrive(await app.trips.enter(user), master.at)
    await expectOnAllInstances([app, second], who, '200')
    await app.db.updateTable('delegations').set({ closed_at: now }).where('id', '=', id).execute()
    await expectOnAllInstances([app, second], who, ended)
  })

  test('of a deleted profile ends immediately', async () => {
    const master = await app.build.consoleUser()
    const user = await app.build.user()
    const id = await app.build.delegation({
      userId: user.id,
      companyId: master.company.id,
      by: master.id,
      begin: app.clock.now(),
      end: null,
    })
    const lent = await app.build.profile({ moduleId: 1 })
    const companyId = master.company.id
    await app.build.assign({ userId: master.id, profileId: lent, companyId })
    const ofDelegation = app.db.updateTable('delegation_profiles').set({ profile_id: lent })
    await ofDelegation.where('delegation_id', '=', id).execute()
    const who = await app.trips.arrive(await app.trips.enter(user), master.at)
    await expectOnAllInstances([app, second], who, '200')
    await app.db.updateTable('profiles').set({ active: false }).where('id', '=', lent).execute()
    await expectOnAllInstances([app, second], who, ended)
  })
})
