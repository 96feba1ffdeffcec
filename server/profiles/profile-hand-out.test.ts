import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { profileFunctionScenario } from '../../test/testing/profile-function-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient
let moduleId: number

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await arriveInConsole(app, await app.build.consoleUser({ profileId: masterProfileId }))
  moduleId = (await app.build.module()).id
  await app.build.plan({ companyId: master.person.company.id, moduleId })
})
afterAll(() => app.close())

const { profile, fn, choices, add, remove } = profileFunctionScenario(() => ({
  app,
  admin,
  moduleId,
}))

describe('functions that a company may add to its profiles', () => {
  test('are those that the module offers to companies; other functions of a profile can only be removed', async () => {
    const id = await profile(master)
    const [shown, withheld, hidden] = [await fn(), await fn(), await fn({ shown: false })]
    expect((await add(id, [hidden.id], [], master)).outcome).toBe('404 function-not-found')
    expect((await add(id, [shown.id], hidden.actions, master)).outcome).toBe('404 action-not-found')
    expect((await add(id, [shown.id, withheld.id], shown.actions, master)).outcome).toBe('200')
    await app.db
      .updateTable('functions')
      .set({ accredited_enable: false })
      .where('id', '=', withheld.id)
      .execute()
    const offered = (await choices(id, master)).functions
    expect(offered.map((choice) => choice.id)).not.toContain(hidden.id)
    expect(offered.find((choice) => choice.id === withheld.id)?.actions).toEqual([])
    expect((await add(id, [withheld.id], withheld.actions, master)).outcome).toBe(
      '404 action-not-found',
    )
    expect((await remove(id, [withheld.id], [], master)).outcome).toBe('200')
    expect((await add(id, [withheld.id], [], master)).outcome).toBe('404 function-not-found')
  })

  test('end with the plan of the module', async () => {
    const module = await app.build.module()
    const planId = await app.build.plan({
      companyId: master.person.company.id,
      moduleId: module.id,
    })
    const id = await profile(master, { module_id: module.id })
    const one = await fn({ of: module.id })
    await app.db.updateTable('plans').set({ active: false }).where('id', '=', planId).execute()
    expect((await choices(id, master)).functions).toEqual([])
    expect((await add(id, [one.id], [], master)).outcome).toBe('404 function-not-found')
  })

  test('are, in this console, only functions and actions that the caller holds', async () => {
    const id = await profile(master, { module_id: 1 })
    const screen = async (url: ScreenPath) => {
      const { rows } = (
        await admin.call('functionList', { query: { module_id: '1', search: url } })
      ).data
      const found = rows.find((row) => row.url === url)!
      return (await admin.call('functionGet', { params: { id: String(found.id) } })).data
    }
    const users = await screen('/user-edit')
    const mine = (await choices(id, master)).functions
    expect(mine.map(({ url }) => url)).toContain('/user-edit')
    expect(mine.map(({ url }) => url)).not.toContain('/plan-list')
    const block = users.actions.find(({ path }) => path === 'block')!.id
    await remove(masterProfileId, [], [block])
    expect((await add(id, [users.id], [block], master)).outcome).toBe('404 action-not-found')
    await add(masterProfileId, [], [block])
    expect((await add(id, [users.id], [block], master)).outcome).toBe('200')
    const plans = await screen('/plan-list')
    await app.db
      .updateTable('functions')
      .set({ accredited_enable: true })
      .where('id', '=', plans.id)
      .execute()
    expect((await add(id, [plans.id], [], master)).outcome).toBe('404 function-not-found')
  })

  test('are, for endpoints of this console, only methods that the caller holds', async () => {
    const id = await profile(master, { module_id: 1 })
    const endpoint = { module_id: 1, url: '/feito/aqui', environment: 'back' as const }
    const [put, del] = await app.db
      .insertInto('functions')
      .values(
        ['PUT', 'DELETE'].map((method) => ({
          ...endpoint,
          method,
          name: `${method} feito aqui`,
          accredited_enable: true,
        })),
      )
      .returning('id')
      .execute()
    await add(masterProfileId, [put!.id])
    expect((await add(id, [del!.id], [], master)).outcome).toBe('404 function-not-found')
    expect((await add(id, [put!.id], [], master)).outcome).toBe('200')
  })

  test('cannot be added to a profile that the caller holds', async () => {
    const id = await profile(master)
    const [one, two] = [await fn(), await fn()]
    await add(id, [one.id], [], master)
    await app.build.assign({
      userId: master.person.id,
      profileId: id,
      companyId: master.person.company.id,
    })
    expect((await add(id, [two.id], [], master)).outcome).toBe('409 profile-held')
    expect((await add(id, [one.id], [], master)).outcome).toBe('200')
    expect((await remove(id, [one.id], [], master)).outcome).toBe('200')
    expect((await add(id, [two.id])).outcome).toBe('200')
  })

  test.each([
    ['removed', { closed_at: new Date(0) }],
    ['over', { begin_at: new Date(0), end_at: new Date(1) }],
  ])(
    'cannot be added to a profile that the caller holds by a delegation until that is %s',
    async (_, ended) => {
      const id = await profile(master)
      const one = await fn()
      const lent = await app.build.delegation({
        userId: master.person.id,
        companyId: master.person.company.id,
        by: master.person.id,
        begin: app.clock.now(),
        end: null,
      })
      const ofDelegation = app.db.updateTable('delegation_profiles').set({ profile_id: id })
      await ofDelegation.where('delegation_id', '=', lent).execute()
      expect((await add(id, [one.id], [], master)).outcome).toBe('409 profile-held')
      await app.db.updateTable('delegations').set(ended).where('id', '=', lent).execute()
      expect((await add(id, [one.id], [], master)).outcome).toBe('200')
    },
  )
})
