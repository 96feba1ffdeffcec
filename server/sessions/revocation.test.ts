import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { after, days, minutes } from '../shared/clock.ts'
import type { Visitor } from '../testing/builders.ts'
import { createTestApp, type TestApp, type TestInstance } from '../testing/test-app.ts'
import type { SignedIn } from '../testing/test-trips.ts'

let app: TestApp
let second: TestInstance

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())

/** Somebody inside a module, whose session and grants both instances remember. */
async function inside(): Promise<{ visitor: Visitor; initial: SignedIn; who: SignedIn }> {
  const visitor = await app.build.visitor()
  const initial = await app.trips.signIn(visitor.email)
  const who = await app.trips.arrive(initial, visitor.at)
  await expectEverywhere(who, '200')
  return { visitor, initial, who }
}

const outcomes = (who: SignedIn) =>
  Promise.all(
    [app, second].map(async (one) => (await one.trips.validate(who.token, who.cookie)).outcome),
  )

/** On both instances within a second; announcements travel, so the first look may still be too early. */
async function expectEverywhere(who: SignedIn, outcome: string): Promise<void> {
  await vi.waitFor(async () => expect(await outcomes(who)).toEqual([outcome, outcome]), {
    timeout: 1000,
    interval: 5,
  })
}

const ended = '401 access-token-expired'

describe('what a session rests on', () => {
  test('signing out on one instance ends every token of the session on both', async () => {
    const { initial, who } = await inside()
    await app.client.call('userInvalidateToken', {
      ...initial,
      body: { access_token: initial.token },
    })
    expect((await app.trips.validate(who.token)).outcome).toBe(ended)
    expect((await app.trips.validate(initial.token, initial.cookie)).outcome).toBe(ended)
    await expectEverywhere(who, ended)
    await expectEverywhere(initial, ended)
  })

  test('a module may sign its visitor out', async () => {
    const { initial, who } = await inside()
    const answer = await second.client.call('userInvalidateToken', {
      token: who.token,
      body: { access_token: who.token },
    })
    expect(answer.status).toBe(200)
    await expectEverywhere(initial, ended)
  })

  test('other sessions of the same person go on', async () => {
    const { visitor, initial } = await inside()
    const elsewhere = await app.trips.signIn(visitor.email)
    await app.client.call('userInvalidateToken', {
      ...initial,
      body: { access_token: initial.token },
    })
    await expectEverywhere(initial, ended)
    await expectEverywhere(elsewhere, '200')
  })

  const users = (change: { suspended?: boolean; status?: number }) => (visitor: Visitor) =>
    app.db.updateTable('users').set(change).where('id', '=', visitor.id).execute()

  test.each([
    ['blocked', { suspended: true }, { suspended: false }],
    ['deleted', { status: 0 }, { status: 1 }],
  ] as const)(
    'whoever is %s is out, and stays out when that is undone',
    async (reason, change, undone) => {
      const { visitor, initial, who } = await inside()
      await users(change)(visitor)
      await expectEverywhere(who, ended)
      await expectEverywhere(initial, ended)
      await users(undone)(visitor)
      const row = app.db
        .selectFrom('sessions')
        .select('end_reason')
        .where('user_id', '=', visitor.id)
      expect(await row.execute()).toEqual([{ end_reason: reason }])
      expect(await outcomes(initial)).toEqual([ended, ended])
    },
  )
})

/** Everything that opens a place: how it is taken away, and how it is given back. */
const conditions: Record<
  string,
  [take: (v: Visitor) => Promise<unknown>, give: (v: Visitor) => Promise<unknown>]
> = {
  'the assignment of the profile': [
    (v) => app.db.deleteFrom('user_profiles').where('user_id', '=', v.id).execute(),
    (v) => app.build.assign({ userId: v.id, profileId: v.profileId, companyId: v.company.id }),
  ],
  'the profile': [
    (v) =>
      app.db.updateTable('profiles').set({ status: 0 }).where('id', '=', v.profileId).execute(),
    (v) =>
      app.db.updateTable('profiles').set({ status: 1 }).where('id', '=', v.profileId).execute(),
  ],
  'the link to the plan': [
    (v) => app.db.deleteFrom('plan_companies').where('plan_id', '=', v.planId).execute(),
    (v) =>
      app.db
        .insertInto('plan_companies')
        .values({ plan_id: v.planId, company_id: v.company.id })
        .execute(),
  ],
  'the plan': [
    (v) => app.db.updateTable('plans').set({ active: false }).where('id', '=', v.planId).execute(),
    (v) => app.db.updateTable('plans').set({ active: true }).where('id', '=', v.planId).execute(),
  ],
  'the module in the plan': [
    (v) =>
      app.db
        .updateTable('plan_modules')
        .set({ active: false })
        .where('plan_id', '=', v.planId)
        .execute(),
    (v) =>
      app.db
        .updateTable('plan_modules')
        .set({ active: true })
        .where('plan_id', '=', v.planId)
        .execute(),
  ],
  'the company': [
    (v) =>
      app.db
        .updateTable('companies')
        .set({ active: false })
        .where('id', '=', v.company.id)
        .execute(),
    (v) =>
      app.db
        .updateTable('companies')
        .set({ active: true })
        .where('id', '=', v.company.id)
        .execute(),
  ],
  'the module': [
    (v) => app.db.updateTable('modules').set({ status: 0 }).where('id', '=', v.module.id).execute(),
    (v) => app.db.updateTable('modules').set({ status: 1 }).where('id', '=', v.module.id).execute(),
  ],
  'the service': [(v) => setService(v, false), (v) => setService(v, true)],
}

