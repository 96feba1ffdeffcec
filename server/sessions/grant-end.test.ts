import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { ended, expectOnAllInstances, withinASecond } from '../../test/testing/instance-outcomes.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp
let second: TestInstance

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())

/** Signs a user in to a module. Afterwards both instances have cached the session and grants. */
async function signedIn(): Promise<{ visitor: Visitor; initial: SignedIn; who: SignedIn }> {
  const visitor = await app.build.visitor()
  const initial = await app.trips.enter(visitor)
  const who = await app.trips.arrive(initial, visitor.at)
  await expectOnAllInstances([app, second], who, '200')
  return { visitor, initial, who }
}

/** All conditions of access to a place. Each has a function that removes the condition, and one that restores it. */
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
      app.db.updateTable('profiles').set({ active: false }).where('id', '=', v.profileId).execute(),
    (v) =>
      app.db.updateTable('profiles').set({ active: true }).where('id', '=', v.profileId).execute(),
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
    (v) =>
      app.db.updateTable('modules').set({ active: false }).where('id', '=', v.module.id).execute(),
    (v) =>
      app.db.updateTable('modules').set({ active: true }).where('id', '=', v.module.id).execute(),
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

describe('conditions of a module token', () => {
  test.each(Object.entries(conditions))(
    'without %s the token is refused, and accepted again with it',
    async (_, [take, give]) => {
      const { visitor, initial, who } = await signedIn()
      await take(visitor)
      await expectOnAllInstances([app, second], who, ended)
      await expectOnAllInstances([app, second], initial, '200')
      await give(visitor)
      await expectOnAllInstances([app, second], who, '200')
    },
  )

  test('a screen is granted or refused on the next request after its profile changes', async () => {
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ profileId })
    const who = await app.trips.arrive(await app.trips.enter(person), person.at)
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
    await withinASecond(async () => expect(await both()).toEqual(['200', '200']))
    await app.db.deleteFrom('profile_functions').where('profile_id', '=', profileId).execute()
    await withinASecond(async () =>
      expect(await both()).toEqual(['403 forbidden', '403 forbidden']),
    )
  })

  test('an inactive screen or action is refused on the next request', async () => {
    const screen = await app.db
      .selectFrom('functions')
      .innerJoin('actions', 'actions.function_id', 'functions.id')
      .select(['functions.id', 'actions.id as action_id', 'actions.path'])
      .where('functions.url', '=', '/user-edit')
      .executeTakeFirstOrThrow()
    const profileId = await app.build.profile({ moduleId: 1 })
    const link = { profile_id: profileId, function_id: screen.id }
    await app.db
      .insertInto('profile_functions')
      .values({ ...link, module_id: 1 })
      .execute()
    await app.db
      .insertInto('profile_actions')
      .values({ ...link, action_id: screen.action_id })
      .execute()
    const person = await app.build.consoleUser({ profileId })
    const who = await app.trips.arrive(await app.trips.enter(person), person.at)
    const open = async () => (await app.trips.valid(who, '/user-edit')).data.actions
    expect(await open()).toEqual([screen.path])
    const action = app.db.updateTable('actions').where('id', '=', screen.action_id)
    await action.set({ active: false }).execute()
    await withinASecond(async () => expect(await open()).toEqual([]))
    const change = app.db.updateTable('functions').where('id', '=', screen.id)
    await change.set({ active: false }).execute()
    await withinASecond(async () =>
      expect((await app.trips.valid(who, '/user-edit')).outcome).toBe('403 forbidden'),
    )
    await change.set({ active: true }).execute()
    await action.set({ active: true }).execute()
    await withinASecond(async () => expect(await open()).toEqual([screen.path]))
  })
})
