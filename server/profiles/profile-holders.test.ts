import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('a master user reads who has a profile in the own company, an administrator in all companies', async () => {
  const master = await arriveInConsole(app, await app.build.consoleUser())
  const stranger = await arriveInConsole(app, await app.build.consoleUser())
  const { company } = master.person
  const { company: other } = stranger.person
  const module = await app.build.module()
  const profileId = await app.build.profile({ moduleId: module.id })
  await app.db
    .updateTable('profiles')
    .set({ accredited_enable: true })
    .where('id', '=', profileId)
    .execute()
  for (const { id } of [company, other])
    await app.build.plan({ companyId: id, moduleId: module.id, seats: 9 })
  const [both, blocked, deleted, alien] = [
    await app.build.user(),
    await app.build.user({ blocked: true }),
    await app.build.user({ deleted: true }),
    await app.build.user(),
  ]
  const assign = async (userId: number, companyId: number) => {
    const link = { user_id: userId, company_id: companyId }
    await app.db
      .insertInto('user_companies')
      .values(link)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await app.build.assign({ userId, profileId, companyId })
  }
  for (const { id } of [both, blocked, deleted]) await assign(id, company.id)
  for (const { id } of [both, alien]) await assign(id, other.id)

  const read = async (by: ConsoleClient) => {
    const ask = { params: { id: String(profileId) }, query: { sort: 'email' as const } }
    const { rows, pagination } = (await by.call('profileHolderList', ask)).data
    expect(pagination.totalRecords).toBe(rows.length)
    return Object.fromEntries(
      rows.map(({ id, assignments }) => [
        id,
        assignments.map((each) => each.company.id).toSorted((one, next) => one - next),
      ]),
    )
  }
  expect(await read(master)).toEqual({ [both.id]: [company.id], [blocked.id]: [company.id] })
  expect(await read(stranger)).toEqual({ [both.id]: [other.id], [alien.id]: [other.id] })
  expect(await read(await administratorOf(app))).toEqual({
    [both.id]: [company.id, other.id].toSorted((one, next) => one - next),
    [blocked.id]: [company.id],
    [alien.id]: [other.id],
  })
})

test('an assignment is listed with its period, and whether it has ended', async () => {
  const module = await app.build.module()
  const [company, profileId] = [
    await app.build.company(),
    await app.build.profile({ moduleId: module.id }),
  ]
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats: 9 })
  const user = await app.build.user()
  await app.build.assign({ userId: user.id, profileId, companyId: company.id })
  const admin = await administratorOf(app)
  const read = async () => {
    const ask = { params: { id: String(profileId) }, query: {} }
    const [row] = (await admin.call('profileHolderList', ask)).data.rows
    return row?.assignments
  }
  expect(await read()).toMatchObject([{ begin_date: null, end_date: null, ended: false }])
  const end_at = new Date(Date.now() - 60_000)
  await app.db.updateTable('user_profiles').set({ end_at }).where('user_id', '=', user.id).execute()
  expect(await read()).toMatchObject([{ end_date: end_at.toISOString(), ended: true }])
})
