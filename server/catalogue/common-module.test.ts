import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commonModuleSentence } from '../../contract/common-module.ts'
import { commonModuleId } from '../../contract/constants.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { newOperator } from '../../test/testing/endpoint-fixtures/operators.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const module_id = commonModuleId

/** Inserts a row for the common module, as earlier versions accepted it. */
async function earlier(table: 'profiles' | 'loose_plans' | 'plan_modules') {
  const { id: company_id } = await app.build.company()
  const { id: other } = await app.build.module()
  const plan_id = await app.build.plan({ companyId: company_id, moduleId: other, seats: 1 })
  const values = {
    profiles: { name: `Antigo ${company_id}`, module_id, company_id: null },
    loose_plans: { company_id, module_id, seat_limit: 5 },
    plan_modules: { plan_id, module_id, seat_limit: 5 },
  }
  const { id } = await app.db
    .insertInto(table)
    .values(values[table])
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, company_id, plan_id }
}

describe('the common module', () => {
  test('cannot be deactivated, but its other fields can change', async () => {
    const params = { id: String(module_id) }
    const { name, url, is_enable_spid } = (await admin.call('moduleGet', { params })).data
    const same = { name, url, is_enable_spid }
    const off = await admin.call('moduleUpdate', { params, body: { ...same, status: 0 } })
    expect(off.failure.fields).toEqual({
      status: 'O módulo comum é de todos: não pode ser inativado.',
    })
    expect(
      (await admin.call('moduleUpdate', { params, body: { ...same, status: 1 } })).status,
    ).toBe(200)
  })

  test('is refused in a plan, alone or among other modules', async () => {
    const plan = await admin.call('planCreate', { body: { name: 'Plano do módulo comum' } })
    const { id: other } = await app.build.module()
    for (const ids of [module_id, [other, module_id]]) {
      const body = { plan_id: plan.data.id, module_id: ids, limit: 5 }
      const refused = await admin.call('planModuleCreate', { body })
      expect(refused.failure.fields).toEqual({ module_id: commonModuleSentence })
    }
    const params = { id: String(plan.data.id) }
    expect((await admin.call('planModuleList', { params, query: {} })).data.rows).toEqual([])
  })

  test('is refused in a loose plan, by form, file or new operator', async () => {
    const { id: company_id } = await app.build.company()
    const body = { company_id, module_id, limit: 5 }
    expect((await admin.call('loosePlanCreate', { body })).failure.fields).toEqual({
      module_id: commonModuleSentence,
    })
    const operator = { ...newOperator(), loose_plans: [{ module_id, limit: 5 }] }
    expect((await admin.call('operatorCreate', { body: operator })).failure.fields).toEqual({
      'loose_plans.0.module_id': commonModuleSentence,
    })
    const { document } = await app.db
      .selectFrom('companies')
      .select('document')
      .where('id', '=', company_id)
      .executeTakeFirstOrThrow()
    const desk = new ImportDesk(admin, 'loose-plans')
    const draft = await desk.draft(`CNPJ;Módulo;Quantidade\n${document};${module_id};5\n`)
    expect((await desk.rows(draft)).flatMap(({ refusals }) => refusals)).toEqual([
      { column: 'Módulo', cell: 'B2', sentence: commonModuleSentence },
    ])
  })

  test('is refused for a profile, new or moved', async () => {
    const made = await admin.call('profileCreate', { body: { name: 'Comum', module_id } })
    expect(made.failure.fields).toEqual({ module_id: commonModuleSentence })
    const { id: other } = await app.build.module()
    const { data } = await admin.call('profileCreate', {
      body: { name: 'Móvel', module_id: other },
    })
    const moved = await admin.call('profileUpdate', {
      params: { id: String(data.id) },
      body: { name: 'Móvel', module_id, status: 1 },
    })
    expect(moved.failure.fields).toEqual({ module_id: commonModuleSentence })
  })

  test('an older row can be deactivated, but not saved as active', async () => {
    const profile = await earlier('profiles')
    const save = (status: 0 | 1) =>
      admin.call('profileUpdate', {
        params: { id: String(profile.id) },
        body: { name: `Antigo ${profile.company_id}`, module_id, status },
      })
    expect((await save(1)).failure.fields).toEqual({ module_id: commonModuleSentence })
    expect((await save(0)).status).toBe(200)
    expect((await save(1)).failure.fields).toEqual({ module_id: commonModuleSentence })

    const loose = await earlier('loose_plans')
    const pair = { company_id: loose.company_id, module_id, limit: 5 }
    const replace = (active: boolean) =>
      admin.call('loosePlanUpdate', {
        params: { a: String(loose.id), b: String(loose.company_id) },
        body: { ...pair, active },
      })
    expect((await replace(false)).status).toBe(200)
    expect((await replace(true)).failure.fields).toEqual({ module_id: commonModuleSentence })

    const { plan_id } = await earlier('plan_modules')
    const change = (active: boolean) =>
      admin.call('planModuleUpdate', {
        params: { a: String(plan_id), b: String(module_id) },
        body: { module_id, limit: 5, active },
      })
    expect((await change(false)).status).toBe(200)
    expect((await change(true)).failure.fields).toEqual({ module_id: commonModuleSentence })
  })

  test('is not offered for plans', async () => {
    const { data } = (await admin.call('planModuleCatalogue', {})).data
    const { data: flat } = (await admin.call('planModuleConsult', {})).data
    const offered = [...data.flatMap(({ modules }) => modules), ...flat].map(({ id }) => id)
    expect(offered).toContain(1)
    expect(offered).not.toContain(module_id)
  })
})
