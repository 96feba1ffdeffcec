import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastEvent } from '../../test/testing/last-event.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let functionId: number
let otherFunctionId: number
let names = 0
const newName = (): string => `Aprovar ${(names += 1)}`

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  const module_id = (await app.build.module()).id
  const add = async (url: string) =>
    (await admin.call('functionCreate', { body: { name: 'Pedidos', url, module_id } })).data.id
  functionId = await add('/pedidos')
  otherFunctionId = await add('/lotes')
})
afterAll(() => app.close())

const create = (more: object = {}) =>
  admin.call('actionCreate', { body: { name: newName(), function_id: functionId, ...more } })
const update = (id: number, more: object = {}) =>
  admin.call('actionUpdate', {
    params: { id: String(id) },
    body: { name: newName(), active: true, ...more },
  })

describe('POST /function-action/', () => {
  test('creates an active action at the path of the specification', async () => {
    const body = JSON.stringify({ name: ' Exportar ', path: 'exportar', function_id: functionId })
    const answer = await app.client.request('POST', '/api/function-action/', { ...admin.who, body })
    expect(answer.outcome).toBe('200')
    const { rows } = (
      await admin.call('actionList', {
        params: { id: String(functionId) },
        query: { search: 'exportar' },
      })
    ).data
    expect(rows).toMatchObject([
      {
        name: 'Exportar',
        path: 'exportar',
        active: true,
        version: 1,
        function: { id: functionId, name: 'Pedidos' },
      },
    ])
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'action.created',
      target: `action:${rows[0]?.id}`,
      after: { path: 'exportar' },
    })
  })

  test('refuses a name or path in use in the function', async () => {
    const { data: first } = await create({ path: 'aprovar' })
    for (const taken of [{ name: first.name.toUpperCase() }, { path: 'aprovar' }]) {
      expect((await create(taken)).failure).toMatchObject({
        httpStatus: 409,
        code: 'action-in-use',
        httpMessage: 'Ação ou path atualmente em uso.',
        fields: { [Object.keys(taken)[0] ?? '']: 'Ação ou path atualmente em uso.' },
      })
    }
    expect(
      (await create({ name: first.name, path: 'aprovar', function_id: otherFunctionId })).outcome,
    ).toBe('200')
    expect((await create({ path: '' })).data.path).toBeNull()
    expect((await create({ path: null })).data.path).toBeNull()
  })

  test.each<[object, Record<string, string>]>([
    [{ name: '\u200e' }, { name: 'Preencha os campos obrigatórios' }],
    [{ name: undefined }, { name: 'Preencha os campos obrigatórios' }],
    [{ name: 'n'.repeat(201) }, { name: 'Use no máximo 200 caracteres.' }],
    [{ path: 'p'.repeat(201) }, { path: 'Use no máximo 200 caracteres.' }],
    [{ path: 'a\u0007b' }, { path: 'Use apenas texto simples.' }],
    [{ function_id: 0 }, { function_id: 'O valor mínimo é 1.' }],
    [{ function_id: '1' }, { function_id: 'Tipo de valor inválido.' }],
  ])('refuses %j', async (more, fields) => {
    const body = JSON.stringify({ name: newName(), function_id: functionId, ...more })
    const { failure } = await app.client.request('POST', '/api/function-action', {
      ...admin.who,
      body,
    })
    expect(failure).toMatchObject({ code: 'invalid-input', httpStatus: 400, fields })
  })

  test('refuses an unknown function', async () => {
    expect((await create({ function_id: 2_147_483_647 })).outcome).toBe('404 function-not-found')
  })
})

describe('PUT /function-action/{id}', () => {
  test('replaces an action, and audits the values before and after', async () => {
    const { data: made } = await create({ path: 'um' })
    const { data } = await update(made.id, {
      name: 'Dois',
      path: 'dois',
      active: false,
      version: 1,
    })
    expect(data).toMatchObject({ name: 'Dois', path: 'dois', active: false, version: 2 })
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'action.updated',
      before: { path: 'um' },
      after: { path: 'dois', active: false },
    })
  })

  test("refuses a name or path in use with 'Ação já existe'", async () => {
    const [{ data: first }, { data: second }] = [await create({ path: 'primeira' }), await create()]
    for (const taken of [{ name: first.name }, { path: 'primeira' }]) {
      expect((await update(second.id, taken)).failure).toMatchObject({
        httpStatus: 409,
        code: 'action-exists',
        httpMessage: 'Ação já existe',
      })
    }
  })

  test('refuses a save with an outdated version', async () => {
    const { data: made } = await create()
    expect((await update(made.id, { version: 1 })).outcome).toBe('200')
    expect((await update(made.id, { version: 1 })).outcome).toBe('409 changed-meanwhile')
  })

  test('responds 404 for an action of another function', async () => {
    const { data: made } = await create()
    expect((await update(made.id, { function_id: otherFunctionId })).outcome).toBe(
      '404 action-not-found',
    )
    expect((await update(made.id, { function_id: functionId })).outcome).toBe('200')
    expect((await update(2_147_483_647)).outcome).toBe('404 action-not-found')
    expect((await admin.call('actionGet', { params: { id: '2147483647' } })).outcome).toBe(
      '404 action-not-found',
    )
  })

  test("changes only the names of the actions that belong to this console's screens", async () => {
    const of = await app.db
      .selectFrom('actions')
      .innerJoin('functions', 'functions.id', 'actions.function_id')
      .select(['actions.id', 'actions.path'])
      .where('functions.url', '=', '/action-form')
      .where('actions.path', '=', 'update')
      .executeTakeFirstOrThrow()
    expect((await update(of.id, { path: of.path, active: false })).outcome).toBe(
      '409 action-of-console',
    )
    expect((await update(of.id, { path: 'salvar' })).outcome).toBe('409 action-of-console')
    expect((await update(of.id, { path: of.path, name: 'Salvar' })).data.name).toBe('Salvar')
  })
})

describe('GET /function-action/consult/{id}', () => {
  test('returns function and actions, and responds 404 for an unknown function', async () => {
    const { data: fn } = await admin.call('functionCreate', {
      body: { name: 'Disputas', url: '/disputas', module_id: (await app.build.module()).id },
    })
    const list = (id: number) => admin.call('actionList', { params: { id: String(id) }, query: {} })
    const { data } = await list(fn.id)
    expect(data.function).toEqual({ id: fn.id, name: 'Disputas' })
    expect(data.rows).toEqual([])
    await admin.call('actionCreate', {
      body: { name: 'Abrir', path: 'abrir', function_id: fn.id },
    })
    const { data: one } = await list(fn.id)
    expect(one.actions).toMatchObject([{ name: 'Abrir', path: 'abrir', active: true }])
    expect(one.actions).toEqual(one.rows)
    expect((await list(2_147_483_647)).outcome).toBe('404 function-not-found')
  })
})
