import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  administratorProfileId,
  auditorProfileId,
  consoleModuleId,
} from '../../contract/constants.ts'
import { AccessRequestScenario } from '../../test/testing/access-request-scenario.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let place: AccessRequestScenario

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  place = await AccessRequestScenario.create(app)
})

/** A user of the company whom the master user has made a deputy, in the console. */
async function deputy(user: { id: number; email: string }): Promise<ConsoleClient> {
  const { person } = place.master
  const period = { begin: app.clock.now(), end: null }
  const of = { userId: user.id, companyId: place.companyId, by: person.id }
  await app.build.delegation({ ...of, ...period })
  return arriveInConsole(app, { ...person, ...user })
}

const decisions = async (id: number, by: ConsoleClient) => [
  (await place.approve(id, {}, by)).outcome,
  (await place.refuse(id, by)).outcome,
]
const awaits = async (by: ConsoleClient): Promise<number[]> => {
  const query = { awaits_me: '1', company_id: String(place.companyId) } as const
  return (await by.call('accessRequestList', { query })).data.rows.map(({ id }) => id)
}
const undecided = async (id: number) => {
  expect(await place.row(id)).toMatchObject({ state: 'pending', version: 1 })
  expect(await place.held()).toEqual([])
}

describe('a request is not decided', () => {
  test('by its author, who is a master user', async () => {
    const { person, who } = place.master
    const made = await place.ask({}, who)
    expect(made.outcome).toBe('200')
    const more = { requester_id: person.id }
    expect((await place.approve(made.data.id, more)).outcome).toBe('403 access-request-own')
    expect((await place.refuse(made.data.id)).outcome).toBe('403 access-request-own')
    const { data } = await place.master.call('accessRequestGet', {
      params: { id: String(made.data.id) },
    })
    expect(data).toMatchObject({ can_decide: false, awaits_me: false, profiles: [] })
    expect(await place.row(made.data.id)).toMatchObject({ state: 'pending' })
  })

  test('by its author, who is an administrator', async () => {
    await linkTo(app, admin.person.id, place.companyId)
    const made = await place.ask({}, admin.who)
    const more = { requester_id: admin.person.id }
    expect((await place.approve(made.data.id, more, admin)).outcome).toBe('403 access-request-own')
    expect((await place.refuse(made.data.id, admin)).outcome).toBe('403 access-request-own')
    expect((await place.approve(made.data.id, more)).outcome).toBe('404 access-request-not-found')
  })

  test('by its author through a delegation, or by a deputy of the author', async () => {
    const id = await place.request()
    const own = await deputy(place.person)
    expect(await decisions(id, own)).toEqual(Array(2).fill('403 delegation-grants-nothing'))
    await undecided(id)
    const made = await place.ask({}, place.master.who)
    const friend = await deputy(await personOf(app, [place.companyId]))
    const more = { requester_id: place.master.person.id }
    expect((await place.approve(made.data.id, more, friend)).outcome).toBe(
      '403 delegation-grants-nothing',
    )
  })

  test('by a deputy whose own profile does not give profiles', async () => {
    const id = await place.request()
    const reader = await app.build.profile({ moduleId: consoleModuleId })
    const user = await personOf(app, [place.companyId])
    await app.build.assign({ userId: user.id, profileId: reader, companyId: place.companyId })
    const by = await deputy(user)
    expect(await decisions(id, by)).toEqual(Array(2).fill('403 delegation-grants-nothing'))
    const { data } = await by.call('accessRequestGet', { params: { id: String(id) } })
    expect(data).toMatchObject({ can_decide: false, awaits_me: false, profiles: [] })
    await undecided(id)
  })

  test('by profile 4, which sees the requests of all companies', async () => {
    const id = await place.request()
    const auditor = await arriveInConsole(
      app,
      await app.build.consoleUser({ profileId: auditorProfileId }),
    )
    const { data } = await auditor.call('accessRequestGet', { params: { id: String(id) } })
    expect(data).toMatchObject({ id, can_decide: false, awaits_me: false, profiles: [] })
    expect(await decisions(id, auditor)).toEqual(Array(2).fill('403 forbidden'))
    await undecided(id)
  })

  test('by profile 4 with a master profile, if it is of another company', async () => {
    const both = await AccessRequestScenario.create(app)
    const { id: userId } = both.master.person
    await app.build.assign({ userId, profileId: auditorProfileId, companyId: both.companyId })
    const [id, own] = [await place.request(), await both.request()]
    const { data } = await both.master.call('accessRequestGet', { params: { id: String(id) } })
    expect(data).toMatchObject({ id, can_decide: false, awaits_me: false, profiles: [] })
    expect(await awaits(both.master)).toEqual([])
    const home = (await both.master.call('homeGet', {})).data.access_requests
    expect(home?.rows.map((row) => row.id)).toEqual([own])
    const read = await both.master.call('accessRequestGet', { params: { id: String(own) } })
    expect(read.data).toMatchObject({ can_decide: true, awaits_me: true })
    expect(await decisions(id, both.master)).toEqual(Array(2).fill('404 access-request-not-found'))
    await undecided(id)
  })

  test('by a user who only has the list', async () => {
    const id = await place.request()
    const reader = await holderOf(app, ['/request-list'])
    expect(await decisions(id, reader)).toEqual(Array(2).fill('403 forbidden'))
    const api = await app.build.apiToken({
      userId: place.master.person.id,
      companyId: place.companyId,
    })
    const call = { token: api.token, ...place.approval(id) }
    expect((await app.client.call('accessRequestApprove', call)).outcome).toBe('403 forbidden')
    await undecided(id)
  })
})

