import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let names = 0
const newName = (): string => `Plano de teste ${(names += 1)}`

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const created = async (more: object = {}) =>
  (await admin.call('planCreate', { body: { name: newName(), ...more } })).data
const update = (id: number, body: { name: string; active: boolean; version?: number }) =>
  admin.call('planUpdate', { params: { id: String(id) }, body })

describe('POST /plan', () => {
  test('creates an active plan and audits it', async () => {
    const { data } = await admin.call('planCreate', { body: { name: '  Ouro  ' } })
    expect(data).toMatchObject({ name: 'Ouro', active: true, version: 1 })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'plan.created',
      target: `plan:${data.id}`,
      after: { name: 'Ouro', active: true },
      confirmed_by: 'password',
    })
  })

  test.each([
    ['the same', 'Pratíssima'],
    ['in another case', 'PRATÍSSIMA'],
    ['in full-width letters', 'Ｐｒａｔíｓｓｉｍａ'],
    ['with its accent as a letter of its own', 'Prati\u0301ssima'],
  ])("refuses a name in use with 'Plano com este nome já existe': %s", async (_, name) => {
    await admin.call('planCreate', { body: { name: 'Pratíssima' } })
    const { failure } = await admin.call('planCreate', { body: { name } })
    expect(failure).toMatchObject({
      httpStatus: 409,
      httpMessage: 'Plano com este nome já existe',
      fields: { name: 'Plano com este nome já existe' },
    })
  })

  test('of twenty concurrent creations with one name, one succeeds', async () => {
    const options = { body: { name: newName() } }
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => admin.confirm('planCreate', options)),
    )
    const answers = await Promise.all(
      codes.map((code) => admin.callWith({ code }, 'planCreate', options)),
    )
    const outcomes = answers.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['200', ...Array.from({ length: 19 }, () => '409 plan-name-in-use')])
  })

  const required = 'Preencha os campos obrigatórios'
  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { name: required }],
    ['blank', { name: ' \t ' }, { name: required }],
    ['too long', { name: 'n'.repeat(31) }, { name: 'Use no máximo 30 caracteres.' }],
    ['a status of a wrong type', { name: 'n', active: 1 }, { active: 'Tipo de valor inválido.' }],
    ['an unknown field', { name: 'n', id: 1 }, { id: 'Campo desconhecido.' }],
  ])('is refused with a field error: %s', async (_, sent, fields) => {
    const { failure } = await app.client.request('POST', '/api/plan', {
      ...admin.who,
      body: JSON.stringify(sent),
    })
    expect(failure).toMatchObject({ httpStatus: 400, code: 'invalid-input', fields })
  })
})

describe('PUT /plan/{id}', () => {
  test("refuses a name in use with 'nome já existe', and accepts its own in another case", async () => {
    const [first, second] = [await created(), await created()]
    const taken = await update(second.id, { name: first.name.toUpperCase(), active: true })
    expect(taken.failure).toMatchObject({
      httpStatus: 409,
      httpMessage: 'Nome já existe',
      description: 'nome já existe',
      fields: { name: 'Nome já existe' },
    })
    const own = await update(second.id, { name: second.name.toUpperCase(), active: true })
    expect(own.data.name).toBe(second.name.toUpperCase())
  })

  test('of ten concurrent saves of one version, one succeeds', async () => {
    const { id, version } = await created()
    const saves = Array.from({ length: 10 }, () =>
      update(id, { name: newName(), active: true, version }),
    )
    const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['200', ...Array.from({ length: 9 }, () => '409 changed-meanwhile')])
  })
})

describe('callers other than administrators', () => {
  test('read the plans of their company, without the other companies of these plans', async () => {
    const holder = await holderOf(app, ['/plan-list', '/plan-company-manager'])
    const { planId, company } = holder.person
    const other = await app.build.company()
    await app.db
      .insertInto('plan_companies')
      .values({ plan_id: planId, company_id: other.id })
      .execute()
    const { rows } = (await holder.call('planList', { query: {} })).data
    expect(rows.map(({ id }) => id)).toEqual([planId])
    const params = { planId: String(planId) }
    expect((await holder.call('planCompanyList', { params })).data).toEqual({
      plan_id: planId,
      company_id: [company.id],
    })
    expect((await holder.call('planCompanyConsult', { params })).data.company).toEqual([
      { id: company.id, name: company.name },
    ])
  })
})

test('filtered by a module, lists the plans that contain it, also where it is inactive', async () => {
  const [module, other] = [await app.build.module(), await app.build.module()]
  const [first, second] = [await created(), await created()]
  await created()
  const values = [
    { plan_id: first.id, module_id: module.id, seat_limit: 3 },
    { plan_id: second.id, module_id: module.id, seat_limit: 3, active: false },
    { plan_id: second.id, module_id: other.id, seat_limit: 3 },
  ]
  await app.db.insertInto('plan_modules').values(values).execute()
  const found = async (id: number) => {
    const query = { module_id: String(id) }
    return (await admin.call('planList', { query })).data.rows.map((row) => row.id)
  }
  expect((await found(module.id)).toSorted()).toEqual([first.id, second.id].toSorted())
  expect(await found(other.id)).toEqual([second.id])
})

test('a search by date uses the displayed date, which is in UTC', async () => {
  const { id } = await created()
  // At 01:00 UTC it is still the previous day in São Paulo.
  await app.db
    .updateTable('plans')
    .set({ created_at: new Date('2021-03-02T01:00:00Z') })
    .where('id', '=', id)
    .execute()
  const found = async (search: string) =>
    (await admin.call('planList', { query: { search } })).data.rows.map((row) => row.id)
  expect(await found('02/03/2021')).toEqual([id])
  expect(await found('01/03/2021')).toEqual([])
})
