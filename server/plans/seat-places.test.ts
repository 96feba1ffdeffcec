import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())

/** Builds a module whose seats come from a plan and perhaps a loose plan, with a user in each of its two seats. */
async function fullModule(companyId: number, loosePlan: 'none' | 'active' | 'inactive') {
  const module = await app.build.module({ secret: false })
  const at = { companyId, moduleId: module.id }
  await app.build.plan({ ...at, seats: loosePlan === 'active' ? 1 : 2 })
  if (loosePlan !== 'none')
    await app.db
      .insertInto('loose_plans')
      .values({
        company_id: companyId,
        module_id: module.id,
        seat_limit: 1,
        active: loosePlan === 'active',
      })
      .execute()
  const profileId = await app.build.profile({ moduleId: module.id })
  for (let seat = 0; seat < 2; seat += 1) {
    const { id: userId } = await personOf(app, [companyId])
    await app.build.assign({ userId, profileId, companyId })
  }
  return module.id
}

interface Place {
  module: { id: number; name: string }
  limit: number
  used: number
  free: number
  over: number
  loose_plan: { id: number } | null
}

/** Returns what both screens show of these modules, in the order of the modules. */
const shownOf = (places: readonly Place[], modules: readonly number[]) =>
  modules.map((wanted) => {
    const found = places.find(({ module }) => module.id === wanted)
    if (!found) return undefined
    const { module, limit, used, free, over, loose_plan } = found
    return { name: module.name, limit, used, free, over, loose: loose_plan?.id }
  })

test('HOME and the screen of the company show the same seats of a module, with any loose plan', async () => {
  const companyId = master.person.company.id
  const modules = [
    await fullModule(companyId, 'none'),
    await fullModule(companyId, 'active'),
    await fullModule(companyId, 'inactive'),
  ]
  const params = { companyId: String(companyId) }
  const shown = shownOf((await master.call('seatsOfCompany', { params })).data.modules, modules)
  expect(shown.map((place) => place?.loose !== undefined)).toEqual([false, true, true])
  for (const by of [master, admin]) {
    const onHome = (await by.call('homeGet', {})).data.seats?.places ?? []
    const nearlyFull = (await by.call('seatsNearlyFull', {})).data.places
    for (const places of [onHome, nearlyFull]) {
      const own = places.filter(({ company }) => company.id === companyId)
      expect(shownOf(own, modules)).toEqual(shown)
    }
  }
})
