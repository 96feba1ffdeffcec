import { afterAll, beforeAll, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a master user reads the visible seat holders of the company, with profiles and last access', async () => {
  const master = await arriveInConsole(app, await app.build.consoleUser())
  const { company } = master.person
  const module = await app.build.module()
  await app.build.plan({ companyId: company.id, moduleId: module.id })
  const profileId = await app.build.profile({ moduleId: module.id })
  const [worker, blocked, deleted] = [
    await app.build.user(),
    await app.build.user({ blocked: true }),
    await app.build.user({ deleted: true }),
  ]
  for (const { id: user_id } of [worker, blocked, deleted]) {
    const link = { user_id, company_id: company.id }
    await app.db.insertInto('user_companies').values(link).execute()
    await app.build.assign({ userId: user_id, profileId, companyId: company.id })
  }
  const last_access_at = app.clock.now()
  await app.db.updateTable('users').set({ last_access_at }).where('id', '=', worker.id).execute()
  // An administrator takes a seat too, but companies don't see administrators.
  const boss = await app.build.user()
  await app.db
    .insertInto('user_companies')
    .values({ user_id: boss.id, company_id: company.id })
    .execute()
  await app.build.assign({ userId: boss.id, profileId, companyId: company.id })
  await app.build.assign({ userId: boss.id, profileId: 3, companyId: company.id })

  const ask = {
    params: { companyId: String(company.id) },
    query: { module_id: String(module.id), sort: 'last_access_at' as const },
  }
  const { rows } = (await master.call('seatHolderList', ask)).data
  expect(rows.map(({ id }) => id)).toEqual([worker.id, blocked.id])
  expect(rows[0]).toMatchObject({
    suspended: false,
    last_access_at: last_access_at.toISOString(),
    modules: [{ module: { id: module.id }, profiles: [{ id: profileId, spid: null }] }],
  })
  const admin = await administratorOf(app)
  const all = (await admin.call('seatHolderList', ask)).data.rows
  expect(all.map(({ id }) => id).toSorted()).toEqual([worker.id, blocked.id, boss.id].toSorted())
  const seats = (await master.call('seatsOfCompany', { params: ask.params })).data.modules
  expect(seats.find((one) => one.module.id === module.id)).toMatchObject({ used: 3, free: 6 })
})

test('hidden profiles of seat holders are not shown to a master user, and deleted ones to no caller', async () => {
  const master = await arriveInConsole(app, await app.build.consoleUser())
  const { company } = master.person
  const module = await app.build.console()
  const { id: user_id } = await app.build.user()
  await app.db.insertInto('user_companies').values({ user_id, company_id: company.id }).execute()
  const [shown, deleted] = [
    await app.build.profile({ moduleId: module.id }),
    await app.build.profile({ moduleId: module.id }),
  ]
  for (const profileId of [masterProfileId, shown, deleted])
    await app.build.assign({ userId: user_id, profileId, companyId: company.id })
  await app.db.updateTable('profiles').set({ active: false }).where('id', '=', deleted).execute()
  const ask = { params: { companyId: String(company.id) }, query: {} }
  const profilesFor = async (by: ConsoleClient) => {
    const { rows } = (await by.call('seatHolderList', ask)).data
    const held = rows.find(({ id }) => id === user_id)?.modules[0]?.profiles ?? []
    return held.map(({ id }) => id).toSorted((one, other) => one - other)
  }
  expect(await profilesFor(master)).toEqual([shown])
  expect(await profilesFor(await administratorOf(app))).toEqual([masterProfileId, shown])
})

test('the holders and seats of a company leave out profiles that have ended, and include those that begin later', async () => {
  const admin = await administratorOf(app)
  const company = await app.build.company()
  const module = await app.build.module()
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats: 4 })
  const profileId = await app.build.profile({ moduleId: module.id })
  const later = '2999-01-01T03:00:00.000Z'
  const periods = [
    { begin_at: null, end_at: null },
    { begin_at: later, end_at: null },
    { begin_at: null, end_at: later },
    { begin_at: null, end_at: new Date(Date.now() - 1000).toISOString() },
  ]
  const people: number[] = []
  for (const period of periods) {
    const { id: user_id } = await app.build.user()
    people.push(user_id)
    await app.db.insertInto('user_companies').values({ user_id, company_id: company.id }).execute()
    await app.build.assign({ userId: user_id, profileId, companyId: company.id })
    await app.db.updateTable('user_profiles').set(period).where('user_id', '=', user_id).execute()
  }
  const params = { companyId: String(company.id) }
  const { rows } = (await admin.call('seatHolderList', { params, query: {} })).data
  const held = rows.map(({ id, modules }) => [id, modules[0]?.profiles] as const)
  const profile = { id: profileId, spid: null, begin_date: null, end_date: null }
  expect(held.toSorted(([one], [other]) => one - other)).toMatchObject([
    [people[0], [profile]],
    [people[1], [{ ...profile, begin_date: later }]],
    [people[2], [{ ...profile, end_date: later }]],
  ])
  const counted = { limit: 4, used: 3, free: 1, over: 0 }
  const { modules } = (await admin.call('seatsOfCompany', { params })).data
  expect(modules.find((each) => each.module.id === module.id)).toMatchObject(counted)
})
