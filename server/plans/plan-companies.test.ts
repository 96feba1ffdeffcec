import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
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
  (await admin.call('planCreate', { body: { name: `Plano ${(names += 1)} de empresas` } })).data.id
const newCompany = async () => (await app.build.company()).id
const add = (plan_id: number, company_id: number | number[]) =>
  admin.call('planCompanyAdd', { body: { plan_id, company_id } })
const remove = (plan_id: number, company_id: number | number[]) =>
  admin.call('planCompanyRemove', { body: { plan_id, company_id } })

describe('the companies of a plan', () => {
  test('are added atomically', async () => {
    const [plan, company] = [await newPlan(), await newCompany()]
    expect((await add(plan, [company, 2_000_000_000])).outcome).toBe('404 company-not-found')
    const params = { planId: String(plan) }
    expect((await admin.call('planCompanyList', { params })).data.company_id).toEqual([])
  })

  test('are changed by difference: companies without a change are ignored, the others are audited', async () => {
    const plan = await newPlan()
    const [first, second, third] = [await newCompany(), await newCompany(), await newCompany()]
    await add(plan, first)
    const both = (await add(plan, [first, second, second])).data.company_id
    expect(both.toSorted((a, b) => a - b)).toEqual([first, second])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'plan-company.added',
      target: `plan:${plan}`,
      after: { company_id: [second] },
    })
    expect((await remove(plan, [first, third])).data.company_id).toEqual([second])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'plan-company.removed',
      before: { company_id: [first] },
      after: null,
    })
    expect((await remove(plan, [first])).data.company_id).toEqual([second])
    expect(await lastEvent(app.db)).toMatchObject({ before: null, after: null })
  })

  test('may be an empty list', async () => {
    const [plan, company] = [await newPlan(), await newCompany()]
    await add(plan, company)
    expect((await add(plan, [])).data.company_id).toEqual([company])
    expect((await remove(plan, company)).data.company_id).toEqual([])
  })

  test('can be added by twenty concurrent requests without a conflict', async () => {
    const [plan, company] = [await newPlan(), await newCompany()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(plan, [company])))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['200']))
  })
})