function setService(visitor: Visitor, active: boolean) {
  return app.db
    .updateTable('services')
    .set({ active })
    .where('id', '=', (eb) =>
      eb.selectFrom('modules').select('service_id').where('id', '=', visitor.module.id),
    )
    .execute()
}

describe('what a module token rests on', () => {
  test.each(Object.entries(conditions))('%s', async (_, [take, give]) => {
    const { visitor, initial, who } = await inside()
    await take(visitor)
    await expectEverywhere(who, ended)
    await expectEverywhere(initial, '200')
    await give(visitor)
    await expectEverywhere(who, '200')
  })

  test('a screen that a profile loses is closed on the next request, and one that it gets is open', async () => {
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ profileId })
    const who = await app.trips.arrive(await app.trips.signIn(person.email), person.at)
    const both = () =>
      Promise.all(
        [app, second].map(async (one) => (await one.trips.valid(who, '/plan-list')).outcome),
      )
    expect(await both()).toEqual(['403 forbidden', '403 forbidden'])
    const screen = app.db.selectFrom('functions').select('id').where('url', '=', '/plan-list')
    const { id } = await screen.executeTakeFirstOrThrow()
    await app.db
      .insertInto('profile_functions')
      .values({ profile_id: profileId, function_id: id, module_id: 1 })
      .execute()
    await vi.waitFor(async () => expect(await both()).toEqual(['200', '200']), {
      timeout: 1000,
      interval: 5,
    })
    await app.db.deleteFrom('profile_functions').where('profile_id', '=', profileId).execute()
    await vi.waitFor(async () => expect(await both()).toEqual(['403 forbidden', '403 forbidden']), {
      timeout: 1000,
      interval: 5,
    })
  })
})

describe('a delegation', () => {
  test('opens the console at its begin and closes it at its end, by itself', async () => {
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
    const initial = await app.trips.signIn(user.email)
    expect((await app.trips.askForCode(initial, at)).outcome).toBe('404 module-not-found')
    app.clock.advance(minutes(10))
    const who = await app.trips.arrive(initial, at)
    expect(who.decodedToken.profiles).toEqual([expect.objectContaining({ id: masterProfileId })])
    await expectEverywhere(who, '200')
    app.clock.advance(minutes(30) - 1)
    expect(await outcomes(who)).toEqual(['200', '200'])
    app.clock.advance(1)
    expect(await outcomes(who)).toEqual([ended, ended])
  })

  test('adds to what a person holds, and ends without taking that away', async () => {
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ profileId })
    const begin = after(app.clock.now(), minutes(10))
    const end = after(begin, minutes(10))
    await app.build.delegation({
      userId: person.id,
      companyId: person.company.id,
      by: person.id,
      begin,
      end,
    })
    const who = await app.trips.arrive(await app.trips.signIn(person.email), person.at)
    const both = () =>
      Promise.all(
        [app, second].map(async (one) => (await one.trips.valid(who, '/user-list')).outcome),
      )
    expect(await both()).toEqual(['403 forbidden', '403 forbidden'])
    app.clock.advance(minutes(10))
    expect(await both()).toEqual(['200', '200'])
    app.clock.advance(minutes(10))
    expect(await both()).toEqual(['403 forbidden', '403 forbidden'])
    await expectEverywhere(who, '200')
  })

  test('that is closed early ends at once', async () => {
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
    const who = await app.trips.arrive(await app.trips.signIn(user.email), master.at)
    await expectEverywhere(who, '200')
    await app.db.updateTable('delegations').set({ closed_at: now }).where('id', '=', id).execute()
    await expectEverywhere(who, ended)
  })
})
