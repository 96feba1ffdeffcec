import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltUser } from '../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const refused = { constraint: 'user_profiles_seat_free' }

/**
 * Creates a module, and a plan that gives a company this many seats of it. The returned `seat` assigns a profile of the
 * module.
 */
async function moduleWith({ seats }: { seats: number }) {
  const [company, module] = [await app.build.company(), await app.build.module()]
  const planId = await app.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const profileId = await app.build.profile({ moduleId: module.id })
  const seat = async (user: BuiltUser, profile = profileId) =>
    app.build.assign({ userId: user.id, profileId: profile, companyId: company.id })
  return { company, module, planId, seat }
}

const setActive = ({ id }: BuiltUser, active: boolean) =>
  app.db.updateTable('users').set({ active }).where('id', '=', id).execute()

describe('seats of a module', () => {
  test('are the sum of those of the company’s plans and its loose plan', async () => {
    const { company, module, seat } = await moduleWith({ seats: 1 })
    await app.build.plan({ companyId: company.id, moduleId: module.id, seats: 1 })
    await app.db
      .insertInto('loose_plans')
      .values({ company_id: company.id, module_id: module.id, seat_limit: 1 })
      .execute()
    for (let taken = 0; taken < 3; taken++) await seat(await app.build.user())
    await expect(seat(await app.build.user())).rejects.toMatchObject(refused)
  })

  test('are taken once per user, regardless of the number of profiles', async () => {
    const { module, seat } = await moduleWith({ seats: 1 })
    const user = await app.build.user()
    await seat(user)
    await seat(user, await app.build.profile({ moduleId: module.id }))
    await expect(seat(await app.build.user())).rejects.toMatchObject(refused)
  })

  test('are not taken by deleted users, who need a free seat to be activated again', async () => {
    const { seat } = await moduleWith({ seats: 1 })
    const [first, second] = [await app.build.user(), await app.build.user()]
    await seat(first)
    await setActive(first, false)
    await seat(second)
    await expect(setActive(first, true)).rejects.toMatchObject(refused)
    await setActive(second, false)
    await setActive(first, true)
  })

  test('are not taken by holders of a deleted profile, who need free seats when it is activated again', async () => {
    const { company, module, seat } = await moduleWith({ seats: 1 })
    const profileId = await app.build.profile({ moduleId: module.id })
    const setProfile = (active: boolean) =>
      app.db.updateTable('profiles').set({ active }).where('id', '=', profileId).execute()
    const [first, second] = [await app.build.user(), await app.build.user()]
    await seat(first, profileId)
    await setProfile(false)
    await seat(second)
    await expect(setProfile(true)).rejects.toMatchObject(refused)
    await app.db
      .deleteFrom('user_profiles')
      .where('user_id', '=', second.id)
      .where('company_id', '=', company.id)
      .execute()
    await setProfile(true)
    await expect(seat(second)).rejects.toMatchObject(refused)
  })

  test('are needed to activate a profile whose holders have only deleted profiles besides', async () => {
    const { module, seat } = await moduleWith({ seats: 1 })
    const profiles = [
      await app.build.profile({ moduleId: module.id }),
      await app.build.profile({ moduleId: module.id }),
    ]
    const first = await app.build.user()
    for (const profileId of profiles) await seat(first, profileId)
    const setProfiles = (active: boolean, ids: number[]) =>
      app.db.updateTable('profiles').set({ active }).where('id', 'in', ids).execute()
    await setProfiles(false, profiles)
    await seat(await app.build.user())
    await expect(setProfiles(true, profiles.slice(1))).rejects.toMatchObject(refused)
  })

  test('are not needed to activate a profile whose holders already have a seat', async () => {
    const { module, planId, seat } = await moduleWith({ seats: 2 })
    const profileId = await app.build.profile({ moduleId: module.id })
    const people = [await app.build.user(), await app.build.user()]
    for (const user of people) {
      await seat(user)
      await seat(user, profileId)
    }
    const setProfile = (active: boolean) =>
      app.db.updateTable('profiles').set({ active }).where('id', '=', profileId).execute()
    await setProfile(false)
    await app.db
      .updateTable('plan_modules')
      .set({ seat_limit: 1 })
      .where('plan_id', '=', planId)
      .execute()
    await setProfile(true)
  })
})
