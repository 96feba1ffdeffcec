import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastEvent } from '../../test/testing/last-event.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let serviceId: number
let names = 0
const newName = (): string => `Cobrança ${(names += 1)}`

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  serviceId = await app.build.service()
})
afterAll(() => app.close())

const create = (more: object = {}) =>
  admin.call('moduleCreate', { body: { name: newName(), service_id: serviceId, ...more } })
const update = (id: number, more: object = {}) =>
  admin.call('moduleUpdate', {
    params: { id: String(id) },
    body: { name: newName(), status: 1, is_enable_spid: false, ...more },
  })

describe('POST /module', () => {
  test('creates an active module and splits its address', async () => {
    const { data } = await create({
      name: ' Extratos ',
      url: 'HTTP://Extratos.Example:8080/Entrada/',
      is_enable_spid: true,
    })
    expect(data).toMatchObject({
      name: 'Extratos',
      protocol: 'http://',
      url: 'extratos.example:8080/Entrada',
      service_id: serviceId,
      Service: { id: serviceId },
      is_enable_spid: true,
      status: 1,
      version: 1,
      secret_generated: false,
      logo: null,
    })
    expect(Object.keys(data)).not.toContain('secret')
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'module.created',
      target: `module:${data.id}`,
      before: null,
      after: { name: 'Extratos' },
    })
  })

  test('may be created without an address', async () => {
    for (const url of [undefined, null, '', '  '])
      expect((await create({ url })).data.url).toBeNull()
  })

  test('refuses a name in use in the service, regardless of case', async () => {
    const name = newName()
    expect((await create({ name })).outcome).toBe('200')
    expect((await create({ name: name.toUpperCase() })).failure).toMatchObject({
      code: 'module-name-in-use',
      httpMessage: 'Já existe um módulo com este nome neste serviço.',
    })
    expect((await create({ name, service_id: await app.build.service() })).outcome).toBe('200')
  })

  test('refuses an unknown service with a field error', async () => {
    expect((await create({ service_id: 2_147_483_647 })).failure).toMatchObject({
      code: 'invalid-input',
      fields: { service_id: 'Serviço não encontrado.' },
    })
  })

  test.each([
    [{ name: ' ' }, { name: 'Preencha o nome do módulo!' }],
    [{ name: 'n'.repeat(31) }, { name: 'Use no máximo 30 caracteres.' }],
    [{ name: 'a\u0007b' }, { name: 'Use apenas texto simples.' }],
    [{ service_id: 0 }, { service_id: 'O valor mínimo é 1.' }],
    [{ service_id: 2 ** 31 }, { service_id: 'O valor máximo é 2147483647.' }],
    [{ protocol: 'javascript:' }, { protocol: 'Escolha http:// ou https://.' }],
    [{ url: `h/${'x'.repeat(500)}` }, { url: 'Use no máximo 500 caracteres.' }],
    [{ url: 7 }, { url: 'Tipo de valor inválido.' }],
    [{ secret: 'x' }, { secret: 'Campo desconhecido.' }],
  ])('refuses %j', async (more, fields) => {
    const body = JSON.stringify({ name: newName(), service_id: serviceId, ...more })
    const { failure } = await app.client.request('POST', '/api/module', { ...admin.who, body })
    expect(failure).toMatchObject({ code: 'invalid-input', httpStatus: 400, fields })
  })

  test.each([
    'javascript:alert(1)',
    'JavaScript://x/%0aalert(1)',
    'data:text/html,<script>1</script>',
    'ftp://host.example',
    'http://',
    'http://user:password@host.example',
    'user@host.example',
    'http://host.example/a b',
    'host.example/#fim',
    'host.example?x=1',
    '//host.example',
    'host..example',
    'host.example:99999',
    'host.example/../x',
    'host.example/%2e%2e/x',
    'host.example\\x',
    'https://https://x',
    '999.1.1.1',
    'bücher.example',
    'ｈｏｓｔ.example',
    'host.exa\u202emple',
    '<b>.example',
  ])('refuses the address %j', async (url) => {
    expect((await create({ url })).failure).toMatchObject({
      code: 'invalid-input',
      fields: { url: 'Informe um endereço http ou https válido.' },
    })
  })
})