describe('administrators decide', () => {
  test('any request, but wait only for those that nobody in the company can decide', async () => {
    const id = await place.request()
    expect(await awaits(place.master)).toEqual([id])
    expect(await awaits(admin)).toEqual([])
    await app.db
      .updateTable('users')
      .set({ suspended: true })
      .where('id', '=', place.master.person.id)
      .execute()
    expect(await awaits(admin)).toEqual([id])
    expect((await place.approve(id, {}, admin)).outcome).toBe('200')
    expect(await awaits(admin)).toEqual([])
  })

  test('and none waits that cannot be approved: of a blocked or unlinked requester, or an inactive company', async () => {
    const made = await place.ask({}, place.master.who)
    expect(await awaits(admin)).toEqual([made.data.id])
    const { id } = place.master.person
    const user = app.db.updateTable('users').where('id', '=', id)
    await user.set({ suspended: true }).execute()
    expect(await awaits(admin)).toEqual([])
    await user.set({ suspended: false }).execute()
    const company = app.db.updateTable('companies').where('id', '=', place.companyId)
    await company.set({ active: false }).execute()
    expect(await awaits(admin)).toEqual([])
    await company.set({ active: true }).execute()
    expect(await awaits(admin)).toEqual([made.data.id])
    await app.db.deleteFrom('user_companies').where('user_id', '=', id).execute()
    expect(await awaits(admin)).toEqual([])
  })

  test('if the requester is the only master user, or the others are only deputies', async () => {
    const made = await place.ask({}, place.master.who)
    await deputy(place.person)
    expect(await awaits(place.master)).toEqual([])
    expect(await awaits(admin)).toEqual([made.data.id])
  })

  test('if the company cannot give a profile of the module that contains what is requested', async () => {
    const id = await place.request()
    const offered = app.db.updateTable('profiles').where('id', '=', place.profileId)
    await offered.set({ accredited_enable: false }).execute()
    expect(await awaits(admin)).toEqual([id])
    const { data } = await place.master.call('accessRequestGet', { params: { id: String(id) } })
    expect(data.profiles).toEqual([])
    expect((await place.approve(id)).outcome).toBe('404 profile-not-found')
    await offered.set({ accredited_enable: true }).execute()
    expect(await awaits(admin)).toEqual([])
  })

  test('if a profile of this console has more rights than the master user', async () => {
    const asked = await place.request({
      module_id: consoleModuleId,
      function_path: '/company-list',
      action_path: 'create',
    })
    expect(await awaits(admin)).toEqual([asked])
    const more = { profile_id: administratorProfileId }
    expect((await place.approve(asked, more)).outcome).toBe('404 profile-not-found')
    const own = await place.request({ module_id: consoleModuleId, function_path: '/user-list' })
    const { id: profile_id } = await app.db
      .insertInto('profiles')
      .values({ module_id: consoleModuleId, name: 'Consulta', company_id: place.companyId })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await awaits(admin)).toEqual([own, asked].toSorted((a, b) => b - a))
    await app.db
      .insertInto('profile_functions')
      .columns(['profile_id', 'function_id', 'module_id'])
      .expression((of) =>
        of
          .selectFrom('functions')
          .select((eb) => [eb.val(profile_id).as('profile_id'), 'id', 'module_id'])
          .where('module_id', '=', consoleModuleId)
          .where('url', '=', '/user-list')
          .where('environment', '=', 'front'),
      )
      .execute()
    expect(await awaits(admin)).toEqual([asked])
    expect((await place.approve(own, { profile_id })).outcome).toBe('200')
  })
})

test('HOME counts the requests that wait for the caller', async () => {
  const home = async (by: ConsoleClient) => (await by.call('homeGet', {})).data.access_requests
  const before = (await home(admin))?.count ?? 0
  const id = await place.request()
  await place.ask({}, place.master.who)
  expect(await home(place.master)).toMatchObject({
    count: 1,
    rows: [{ id, user: { id: place.person.id }, module: { id: place.moduleId } }],
  })
  expect((await home(admin))?.count).toBe(before + 1)
  expect(await home(await deputy(await personOf(app, [place.companyId])))).toBeNull()
})
