import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../contract/api.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let moduleId: number
let places = 0
const newUrl = (): string => `/pedidos/${(places += 1)}`

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  moduleId = (await app.build.module()).id
})
afterAll(() => app.close())

const create = (more: object = {}) =>
  admin.call('functionCreate', {
    body: { name: 'Pedidos', url: newUrl(), module_id: moduleId, ...more },
  })
const update = (id: number, more: object = {}) =>
  admin.call('functionUpdate', {
    params: { id: String(id) },
    body: { name: 'Pedidos', url: newUrl(), module_id: moduleId, status: 1, ...more },
  })

describe('POST /function', () => {
  test("creates an active function, with a leading '/' in its url", async () => {
    const { data } = await create({
      name: ' Lotes ',
      url: 'lotes/abertos',
      code: 'LOT01',
      accredited_enable: true,
    })
    expect(data).toMatchObject({
      name: 'Lotes',
      url: '/lotes/abertos',
      status: 1,
      module: { id: moduleId },
      code: 'LOT01',
      environment: null,
      method: null,
      accredited_enable: true,
      version: 1,
      actions: [],
    })
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'function.created',
      target: `function:${data.id}`,
      after: { url: '/lotes/abertos' },
    })
  })

  test('of this console needs environment and method; front is always GET', async () => {
    const required = 'Preencha todos os campos!'
    expect((await create({ module_id: 1 })).failure.fields).toEqual({
      environment: required,
      method: required,
    })
    expect((await create({ module_id: 1, environment: 'back' })).failure.fields).toEqual({
      method: required,
    })
    expect((await create({ module_id: 1, environment: '', method: '' })).failure.fields).toEqual({
      environment: required,
      method: required,
    })
    const front = await create({ module_id: 1, environment: 'front', method: 'DELETE' })
    expect(front.data).toMatchObject({ environment: 'front', method: 'GET' })
    const url = '/company/{id}'
    expect((await create({ module_id: 1, environment: 'back', method: 'GET', url })).outcome).toBe(
      '200',
    )
    expect((await create({ module_id: 1, environment: 'back', method: 'PUT', url })).outcome).toBe(
      '200',
    )
    expect((await create({ module_id: 1, environment: 'back', method: 'PUT', url })).outcome).toBe(
      '409 function-place-in-use',
    )
  })

  test('of another module has neither environment nor method', async () => {
    expect((await create({ environment: 'front', method: 'GET' })).failure.fields).toEqual({
      environment: 'Só funções da Gestão de Acesso têm ambiente.',
      method: 'Só funções da Gestão de Acesso têm método.',
    })
  })

  test('refuses a place or code in use in the module', async () => {
    const { data: first } = await create({ code: 'PED01' })
    expect((await create({ url: first.url })).failure).toMatchObject({
      code: 'function-place-in-use',
      httpMessage: 'Já existe uma função com esta url neste módulo.',
      fields: { url: 'Já existe uma função com esta url neste módulo.' },
    })
    expect((await create({ code: 'ped01' })).failure).toMatchObject({
      code: 'function-code-in-use',
      httpMessage: 'Já existe uma função com este código neste módulo.',
    })
    const other = (await app.build.module()).id
    expect((await create({ url: first.url, code: 'PED01', module_id: other })).outcome).toBe('200')
  })

  test('a back function of this console grants its endpoint immediately', async () => {
    const holder = await holderOf(app, ['/company-list'])
    expect((await holder.call('serviceGet', { params: { id: '1' } })).outcome).toBe('403 forbidden')
    const { data } = await create({
      module_id: 1,
      environment: 'back',
      method: 'GET',
      url: '/service/{id}',
    })
    await app.db
      .insertInto('profile_functions')
      .values({ profile_id: holder.person.profileId, function_id: data.id, module_id: 1 })
      .execute()
    // The grant was inserted directly, and the server is notified asynchronously.
    await expect
      .poll(async () => (await holder.call('serviceGet', { params: { id: '1' } })).outcome)
      .toBe('200')
  })

  test.each<[object, Record<string, string>]>([
    [{ name: '' }, { name: 'Preencha todos os campos!' }],
    [{ url: ' ' }, { url: 'Preencha todos os campos!' }],
    [{ url: null }, { url: 'Preencha todos os campos!' }],
    [{ module_id: null }, { module_id: 'Preencha todos os campos!' }],
    [{ module_id: 0 }, { module_id: 'Preencha todos os campos!' }],
    [{ module_id: -3 }, { module_id: 'Preencha todos os campos!' }],
    [{ module_id: 2_147_483_647 }, { module_id: 'Módulo não encontrado.' }],
    [{ module_id: 2_147_483_648 }, { module_id: 'Módulo não encontrado.' }],
    [{ name: 'n'.repeat(201) }, { name: 'Use no máximo 200 caracteres.' }],
    [{ name: 'a\u0007b' }, { name: 'Use apenas texto simples.' }],
    [{ url: 'u'.repeat(301) }, { url: 'Use no máximo 300 caracteres.' }],
    [{ url: 'u'.repeat(300) }, { url: 'Use no máximo 300 caracteres.' }],
    [{ url: '//evil.example' }, { url: 'Informe um caminho válido, como /pedidos.' }],
    [{ url: '/' }, { url: 'Informe um caminho válido, como /pedidos.' }],
    [{ url: '/a b' }, { url: 'Informe um caminho válido, como /pedidos.' }],
    [{ url: '/a/../b' }, { url: 'Informe um caminho válido, como /pedidos.' }],
    [{ url: '/a\\b' }, { url: 'Informe um caminho válido, como /pedidos.' }],
    [{ url: '/<script>' }, { url: 'Informe um caminho válido, como /pedidos.' }],
    [{ code: 'a-b' }, { code: 'Use apenas letras e números.' }],
    [{ code: 'ção' }, { code: 'Use apenas letras e números.' }],
    [{ code: 'c'.repeat(51) }, { code: 'Use no máximo 50 caracteres.' }],
    [{ environment: 'both' }, { environment: 'Valor inválido.' }],
    [{ method: 'TRACE' }, { method: 'Valor inválido.' }],
    [{ status: 1 }, { status: 'Campo desconhecido.' }],
  ])('refuses %j', async (more, fields) => {
    const body = JSON.stringify({ name: 'Pedidos', url: newUrl(), module_id: moduleId, ...more })
    const { failure } = await app.client.request('POST', '/api/function', { ...admin.who, body })
    expect(failure).toMatchObject({ code: 'invalid-input', httpStatus: 400, fields })
  })

  test('stores a javascript: url as a plain path', async () => {
    expect((await create({ url: 'javascript:alert(1)' })).data.url).toBe('/javascript:alert(1)')
  })
})

