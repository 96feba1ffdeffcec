import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type accessRequests, requestableModulesMax } from '../../contract/access-requests.ts'
import { commonModuleId, consoleModuleId } from '../../contract/constants.ts'
import type { QueryInputOf } from '../../contract/endpoint.ts'
import { AccessRequestScenario } from '../../test/testing/access-request-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let place: AccessRequestScenario

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  place = await AccessRequestScenario.create(app)
})

type Query = QueryInputOf<typeof accessRequests.accessRequestModules>

const search = async (query: Query = {}, { asking }: AccessRequestScenario = place) =>
  (await app.client.call('accessRequestModules', { ...asking, query })).data
const found = async (query?: Query, of?: AccessRequestScenario) =>
  (await search(query, of)).modules.map(({ company, module }) => `${company.id} ${module.id}`)
const give = (spid: string | undefined, { person, profileId, companyId }: AccessRequestScenario) =>
  app.build.assign({ userId: person.id, profileId, companyId, ...(spid !== undefined && { spid }) })

describe('GET /access-request/module', () => {
  test('returns the modules of the companies of the user, not those of others', async () => {
    const other = await AccessRequestScenario.create(app)
    const own = `${place.companyId} ${place.moduleId}`
    expect(await found()).toEqual([own])
    expect(await found({ module_id: String(other.moduleId) })).toEqual([])
    expect(await found({ company_id: String(other.companyId) })).toEqual([])
    expect(await found({ company_id: String(place.companyId) })).toEqual([own])
  })

  test('returns neither this console nor the common module, although plans include them', async () => {
    for (const moduleId of [consoleModuleId, commonModuleId]) {
      const plan = { companyId: place.companyId, moduleId, seats: 9 }
      await app.build.plan(plan)
      expect(await found({ module_id: String(moduleId) })).toEqual([])
    }
  })

  test.each(['companies', 'modules'] as const)('returns nothing of inactive %s', async (table) => {
    const id = table === 'companies' ? place.companyId : place.moduleId
    expect(await found()).toHaveLength(1)
    await app.db.updateTable(table).set({ active: false }).where('id', '=', id).execute()
    expect(await found()).toEqual([])
  })

  test('leaves out an open module, and names no profile', async () => {
    await app.db
      .updateTable('profiles')
      .set({ name: 'Perfil secreto' })
      .where('id', '=', place.profileId)
      .execute()
    expect(JSON.stringify(await search())).not.toContain('secreto')
    await give(undefined, place)
    expect(await found()).toEqual([])
  })

  test('returns only the SPIDs that are missing, and leaves out the module when none is', async () => {
    const spids = await AccessRequestScenario.create(app, { spids: ['11', '12'] })
    const rows = async () =>
      (await search({}, spids)).modules.map((row) => [row.open, row.spids.map(({ spid }) => spid)])
    expect(await rows()).toEqual([[false, ['11', '12']]])
    await give('11', spids)
    expect(await rows()).toEqual([[true, ['12']]])
    await give('12', spids)
    expect(await rows()).toEqual([])
  })

  test('marks a module with a pending request, until its term ends', async () => {
    const pending = async () => (await search()).modules.map((row) => row.pending)
    expect(await pending()).toEqual([false])
    const id = await place.request()
    expect(await pending()).toEqual([true])
    await app.db
      .updateTable('access_requests')
      .set({ expires_at: app.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await pending()).toEqual([false])
  })

  test('returns a limited number and says that there are more, until the search finds fewer', async () => {
    for (let n = 1; n < requestableModulesMax; n++) await entitle(`Relatório ${n}`)
    expect(await search()).toMatchObject({ more: false })
    await entitle('Conciliação única')
    const { modules, more } = await search()
    expect(modules).toHaveLength(requestableModulesMax)
    expect(more).toBe(true)
    expect(await search({ search: 'conciliacao' })).toMatchObject({
      modules: [{ module: { name: 'Conciliação única' } }],
      more: false,
    })
  })
})

/** Adds a module of this name to what the company is entitled to. */
async function entitle(name: string): Promise<void> {
  const { id } = await app.build.module()
  await app.db.updateTable('modules').set({ name }).where('id', '=', id).execute()
  await app.build.plan({ companyId: place.companyId, moduleId: id, seats: 1 })
}
