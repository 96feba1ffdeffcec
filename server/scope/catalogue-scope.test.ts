import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../contract/api.ts'
import { masterProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

const screens = [
  '/service-list',
  '/service-form',
  '/module-list',
  '/module-create',
  '/module-edit',
  '/secret-management',
  '/function-list',
  '/function-create',
  '/function-edit',
  '/action-list',
  '/action-form',
] as const

/** Tests which part of the shared catalogue a company sees (console.md §6). */
describe('scope of the catalogue', () => {
  let app: TestApp
  let admin: ConsoleClient
  /** A user with every screen of the catalogue and every action, who is not an administrator. */
  let operator: ConsoleClient
  let master: ConsoleClient
  let own: Awaited<ReturnType<typeof branch>>
  let foreign: Awaited<ReturnType<typeof branch>>

  /**
   * Builds a service with a module. The module has a function that is offered to companies, one that is not, and an
   * action.
   */
  async function branch() {
    const module = await app.build.module()
    const add = (accredited_enable: boolean) =>
      app.db
        .insertInto('functions')
        .values({
          module_id: module.id,
          name: 'Pedidos de linhas',
          url: accredited_enable ? '/pedidos' : '/metas',
          accredited_enable,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const shown = (await add(true)).id
    const hidden = (await add(false)).id
    const action = await app.db
      .insertInto('actions')
      .values({ function_id: shown, name: 'Criar', path: 'criar' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { service_id } = await app.db
      .selectFrom('modules')
      .select('service_id')
      .where('id', '=', module.id)
      .executeTakeFirstOrThrow()
    return { module: module.id, service: service_id, shown, hidden, action: action.id }
  }

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    operator = await holderOf(app, screens)
    master = await arriveInConsole(
      app,
      await app.build.consoleUser({ profileId: masterProfileId, company: operator.person.company }),
    )
    own = await branch()
    foreign = await branch()
    await app.build.plan({ companyId: operator.person.company.id, moduleId: own.module })
  })
  afterAll(() => app.close())

  const ids = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)
  const all = { take: '50' } as const

  test('an administrator sees everything', async () => {
    expect(ids((await admin.call('serviceList', { query: all })).data.rows)).toEqual(
      expect.arrayContaining([own.service, foreign.service]),
    )
    expect(ids((await admin.call('moduleList', { query: all })).data.rows)).toEqual(
      expect.arrayContaining([1, 34, own.module, foreign.module]),
    )
    const functions = (
      await admin.call('functionList', { query: { ...all, search: 'pedidos de linhas' } })
    ).data.rows
    expect(ids(functions).toSorted()).toEqual(
      [own.shown, own.hidden, foreign.shown, foreign.hidden].toSorted(),
    )
  })

  test('a company sees its entitled services and modules, and their offered functions', async () => {
    // Includes module 1, because the company's users work in this console.
    expect(ids((await operator.call('serviceList', { query: all })).data.rows).toSorted()).toEqual([
      1,
      own.service,
    ])
    expect(ids((await operator.call('moduleList', { query: all })).data.rows).toSorted()).toEqual([
      1,
      own.module,
    ])
    const functions = (
      await operator.call('functionList', {
        query: { ...all, search: 'pedidos', module_id: String(own.module) },
      })
    ).data
    expect(ids(functions.rows)).toEqual([own.shown])
    expect(functions.pagination.totalRecords).toBe(1)
  })

  test('a master user sees the same; of this console, only the screens that are offered to companies', async () => {
    const { rows } = (
      await master.call('functionList', { query: { ...all, service_id: String(own.service) } })
    ).data
    expect(ids(rows)).toEqual([own.shown])
    const ofConsole = (await master.call('functionList', { query: { ...all, module_id: '1' } }))
      .data.rows
    expect(ofConsole.map(({ url }) => url)).toContain('/user-list')
    expect(ofConsole.map(({ url }) => url)).not.toContain('/plan-list')
    expect(ofConsole.every((row) => row.accredited_enable)).toBe(true)
  })

  test('a list can be filtered by service', async () => {
    const of = (service: number) => ({ query: { ...all, service_id: String(service) } })
    expect(ids((await admin.call('moduleList', of(foreign.service))).data.rows)).toEqual([
      foreign.module,
    ])
    expect(ids((await operator.call('moduleList', of(own.service))).data.rows)).toEqual([
      own.module,
    ])
    expect(ids((await operator.call('moduleList', of(foreign.service))).data.rows)).toEqual([])
    expect(ids((await operator.call('functionList', of(foreign.service))).data.rows)).toEqual([])
  })

  const rowsOf = (at: typeof own): [Operation, string, string, unknown?][] => [
    ['serviceGet', 'GET', `/service/${at.service}`],
    ['moduleGet', 'GET', `/module/${at.module}`],
    ['moduleListOfService', 'GET', `/module/service/${at.service}`],
    [
      'moduleUpdate',
      'PUT',
      `/module/${at.module}`,
      { name: 'x', status: 1, is_enable_spid: false },
    ],
    ['moduleLogoUpdate', 'PUT', `/module/${at.module}/logo`, { content: 'AAAA' }],
    ['moduleLogoDelete', 'DELETE', `/module/${at.module}/logo`],
    ['moduleSecretGet', 'GET', `/module/module-secret/${at.module}`],
    ['functionGet', 'GET', `/function/${at.shown}`],
    [
      'functionUpdate',
      'PUT',
      `/function/${at.shown}`,
      { name: 'x', url: '/x', module_id: at.module, status: 1 },
    ],
    ['actionList', 'GET', `/function-action/consult/${at.shown}`],
    ['actionGet', 'GET', `/function-action/${at.action}`],
    ['actionCreate', 'POST', '/function-action/', { name: 'x', function_id: at.shown }],
    ['actionUpdate', 'PUT', `/function-action/${at.action}`, { name: 'x', active: true }],
  ]

  const outcome = async (
    who: ConsoleClient,
    [, method, path, body]: [Operation, string, string, unknown?],
  ) =>
    (
      await app.client.request(method, `/api${path}`, {
        ...who.who,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    ).outcome

  test('rows out of scope are not found by any method', async () => {
    for (const row of rowsOf(foreign)) expect(await outcome(operator, row), row[0]).toMatch(/^404 /)
    expect(await outcome(operator, ['functionGet', 'GET', `/function/${own.hidden}`])).toBe(
      '404 function-not-found',
    )
  })

  test('own rows can be read, but only administrators can write shared ones', async () => {
    for (const row of rowsOf(own))
      expect(await outcome(operator, row), row[0]).toBe(row[1] === 'GET' ? '200' : '403 forbidden')
    const writes: [Operation, string, string, unknown][] = [
      ['moduleCreate', 'POST', '/module', { name: 'x', service_id: own.service }],
      ['functionCreate', 'POST', '/function', { name: 'x', url: '/x', module_id: own.module }],
    ]
    for (const row of writes) expect(await outcome(operator, row), row[0]).toBe('403 forbidden')
    const service = { name: 'x', description: 'x' }
    expect((await operator.call('serviceCreate', { body: service })).outcome).toBe('403 forbidden')
    const put = { params: { id: String(own.service) }, body: { ...service, active: true } }
    expect((await operator.call('serviceUpdate', put)).outcome).toBe('403 forbidden')
    const secret = { params: { id: String(own.module) } }
    expect((await operator.call('moduleSecretCreate', secret)).outcome).toBe('403 forbidden')
  })

  test('an action sent with another function is not found, even if the write would be refused', async () => {
    const withFunction = (function_id: number): [Operation, string, string, unknown] => [
      'actionUpdate',
      'PUT',
      `/function-action/${own.action}`,
      { name: 'x', active: true, function_id, version: 99 },
    ]
    expect(await outcome(operator, withFunction(own.hidden))).toBe('404 action-not-found')
    expect(await outcome(operator, withFunction(own.shown))).toBe('403 forbidden')
    expect(await outcome(admin, withFunction(own.hidden))).toBe('404 action-not-found')
    expect(await outcome(admin, withFunction(own.shown))).toBe('409 changed-meanwhile')
  })

  test('the end of a plan or loose plan removes its modules from the scope', async () => {
    const module = await app.build.module()
    const planId = await app.build.plan({
      companyId: operator.person.company.id,
      moduleId: module.id,
    })
    const seen = async () =>
      (await operator.call('moduleGet', { params: { id: String(module.id) } })).outcome
    expect(await seen()).toBe('200')
    await app.db.updateTable('plans').set({ active: false }).where('id', '=', planId).execute()
    expect(await seen()).toBe('404 module-not-found')
    await app.db
      .insertInto('loose_plans')
      .values({ company_id: operator.person.company.id, module_id: module.id, seat_limit: 1 })
      .execute()
    expect(await seen()).toBe('200')
    await app.db
      .updateTable('loose_plans')
      .set({ active: false })
      .where('module_id', '=', module.id)
      .execute()
    expect(await seen()).toBe('404 module-not-found')
  })

  test('in a shared service, only the company’s own modules are offered', async () => {
    const { id: others } = await app.build.module()
    const inService = app.db.updateTable('modules').set({ service_id: own.service })
    await inService.where('id', '=', others).execute()
    const { name } = (await admin.call('serviceGet', { params: { id: String(own.service) } })).data
    const modulesFor = async (who: ConsoleClient) => {
      const byId = { params: { id: String(own.service) } }
      return [
        (await who.call('moduleListOfService', byId)).data.modules,
        (await who.call('moduleListOfServiceNamed', { params: { name } })).data.modules,
      ].map(ids)
    }
    const both = [own.module, others].toSorted((a, b) => a - b)
    expect((await modulesFor(admin)).map((found) => found.toSorted((a, b) => a - b))).toEqual([
      both,
      both,
    ])
    expect(await modulesFor(operator)).toEqual([[own.module], [own.module]])
  })

  test('the scope of modules equals seat_limit()', async () => {
    const companyId = operator.person.company.id
    const { rows } = await sql<{
      id: number
    }>`select id from modules where seat_limit(${companyId}, id) > 0`.execute(app.db)
    const { data } = await operator.call('moduleList', { query: all })
    expect(ids(data.rows).toSorted()).toEqual(ids(rows).toSorted())
  })

  test('secrets require the screen of secrets', async () => {
    const reader = await holderOf(
      app,
      screens.filter((screen) => screen !== '/secret-management'),
    )
    await app.build.plan({ companyId: reader.person.company.id, moduleId: own.module })
    const options = { params: { id: String(own.module) } }
    expect((await reader.call('moduleGet', options)).outcome).toBe('200')
    expect((await reader.call('moduleSecretGet', options)).outcome).toBe('403 forbidden')
  })
})
