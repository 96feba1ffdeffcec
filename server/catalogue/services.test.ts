import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastEvent } from '../../test/testing/last-event.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let names = 0
const newName = (): string => `Faturamento ${(names += 1)}`
const body = (more: object = {}) => ({
  name: newName(),
  description: 'Contas e extratos.',
  active: true,
  ...more,
})

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

async function created(more: object = {}) {
  return (await admin.call('serviceCreate', { body: body(more) })).data
}

describe('POST /service', () => {
  test('creates an active service and audits it', async () => {
    const sent = { name: '  Interconexão  ', description: 'Acordos\nentre redes' }
    const { data } = await admin.call('serviceCreate', { body: sent })
    expect(data).toMatchObject({
      name: 'Interconexão',
      description: sent.description,
      active: true,
      version: 1,
      modules: [],
    })
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'serviceCreate',
      event: 'service.created',
      user_id: admin.person.id,
      target: `service:${data.id}`,
      before: null,
      after: { name: 'Interconexão', active: true },
      confirmed_by: 'password',
    })
  })

  test('needs a confirmation for exactly this body, valid once', async () => {
    const options = { body: body() }
    expect((await admin.callWith({}, 'serviceCreate', options)).outcome).toBe(
      '403 identity-confirmation-required',
    )
    const code = await admin.confirm('serviceCreate', options)
    const other = { body: { ...options.body, active: false } }
    expect((await admin.callWith({ code }, 'serviceCreate', other)).outcome).toBe(
      '403 identity-confirmation-required',
    )
    expect((await admin.callWith({ code }, 'serviceCreate', options)).outcome).toBe('200')
    expect((await admin.callWith({ code }, 'serviceCreate', options)).outcome).toBe(
      '403 identity-confirmation-required',
    )
  })

  test.each([
    ['the same', 'Portabilidade Nova'],
    ['in another case', 'PORTABILIDADE nova'],
    ['in full-width letters', 'Ｐｏｒｔａｂｉｌｉｄａｄｅ Nova'],
  ])("refuses a name in use with 'nome já existe': %s", async (_, name) => {
    await admin.call('serviceCreate', { body: body({ name: 'Portabilidade Nova' }) })
    const { failure } = await admin.call('serviceCreate', { body: body({ name }) })
    expect(failure).toMatchObject({
      httpStatus: 409,
      code: 'service-name-in-use',
      httpMessage: 'Nome já existe',
      description: 'nome já existe',
      fields: { name: 'Nome já existe' },
    })
  })

  test('of twenty concurrent creations with one name, one succeeds', async () => {
    const options = { body: body() }
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => admin.confirm('serviceCreate', options)),
    )
    const answers = await Promise.all(
      codes.map((code) => admin.callWith({ code }, 'serviceCreate', options)),
    )
    const outcomes = answers.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual([
      '200',
      ...Array.from({ length: 19 }, () => '409 service-name-in-use'),
    ])
  })
})

describe('PUT /service/{id}', () => {
  test('replaces the whole service, and audits the values before and after', async () => {
    const service = await created()
    const changed = {
      name: newName(),
      description: 'Outra.',
      active: false,
      version: service.version,
    }
    const { data } = await admin.call('serviceUpdate', {
      params: { id: String(service.id) },
      body: changed,
    })
    expect(data).toMatchObject({ ...changed, version: 2 })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'service.updated',
      target: `service:${service.id}`,
      before: { name: service.name, active: true, version: 1 },
      after: { name: changed.name, active: false, version: 2 },
    })
  })

  test('refuses a save with an outdated version and overwrites nothing', async () => {
    const service = await created()
    const second = await administratorOf(app)
    const save = (by: ConsoleClient, name: string) =>
      by.call('serviceUpdate', {
        params: { id: String(service.id) },
        body: body({ name, version: service.version }),
      })
    const name = newName()
    expect((await save(admin, name)).outcome).toBe('200')
    expect((await save(second, newName())).failure).toMatchObject({
      code: 'changed-meanwhile',
      httpStatus: 409,
      httpMessage: 'Outra pessoa alterou este registro. Recarregue e tente novamente.',
    })
    expect((await admin.call('serviceGet', { params: { id: String(service.id) } })).data.name).toBe(
      name,
    )
  })

  test('of ten concurrent saves of one version, one succeeds', async () => {
    const service = await created()
    const saves = Array.from({ length: 10 }, () =>
      admin.call('serviceUpdate', {
        params: { id: String(service.id) },
        body: body({ version: service.version }),
      }),
    )
    const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['200', ...Array.from({ length: 9 }, () => '409 changed-meanwhile')])
  })

  test("refuses another service's name, and accepts its own in another case", async () => {
    const [first, second] = [await created(), await created()]
    const put = (name: string) =>
      admin.call('serviceUpdate', { params: { id: String(second.id) }, body: body({ name }) })
    expect((await put(first.name.toUpperCase())).outcome).toBe('409 service-name-in-use')
    expect((await put(second.name.toUpperCase())).data.name).toBe(second.name.toUpperCase())
  })

  test('refuses to deactivate the service of this console', async () => {
    const answer = await admin.call('serviceUpdate', {
      params: { id: '1' },
      body: body({ active: false }),
    })
    expect(answer.outcome).toBe('409 service-of-console')
    expect((await admin.call('serviceGet', { params: { id: '1' } })).data.active).toBe(true)
  })

  test('responds 404 for an unknown service', async () => {
    expect((await admin.call('serviceGet', { params: { id: '2147483647' } })).outcome).toBe(
      '404 service-not-found',
    )
    const answer = await admin.call('serviceUpdate', { params: { id: '2147483647' }, body: body() })
    expect(answer.outcome).toBe('404 service-not-found')
  })
})