describe('PUT /function/{id}', () => {
  test('replaces a function, and audits the values before and after', async () => {
    const { data: made } = await create()
    const { data } = await update(made.id, { name: 'Lotes', status: 0, code: '', version: 1 })
    expect(data).toMatchObject({ name: 'Lotes', status: 0, code: null, version: 2 })
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'function.updated',
      before: { name: 'Pedidos', status: 1 },
      after: { name: 'Lotes', status: 0 },
    })
  })

  test('refuses a save with an outdated version', async () => {
    const { data: made } = await create()
    expect((await update(made.id, { version: 1 })).outcome).toBe('200')
    expect((await update(made.id, { version: 1 })).outcome).toBe('409 changed-meanwhile')
    expect((await update(2_147_483_647)).outcome).toBe('404 function-not-found')
  })

  test('allows another module only while no profile has the function', async () => {
    const { data: free } = await create()
    const other = (await app.build.module()).id
    expect((await update(free.id, { module_id: other })).data.module.id).toBe(other)
    const { data: held } = await create()
    const profileId = await app.build.profile({ moduleId })
    await app.db
      .insertInto('profile_functions')
      .values({ profile_id: profileId, function_id: held.id, module_id: moduleId })
      .execute()
    expect((await update(held.id, { module_id: other })).failure).toMatchObject({
      code: 'function-in-use',
      httpStatus: 409,
      httpMessage:
        'Esta função está em perfis do módulo atual. Retire-a deles antes de trocar o módulo.',
    })
    expect((await update(held.id, { status: 0 })).data.status).toBe(0)
  })

  test('of this console needs a confirmation of identity to move to another module', async () => {
    const { data: made } = await create({ module_id: 1, environment: 'back', method: 'GET' })
    const body = { name: made.name, url: made.url, module_id: moduleId, status: 1 } as const
    const unproven = await admin.callWith({}, 'functionUpdate', {
      params: { id: String(made.id) },
      body,
    })
    expect(unproven.outcome).toBe('403 identity-confirmation-required')
    expect((await update(made.id, body)).data.module.id).toBe(moduleId)
  })

  test('keeps the screens of this console, which users could not restore', async () => {
    const screen = await app.db
      .selectFrom('functions')
      .select(['id', 'name', 'url'])
      .where('module_id', '=', 1)
      .where('url', '=', '/function-edit')
      .executeTakeFirstOrThrow()
    const same = { url: screen.url, module_id: 1, environment: 'front', method: 'GET' }
    for (const change of [
      { status: 0 },
      { url: '/x' },
      { environment: 'back', method: 'PUT' },
      { module_id: moduleId, environment: null, method: null },
    ]) {
      expect((await update(screen.id, { ...same, ...change })).outcome).toBe(
        '409 function-of-console',
      )
    }
    expect(
      (await update(screen.id, { ...same, name: 'Editar', accredited_enable: true })).data.name,
    ).toBe('Editar')
  })
})

describe('GET /function', () => {
  test('returns one function with its actions', async () => {
    const { data: made } = await create()
    await admin.call('actionCreate', {
      body: { name: 'Criar', path: 'criar', function_id: made.id },
    })
    const { data } = await admin.call('functionGet', { params: { id: String(made.id) } })
    expect(data.actions).toMatchObject([{ name: 'Criar', path: 'criar', active: true }])
  })
})

describe('GET /function/back-catalogue', () => {
  test('offers exactly the endpoints that need a grant', async () => {
    const { endpoints } = (await admin.call('functionBackCatalogue', {})).data
    const granted = Object.entries(api).filter(([, { access }]) => typeof access !== 'string')
    expect(endpoints.map(({ operation }) => operation).toSorted()).toEqual(
      granted.map(([operation]) => operation).toSorted(),
    )
    expect(endpoints).toContainEqual({
      operation: 'functionUpdate',
      method: 'PUT',
      path: '/function/{id}',
      summary: api.functionUpdate.summary,
    })
    for (const { method, path } of endpoints.slice(0, 50)) {
      const answer = await create({ module_id: 1, environment: 'back', method, url: path })
      expect(['200', '409 function-place-in-use'], path).toContain(answer.outcome)
    }
  })
})
