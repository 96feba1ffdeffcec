import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'

let app: TestApp
let second: TestInstance
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Builds a user who has entered a module that the company has through one plan. */
async function inside() {
  const visitor = await app.build.visitor()
  const who = await app.trips.arrive(await app.trips.enter(visitor), visitor.at)
  await expectOnAllInstances([app, second], who, '200')
  return { visitor, who, companies: { plan_id: visitor.planId, company_id: visitor.company.id } }
}

test('removing a plan from a company ends access immediately, and adding it restores access', async () => {
  const { who, companies } = await inside()
  await admin.call('planCompanyRemove', { body: companies })
  await expectOnAllInstances([app, second], who, ended)
  await admin.call('planCompanyAdd', { body: companies })
  await expectOnAllInstances([app, second], who, '200')
})

test('an inactive plan grants nothing until it is active again', async () => {
  const { visitor, who } = await inside()
  const save = (active: boolean) =>
    admin.call('planUpdate', {
      params: { id: String(visitor.planId) },
      body: { name: `Plano de ${visitor.email}`.slice(0, 30), active },
    })
  await save(false)
  await expectOnAllInstances([app, second], who, ended)
  await save(true)
  await expectOnAllInstances([app, second], who, '200')
})

test('removing a module from the plan ends access, and a loose plan restores it', async () => {
  const { visitor, who } = await inside()
  const params = { a: String(visitor.planId), b: String(visitor.module.id) }
  const { id } = (await admin.call('planModuleGet', { params })).data
  await admin.call('planModuleInactivate', { params: { planModuleId: String(id) } })
  await expectOnAllInstances([app, second], who, ended)
  const pair = { company_id: visitor.company.id, module_id: visitor.module.id }
  const loose = (await admin.call('loosePlanCreate', { body: { ...pair, limit: 1 } })).data
  await expectOnAllInstances([app, second], who, '200')
  await admin.call('loosePlanInactivate', { params: { id: String(loose.id) } })
  await expectOnAllInstances([app, second], who, ended)
})

test('lowering a limit below the used seats keeps existing access', async () => {
  const { visitor, who } = await inside()
  const { id: userId } = await app.build.user()
  const { company, module, planId, profileId } = visitor
  await app.build.assign({ userId, profileId, companyId: company.id })
  const params = { a: String(planId), b: String(module.id) }
  const body = { module_id: module.id, limit: 1, active: true }
  expect((await admin.call('planModuleUpdate', { params, body })).outcome).toBe('200')
  await expectOnAllInstances([app, second], who, '200')
})
