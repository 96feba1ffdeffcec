import { afterAll, beforeAll, expect, test } from 'vitest'
import { homePlacesMax } from '../../contract/seat-pressure.ts'
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

/** Builds more places than are counted exactly. Each has one seat, and two assignments that have ended. */
async function endedPlaces() {
  const module = await app.build.module({ secret: false })
  const profile_id = await app.build.profile({ moduleId: module.id })
  const users = [await app.build.user(), await app.build.user()]
  const companies = []
  for (let place = 0; place <= homePlacesMax; place += 1) companies.push(await app.build.company())
  const of = companies.map(({ id }) => ({ company_id: id, module_id: module.id, seat_limit: 1 }))
  await app.db.insertInto('loose_plans').values(of).execute()
  const end_at = new Date(Date.now() - 1000)
  const rows = of.flatMap(({ company_id }) =>
    users.map(({ id: user_id }) => ({ user_id, profile_id, company_id, end_at })),
  )
  await app.db.insertInto('user_profiles').values(rows).execute()
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

test('places whose profiles have ended neither count as full nor hide full ones', async () => {
  const full = await fullModule((await app.build.company()).id, 'none')
  const ended = await endedPlaces()
  const { data } = await admin.call('seatsNearlyFull', {})
  expect(data.places.map(({ module }) => module.id)).toContain(full)
  expect(data.places.filter(({ module }) => module.id === ended)).toEqual([])
  expect(data).toMatchObject({ count: data.places.length, more: false })
})