describe('PUT /module/{id}', () => {
  test('replaces a module, and audits the values before and after', async () => {
    const { data: made } = await create({ url: 'a.example' })
    const sent = {
      id: made.id,
      name: newName(),
      url: 'b.example',
      protocol: 'http://',
      status: 0,
      is_enable_spid: true,
      version: 1,
    } as const
    const { data } = await update(made.id, sent)
    expect(data).toMatchObject({ ...sent, version: 2 })
    const event = await lastEvent(app.db)
    expect(event).toMatchObject({
      event: 'module.updated',
      before: { url: 'a.example', status: 1, version: 1 },
      after: { url: 'b.example', status: 0, version: 2 },
    })
  })

  test('refuses a save with an outdated version', async () => {
    const { data: made } = await create()
    expect((await update(made.id, { version: made.version })).outcome).toBe('200')
    const second = await administratorOf(app)
    const late = {
      name: newName(),
      status: 1,
      is_enable_spid: false,
      version: made.version,
    } as const
    expect(
      (await second.call('moduleUpdate', { params: { id: String(made.id) }, body: late })).outcome,
    ).toBe('409 changed-meanwhile')
  })

  test('refuses the id of another module, and any service id', async () => {
    const { data: made } = await create()
    expect((await update(made.id, { id: made.id + 1 })).failure.fields).toEqual({
      id: 'Não é o módulo do endereço.',
    })
    expect((await update(made.id, { service_id: serviceId })).failure.fields).toEqual({
      service_id: 'Campo desconhecido.',
    })
    expect((await update(made.id, { status: 2 })).failure.fields).toEqual({
      status: 'Escolha 1 (ativo) ou 0 (inativo).',
    })
  })

  test.each([
    ['http', 'http://'],
    ['http:', 'http://'],
    ['https', 'https://'],
    ['https:', 'https://'],
    ['https://', 'https://'],
    ['', 'https://'],
  ])('accepts the protocol %j as %s', async (protocol, stored) => {
    const { data } = await create({ url: 'modulo.example', protocol })
    expect(data).toMatchObject({ url: 'modulo.example', protocol: stored })
  })

  test('refuses other protocols', async () => {
    for (const protocol of ['ftp', 'javascript:', 'httpsx', 'https:/'])
      expect((await create({ protocol })).failure.fields).toEqual({
        protocol: 'Escolha http:// ou https://.',
      })
  })

  test('keeps this console active and at its address', async () => {
    const { data: portal } = await admin.call('moduleGet', { params: { id: '1' } })
    const same = { name: portal.name, url: portal.url, protocol: 'http://' } as const
    expect((await update(1, { ...same, status: 0 })).outcome).toBe('409 module-of-console')
    expect((await update(1, { ...same, url: 'evil.example' })).outcome).toBe(
      '409 module-of-console',
    )
    expect((await update(1, { ...same, url: null })).outcome).toBe('409 module-of-console')
    expect((await update(1, { ...same, name: 'Portaria' })).data.name).toBe('Portaria')
  })

  test('a deactivated module ends access immediately', async () => {
    const visitor = await app.build.visitor()
    const { data: module } = await admin.call('moduleGet', {
      params: { id: String(visitor.module.id) },
    })
    const initial = await app.trips.enter(visitor)
    const token = (await app.trips.arrive(initial, visitor.at)).token
    expect((await app.trips.validate(token)).status).toBe(200)
    const body = { name: module.name, url: module.url, status: 0, is_enable_spid: false } as const
    expect(
      (await admin.call('moduleUpdate', { params: { id: String(module.id) }, body })).status,
    ).toBe(200)
    expect((await app.trips.validate(token)).outcome).toBe('401 access-token-expired')
  })
})

describe('GET /module', () => {
  test('returns the active modules of a service, by id or by name', async () => {
    const service = await app.build.service()
    const { data: made } = await create({ service_id: service })
    const { data: off } = await create({ service_id: service })
    await update(off.id, { status: 0 })
    const { data } = await admin.call('moduleListOfService', { params: { id: String(service) } })
    expect(data).toMatchObject({
      service: { id: service },
      modules: [{ id: made.id, name: made.name, is_enable_spid: false }],
    })
    const byName = (name: string) => admin.call('moduleListOfServiceNamed', { params: { name } })
    expect((await byName(data.service.name.toUpperCase())).data).toEqual(data)
    expect((await byName('Não há')).outcome).toBe('404 service-not-found')
    expect(
      (await admin.call('moduleListOfService', { params: { id: '2147483647' } })).outcome,
    ).toBe('404 service-not-found')
  })

  test('returns one module only to callers with an edit screen', async () => {
    const reader = await holderOf(app, ['/module-list'])
    expect((await reader.call('moduleGet', { params: { id: '1' } })).outcome).toBe('403 forbidden')
    expect((await admin.call('moduleGet', { params: { id: '2147483647' } })).outcome).toBe(
      '404 module-not-found',
    )
  })
})
