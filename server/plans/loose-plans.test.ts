import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

async function created(limit = 5) {
  const company = await app.build.company()
  const module_id = (await app.build.module({ secret: false })).id
  const pair = { company_id: company.id, module_id }
  const { data } = await admin.call('loosePlanCreate', { body: { ...pair, limit } })
  const params = { a: String(data.id), b: String(company.id) }
  return { data, company, pair, params }
}

describe('a loose plan', () => {
  test('is returned with the ids that the screens use', async () => {
    const { data, company, pair } = await created()
    const { id } = data
    expect(data).toMatchObject({
      id,
      planModule: {
        id,
        module_company_id: id,
        limit: 5,
        active: true,
        module: { id: pair.module_id },
      },
      PlanCompany: { id: company.id, company: { id: company.id, name: company.name } },
    })
    const params = { a: String(id), b: String(pair.module_id) }
    expect((await admin.call('loosePlanGet', { params })).data).toEqual(data)
    const wrong = { ...params, b: '1' }
    expect((await admin.call('loosePlanGet', { params: wrong })).outcome).toBe(
      '404 loose-plan-not-found',
    )
  })

  test('exists at most once per company and module, active or not', async () => {
    const { data, pair } = await created()
    await admin.call('loosePlanInactivate', { params: { id: String(data.id) } })
    const again = await admin.call('loosePlanCreate', { body: { ...pair, limit: 1 } })
    expect(again.outcome).toBe('409 loose-plan-exists')
  })

  test('is deactivated from the list and reactivated by its form', async () => {
    const { data, pair, params } = await created()
    const inactive = await admin.call('loosePlanInactivate', { params: { id: String(data.id) } })
    expect(inactive.data.planModule).toMatchObject({ active: false, limit: 5 })
    const body = { ...pair, limit: 6, active: true }
    const active = await admin.call('loosePlanUpdate', { params, body })
    expect(active.data.planModule).toMatchObject({ active: true, limit: 6 })
  })

  test('keeps its company and module', async () => {
    const { pair, params } = await created()
    const other = await created()
    const body = { ...other.pair, limit: 6, active: true }
    expect((await admin.call('loosePlanUpdate', { params, body })).failure).toMatchObject({
      httpStatus: 400,
      fields: { company_id: 'A empresa não pode mudar.', module_id: 'O módulo não pode mudar.' },
    })
    const elsewhere = { ...params, b: other.params.b }
    const answer = await admin.call('loosePlanUpdate', {
      params: elsewhere,
      body: { ...pair, limit: 6, active: true },
    })
    expect(answer.outcome).toBe('404 loose-plan-not-found')
  })

  const required = 'Preencha os campos obrigatórios'
  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { company_id: required, module_id: required, limit: required }],
    [
      'no seats',
      { company_id: 1, module_id: 1, limit: 0 },
      { limit: 'O limite deve ser maior que 0' },
    ],
    [
      '100 seats',
      { company_id: 1, module_id: 1, limit: 100 },
      { limit: 'São no máximo 99 licenças.' },
    ],
    ['1.5 seats', { company_id: 1, module_id: 1, limit: 1.5 }, { limit: 'Use um número inteiro.' }],
    ["'1e2' seats", { company_id: 1, module_id: 1, limit: '1e2' }, { limit: required }],
    ['NaN seats', { company_id: 1, module_id: 1, limit: NaN }, { limit: required }],
  ])('is refused with a field error: %s', async (_, sent, fields) => {
    const { failure } = await app.client.request('POST', '/api/plan-module/plan-loose', {
      ...admin.who,
      body: JSON.stringify(sent),
    })
    expect(failure).toMatchObject({ httpStatus: 400, code: 'invalid-input', fields })
  })
})