describe('invalid input is refused with field errors', () => {
  const required = 'Preencha os campos obrigatórios'
  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { name: required, description: required }],
    ['blank', { name: ' \t ', description: '\n' }, { name: required, description: required }],
    [
      'invisible characters',
      { name: '\u200b\u2060\ufeff', description: '\u3164' },
      { name: required, description: required },
    ],
    ['null', { name: null, description: 'x' }, { name: required }],
    ['a number', { name: 7, description: 'x' }, { name: required }],
    [
      'too long',
      { name: 'n'.repeat(31), description: 'x' },
      { name: 'Use no máximo 30 caracteres.' },
    ],
    [
      'too long once normalised',
      { name: '\ufb03'.repeat(11), description: 'x' },
      { name: 'Use no máximo 30 caracteres.' },
    ],
    [
      'too long a description',
      { name: 'n', description: 'x'.repeat(501) },
      { description: 'Use no máximo 500 caracteres.' },
    ],
    ['NUL', { name: 'a\u0000b', description: 'x' }, { name: 'Use apenas texto simples.' }],
    [
      'half a character',
      { name: 'a\ud800', description: 'x' },
      { name: 'Use apenas texto simples.' },
    ],
    [
      'a line break in the name',
      { name: 'a\nb', description: 'x' },
      { name: 'Use apenas texto simples.' },
    ],
    [
      'status of a wrong type',
      { name: 'a', description: 'x', active: 1 },
      { active: 'Tipo de valor inválido.' },
    ],
    ['an unknown field', { name: 'a', description: 'x', id: 1 }, { id: 'Campo desconhecido.' }],
  ])('%s', async (_, sent, fields) => {
    const { failure } = await app.client.request('POST', '/api/service', {
      ...admin.who,
      body: JSON.stringify(sent),
    })
    expect(failure).toMatchObject({ httpStatus: 400, code: 'invalid-input', fields })
  })

  test.each(['0', '-1', '1.5', '99999999999', '2147483648', 'abc', '1%00', "1'--"])(
    'id %s',
    async (id) => {
      const answer = await app.client.request('GET', `/api/service/${id}`, admin.who)
      expect(answer.outcome).toBe('400 invalid-input')
    },
  )

  test('stores HTML as plain text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    expect((await created({ name })).name).toBe(name)
  })
})

describe('GET /service', () => {
  test('returns each service with its active modules', async () => {
    const { id } = await app.build.module()
    const { service_id } = (await admin.call('moduleGet', { params: { id: String(id) } })).data
    const modulesShown = async () =>
      (await admin.call('serviceGet', { params: { id: String(service_id) } })).data.modules.map(
        (module) => module.id,
      )
    expect(await modulesShown()).toEqual([id])
    await app.db.updateTable('modules').set({ active: false }).where('id', '=', id).execute()
    expect(await modulesShown()).toEqual([])
  })

  test.each<[string, string]>([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1e3', 'page'],
    ['page=1&page=2', 'page'],
    ['take=7', 'take'],
    ['take=10000', 'take'],
    ['sort=description', 'sort'],
    ['sort=name;drop', 'sort'],
    ['order=up', 'order'],
    ['status=2', 'status'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['search=a%00b', 'search'],
    ['search=a%07b', 'search'],
    ['unknown=1', 'unknown'],
  ])('refuses ?%s', async (query, field) => {
    const { failure } = await app.client.request('GET', `/api/service?${query}`, admin.who)
    expect(failure.code).toBe('invalid-input')
    expect(Object.keys(failure.fields ?? {})).toEqual([field])
  })

  test('requires one of the screens that list or choose services', async () => {
    const reader = await holderOf(app, ['/profile-create'])
    expect((await reader.call('serviceList', { query: {} })).outcome).toBe('200')
    expect((await reader.call('serviceGet', { params: { id: '1' } })).outcome).toBe('403 forbidden')
    const stranger = await holderOf(app, ['/company-list'])
    expect((await stranger.call('serviceList', { query: {} })).outcome).toBe('403 forbidden')
  })
})
