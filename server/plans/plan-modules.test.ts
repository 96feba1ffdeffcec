import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let names = 0

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const newPlan = async () =>
  (await admin.call('planCreate', { body: { name: `Plano ${(names += 1)} do teste` } })).data.id
const newModule = async () => (await app.build.module({ secret: false })).id
const modulesOf = async (planId: number) => {
  const { rows } = (
    await admin.call('planModuleList', { params: { id: String(planId) }, query: {} })
  ).data
  return rows.map(({ module_id, limit, active }) => ({ module_id, limit, active }))
}

describe('POST /plan-module', () => {
  test('adds one or several modules, each with its service and the same limit', async () => {
    const plan_id = await newPlan()
    const [first, second, third] = [await newModule(), await newModule(), await newModule()]
    const one = await admin.call('planModuleCreate', {
      body: { plan_id, module_id: first, limit: 99 },
    })
    expect(one.data.modules).toMatchObject([
      { plan_id, module_id: first, limit: 99, active: true, module: { id: first } },
    ])
    expect(one.data.modules[0]?.module.Service.name).toMatch(/^Serviço/)
    const several = { plan_id, module_id: [second, third, second], limit: 1 }
    expect(
      (await admin.call('planModuleCreate', { body: several })).data.modules.map(
        ({ module_id }) => module_id,
      ),
    ).toEqual([second, third])
    expect(await modulesOf(plan_id)).toHaveLength(3)
  })

  test.each([
    ['already in the plan', '409 plan-module-exists'],
    ['unknown', '404 module-not-found'],
  ])('adds no module if one of them is %s', async (_, outcome) => {
    const plan_id = await newPlan()
    const held = await newModule()
    await admin.call('planModuleCreate', { body: { plan_id, module_id: held, limit: 5 } })
    const wrong = outcome.startsWith('409') ? held : 2_000_000_000
    const body = { plan_id, module_id: [await newModule(), wrong], limit: 7 }
    expect((await admin.call('planModuleCreate', { body })).outcome).toBe(outcome)
    expect(await modulesOf(plan_id)).toEqual([{ module_id: held, limit: 5, active: true }])
  })

  const required = 'Preencha os campos obrigatórios'
  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { module_id: required, limit: required }],
    ['no module', { module_id: [], limit: 1 }, { module_id: required }],
    ['0 seats', { module_id: 1, limit: 0 }, { limit: 'O limite deve ser maior que 0' }],
    ['fewer than 0 seats', { module_id: 1, limit: -1 }, { limit: 'O limite deve ser maior que 0' }],
    ['100 seats', { module_id: 1, limit: 100 }, { limit: 'São no máximo 99 licenças.' }],
    ['1.5 seats', { module_id: 1, limit: 1.5 }, { limit: 'Use um número inteiro.' }],
    ["'1e2' seats", { module_id: 1, limit: '1e2' }, { limit: required }],
    ['NaN seats', { module_id: 1, limit: NaN }, { limit: required }],
  ])('is refused with a field error: %s', async (_, sent, fields) => {
    const { failure } = await app.client.request('POST', '/api/plan-module', {
      ...admin.who,
      body: JSON.stringify({ plan_id: 1, ...sent }),
    })
    expect(failure).toMatchObject({ httpStatus: 400, code: 'invalid-input', fields })
  })
})

describe('PUT /plan-module', () => {
  async function planWith(module_id: number) {
    const plan_id = await newPlan()
    await admin.call('planModuleCreate', { body: { plan_id, module_id, limit: 5 } })
    return { plan_id, params: { a: String(plan_id), b: String(module_id) } }
  }

  test('/update/{a}/{b} changes seats and status but not the module', async () => {
    const module_id = await newModule()
    const { plan_id, params } = await planWith(module_id)
    const body = { module_id, limit: 12, active: false }
    expect((await admin.call('planModuleUpdate', { params, body })).data).toMatchObject(body)
    const other = { ...body, module_id: await newModule() }
    expect((await admin.call('planModuleUpdate', { params, body: other })).failure).toMatchObject({
      httpStatus: 400,
      fields: { module_id: 'O módulo não pode mudar.' },
    })
    expect(await modulesOf(plan_id)).toEqual([body])
  })

  test('/update/{a}/{b} refuses a save with an outdated version', async () => {
    const module_id = await newModule()
    const { params } = await planWith(module_id)
    const { version } = (await admin.call('planModuleGet', { params })).data
    const save = (limit: number) =>
      admin.call('planModuleUpdate', {
        params,
        body: { module_id, limit, active: true, version },
      })
    expect((await save(1)).outcome).toBe('200')
    expect((await save(2)).outcome).toBe('409 changed-meanwhile')
  })

  test('/inactivate/{planModuleId} keeps the module in the plan, inactive, with its seats', async () => {
    const module_id = await newModule()
    const { plan_id, params } = await planWith(module_id)
    const { id } = (await admin.call('planModuleGet', { params })).data
    const inactivated = () =>
      admin.call('planModuleInactivate', { params: { planModuleId: String(id) } })
    expect((await inactivated()).data).toMatchObject({ id, active: false })
    expect((await inactivated()).data).toMatchObject({ id, active: false })
    expect(await modulesOf(plan_id)).toEqual([{ module_id, limit: 5, active: false }])
  })
})

describe('choices for plans', () => {
  test('GET /plan-module/ returns active modules by service and active companies; /consult returns a flat list', async () => {
    const company = await app.build.company()
    const gone = await app.build.company()
    await app.db.updateTable('companies').set({ active: false }).where('id', '=', gone.id).execute()
    const [module_id, hidden] = [await newModule(), await newModule()]
    await app.db.updateTable('modules').set({ active: false }).where('id', '=', hidden).execute()
    const nested = (await admin.call('planModuleCatalogue', {})).data
    const flat = (await admin.call('planModuleConsult', {})).data
    const service = nested.data.find(({ modules }) => modules.some(({ id }) => id === module_id))
    expect(flat.data.find(({ id }) => id === module_id)?.Service).toEqual({
      id: service?.id,
      name: service?.name,
    })
    expect(nested.data.flatMap(({ modules }) => modules.map(({ id }) => id))).not.toContain(hidden)
    for (const { companys } of [nested, flat]) {
      expect(companys).toContainEqual({ id: company.id, name: company.name })
      expect(companys.map(({ id }) => id)).not.toContain(gone.id)
    }
  })

  test('overlapping paths lead to the right endpoints', async () => {
    const { client } = app
    const outcome = async (path: string) =>
      (await client.request('GET', `/api/plan-module${path}`, admin.who)).outcome
    expect(await outcome('/')).toBe('200')
    expect(await outcome('/consult')).toBe('200')
    expect(await outcome('/plan-loose')).toBe('200')
    expect(await outcome('/2000000000/module')).toBe('404 plan-not-found')
    expect(await outcome('/2000000000/2000000000')).toBe('404 plan-module-not-found')
    expect(await outcome('/plan-loose/2000000000/2000000000')).toBe('404 loose-plan-not-found')
  })
})
