import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { after, minutes } from '../shared/clock.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

/** access/access-model.test.ts also compares the reasons with a reference model. */
describe('GET /user-profile/{id}/why', () => {
  let app: TestApp
  let admin: ConsoleClient
  let master: ConsoleClient
  let company: number

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    master = await arriveInConsole(app, await app.build.consoleUser())
    company = master.person.company.id
  })
  afterAll(() => app.close())

  async function colleague(company_id = company): Promise<number> {
    const { id } = await app.build.user()
    await app.db.insertInto('user_companies').values({ user_id: id, company_id }).execute()
    return id
  }

  /** Builds a module with a plan of the company and a profile, and a user with that profile. */
  async function holding({ seats = 9 } = {}) {
    const module = await app.build.module()
    const planId = await app.build.plan({ companyId: company, moduleId: module.id, seats })
    const profileId = await app.build.profile({ moduleId: module.id })
    const userId = await colleague()
    await app.build.assign({ userId, profileId, companyId: company })
    return { module, planId, profileId, userId }
  }

  type Query = { module_id: number; spid?: string; function_id?: number; action_id?: number }
  const why = (id: number, query: Query, by = master, company_id = company) =>
    by.call('userProfileWhy', { params: { id: String(id) }, query: { company_id, ...query } })

  test('names the profile that grants access, and the requested place', async () => {
    const { module, profileId, userId } = await holding()
    const { data } = await why(userId, { module_id: module.id })
    expect(data).toMatchObject({
      user: { id: userId },
      company: { id: company },
      module: { id: module.id },
      spid: null,
      function: null,
      action: null,
      allowed: true,
      missing: [],
      seats: { limit: 9, used: 1, free: 8 },
    })
    expect(data.ways).toEqual([
      {
        profile: { id: profileId, name: expect.any(String) as string },
        by: 'assignment',
        spid: null,
        begin_date: null,
        end_date: null,
        allowed: true,
        missing: [],
      },
    ])
  })

  test('reports the ended plan to a master user, although the module is no longer listed', async () => {
    const { module, planId, userId } = await holding()
    await app.db.updateTable('plans').set({ active: false }).where('id', '=', planId).execute()
    const { data } = await why(userId, { module_id: module.id })
    expect(data).toMatchObject({ allowed: false, missing: ['no-plan'] })
    // A user without any profile of the module does not learn that it exists.
    expect((await why(await colleague(), { module_id: module.id })).outcome).toBe(
      '404 module-not-found',
    )
  })

  test('reports for a user without a profile whether a seat is free', async () => {
    const { module } = await holding({ seats: 2 })
    const newcomer = await colleague()
    const missing = async () => (await why(newcomer, { module_id: module.id })).data.missing
    expect(await missing()).toEqual(['no-profile'])
    await app.build.assign({
      userId: await colleague(),
      profileId: await app.build.profile({ moduleId: module.id }),
      companyId: company,
    })
    expect(await missing()).toEqual(['no-profile', 'no-seat'])
  })

  test('reports no missing seat if there is no plan at all', async () => {
    const module = await app.build.module()
    const { data } = await why(await colleague(), { module_id: module.id }, admin)
    expect(data.missing).toEqual(['no-plan', 'no-profile'])
  })

  test('names a function held by the user’s profile after the plan ended, and no other function', async () => {
    const { module, planId, profileId, userId } = await holding()
    const values = ['Pedidos', 'Faturas'].map((name) => ({
      module_id: module.id,
      name,
      url: `/${crypto.randomUUID()}`,
    }))
    const made = app.db.insertInto('functions').values(values).returning('id')
    const [held = 0, other = 0] = (await made.execute()).map(({ id }) => id)
    const row = { profile_id: profileId, function_id: held, module_id: module.id }
    await app.db.insertInto('profile_functions').values(row).execute()
    await app.db.updateTable('plans').set({ active: false }).where('id', '=', planId).execute()
    const { data } = await why(userId, { module_id: module.id, function_id: held })
    expect(data).toMatchObject({ function: { id: held }, missing: ['no-plan'] })
    const asked = await why(userId, { module_id: module.id, function_id: other })
    expect(asked.outcome).toBe('404 function-not-found')
  })

  test('lists a delegation with its dates, also before its begin and after its end', async () => {
    const guest = await colleague()
    const begin = after(app.clock.now(), minutes(10))
    const end = after(begin, minutes(10))
    const lent = { companyId: company, by: master.person.id, begin, end }
    await app.build.delegation({ ...lent, userId: guest })
    const way = async () => (await why(guest, { module_id: 1 }, admin)).data.ways[0]
    expect(await way()).toEqual({
      profile: { id: masterProfileId, name: expect.any(String) as string },
      by: 'delegation',
      spid: null,
      begin_date: begin.toISOString(),
      end_date: end.toISOString(),
      allowed: false,
      missing: ['delegation-not-begun'],
    })
    app.clock.advance(minutes(10))
    expect(await way()).toMatchObject({ allowed: true, missing: [] })
    app.clock.advance(minutes(10))
    expect(await way()).toMatchObject({ allowed: false, missing: ['delegation-ended'] })
  })

  test('hides from a master user the name of a profile out of scope', async () => {
    const other = await colleague()
    await app.build.assign({ userId: other, profileId: masterProfileId, companyId: company })
    const { data } = await why(other, { module_id: 1 })
    expect(data).toMatchObject({ allowed: true, ways: [{ profile: null, allowed: true }] })
    const asAdmin = await why(other, { module_id: 1 }, admin)
    expect(asAdmin.data.ways[0]?.profile?.id).toBe(masterProfileId)
  })

  test('responds 404 for users, companies and modules out of scope', async () => {
    const { module, userId } = await holding()
    const elsewhere = (await app.build.company()).id
    const stranger = await colleague(elsewhere)
    expect((await why(stranger, { module_id: module.id })).outcome).toBe('404 user-not-found')
    expect((await why(userId, { module_id: module.id }, master, elsewhere)).outcome).toBe(
      '404 company-not-found',
    )
    const apart = (await app.build.module()).id
    expect((await why(userId, { module_id: apart })).outcome).toBe('404 module-not-found')
    const hidden = { module_id: module.id, name: 'Oculta', url: `/${crypto.randomUUID()}` }
    const made = app.db.insertInto('functions').values(hidden).returning('id')
    const { id: function_id } = await made.executeTakeFirstOrThrow()
    const asked = { module_id: module.id, function_id }
    expect((await why(userId, asked)).outcome).toBe('404 function-not-found')
    expect((await why(userId, asked, admin)).data).toMatchObject({
      function: { id: function_id },
      ways: [{ missing: ['function-not-held'] }],
    })
  })

  test('responds 404 for a module out of scope that the user holds only in another company', async () => {
    const { id: elsewhere } = await app.build.company()
    const { id: module_id } = await app.build.module()
    await app.build.plan({ companyId: elsewhere, moduleId: module_id })
    const profileId = await app.build.profile({ moduleId: module_id })
    const userId = await colleague()
    await app.build.assign({ userId, profileId, companyId: elsewhere })
    expect((await why(userId, { module_id })).outcome).toBe('404 module-not-found')
  })

  test('accepts an action only with its own function', async () => {
    const { module, userId } = await holding()
    const functionOf = async () => {
      const values = { module_id: module.id, name: 'Pedidos', url: `/${crypto.randomUUID()}` }
      const made = app.db.insertInto('functions').values(values).returning('id')
      return (await made.executeTakeFirstOrThrow()).id
    }
    const [one, other] = [await functionOf(), await functionOf()]
    const values = { function_id: one, name: 'Criar', path: 'criar' }
    const made = app.db.insertInto('actions').values(values).returning('id')
    const { id: action_id } = await made.executeTakeFirstOrThrow()
    const ask = async (function_id?: number) =>
      (
        await why(
          userId,
          { module_id: module.id, action_id, ...(function_id !== undefined && { function_id }) },
          admin,
        )
      ).outcome
    expect([await ask(one), await ask(other), await ask()]).toEqual([
      '200',
      '404 action-not-found',
      '404 function-not-found',
    ])
  })
})
