import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maskCnpj } from '../../contract/cnpj.ts'
import { cnpj, next } from '../../test/testing/catalogue-builders.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const body = (more: object = {}) => ({
  name: 'Operadora do Vale',
  email: 'contato@vale.example',
  document: cnpj(50_000 + next()),
  ...more,
})

async function created(more: object = {}) {
  return (await admin.call('companyCreate', { body: body(more) })).data
}

const get = async (id: number, who = admin) =>
  who.call('companyGet', { params: { id: String(id) } })

describe('POST /company', () => {
  test('creates an active company with its SPIDs, and audits it', async () => {
    const sent = {
      name: ' Operadora do Vale ',
      email: ' Contato@Vale.Example ',
      document: '12.abc.345/01de-35',
      spids: [{ spid: '7102' }, { spid: '7101', description: 'Telefonia fixa' }],
    }
    const { data } = await admin.call('companyCreate', { body: sent })
    const spids = [
      { spid: '7101', description: 'Telefonia fixa' },
      { spid: '7102', description: '' },
    ]
    expect(data).toMatchObject({
      name: 'Operadora do Vale',
      email: 'contato@vale.example',
      document: '12ABC34501DE35',
      active: true,
      version: 1,
      spids,
    })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'company.created',
      user_id: admin.person.id,
      target: `company:${data.id}`,
      before: null,
      after: { name: 'Operadora do Vale', document: '12ABC34501DE35', active: true, spids },
      confirmed_by: 'password',
    })
  })

  test('accepts a company without SPIDs and a duplicate name', async () => {
    const [first, second] = [await created(), await created()]
    expect(first.name).toBe(second.name)
    expect([first.spids, second.spids]).toEqual([[], []])
  })

  test.each([
    ['without mask', (document: string) => document],
    ['in lower case', (document: string) => document.toLowerCase()],
    ['with its mask', maskCnpj],
  ])('refuses a CNPJ in use if it is sent %s', async (_, typed) => {
    const { document } = await created()
    const { failure } = await admin.call('companyCreate', {
      body: body({ document: typed(document) }),
    })
    expect(failure).toMatchObject({
      httpStatus: 409,
      code: 'company-document-in-use',
      httpMessage: 'Empresa com este CNPJ já existe',
      fields: { document: 'Empresa com este CNPJ já existe' },
    })
  })

  test('of twenty concurrent creations with one CNPJ, one succeeds and the others leave no SPID', async () => {
    const options = { body: body({ spids: [{ spid: '7101' }] }) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.call('companyCreate', options)),
    )
    const won = answers.filter(({ outcome }) => outcome === '200')
    const lost = answers.filter(({ outcome }) => outcome === '409 company-document-in-use')
    expect([won.length, lost.length]).toEqual([1, 19])
    const { document } = options.body
    const { rows } = (await admin.call('companyList', { query: { search: document } })).data
    expect(rows.map(({ spids }) => spids)).toEqual([[{ spid: '7101', description: '' }]])
  })
})

describe('PUT /company/{id}', () => {
  test('replaces the whole company, and audits the values before and after', async () => {
    const company = await created({ spids: [{ spid: '7101' }] })
    const changed = { ...body(), name: 'Serra Telecom', active: false, version: company.version }
    const { data } = await admin.call('companyUpdate', {
      params: { id: String(company.id) },
      body: changed,
    })
    expect(data).toMatchObject({ ...changed, version: 2, spids: company.spids })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'company.updated',
      target: `company:${company.id}`,
      before: { name: company.name, active: true, version: 1, spids: company.spids },
      after: { name: 'Serra Telecom', active: false, version: 2, spids: company.spids },
    })
  })

  test('of ten concurrent saves of one version, some with SPIDs, one succeeds', async () => {
    const company = await created()
    const { name, email, document, version } = company
    const saves = Array.from({ length: 10 }, (_, n) =>
      admin.call('companyUpdate', {
        params: { id: String(company.id) },
        body: {
          name,
          email,
          document,
          active: true,
          version,
          ...(n % 2 === 0 && { spids: [{ spid: `71${n}` }] }),
        },
      }),
    )
    const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['200', ...Array.from({ length: 9 }, () => '409 changed-meanwhile')])
    expect((await get(company.id)).data.version).toBe(2)
  })

  test('accepts its own CNPJ with punctuation', async () => {
    const company = await created()
    const { data } = await admin.call('companyUpdate', {
      params: { id: String(company.id) },
      body: { ...body(), active: true, document: maskCnpj(company.document) },
    })
    expect(data.document).toBe(company.document)
  })

  test('refuses to deactivate the company of the administrators, which would lock them out', async () => {
    const { id } = admin.person.company
    const { name, email, document } = (await get(id)).data
    const save = (active: boolean) =>
      admin.call('companyUpdate', {
        params: { id: String(id) },
        body: { name, email, document, active },
      })
    expect((await save(false)).failure).toMatchObject({
      httpStatus: 409,
      code: 'company-of-administrators',
      httpMessage:
        'Administradores da Gestão de Acesso são desta empresa: ela não pode ser inativada, nem perder um SPID deles.',
    })
    expect((await save(true)).outcome).toBe('200')
  })
})

test('filtered by a module, lists the companies with seats of it, from a plan or a loose plan', async () => {
  const { id: module_id } = await app.build.module()
  const [planned, loose, inactive] = [await created(), await created(), await created()]
  await app.build.plan({ companyId: planned.id, moduleId: module_id })
  const ofLoose = { module_id, seat_limit: 3 }
  await app.db
    .insertInto('loose_plans')
    .values([
      { ...ofLoose, company_id: planned.id },
      { ...ofLoose, company_id: loose.id },
      { ...ofLoose, company_id: inactive.id, active: false },
    ])
    .execute()
  const query = { module_id: String(module_id) }
  const { rows, pagination } = (await admin.call('companyList', { query })).data
  expect(rows.map(({ id }) => id).toSorted()).toEqual([planned.id, loose.id].toSorted())
  expect(pagination.totalRecords).toBe(2)
  const reader = await holderOf(app, ['/company-list'])
  expect((await reader.call('companyList', { query })).data.rows).toEqual([])
})

describe('callers other than administrators', () => {
  test('read only their own company and write none', async () => {
    const reader = await holderOf(app, ['/company-list', '/company-form'])
    const own = reader.person.company.id
    const other = await created({ spids: [{ spid: '9999' }] })
    const { rows, pagination } = (await reader.call('companyList', { query: {} })).data
    expect([rows.map(({ id }) => id), pagination.totalRecords]).toEqual([[own], 1])
    expect((await get(own, reader)).data.id).toBe(own)
    expect((await get(other.id, reader)).outcome).toBe('404 company-not-found')
    const save = (id: number) =>
      reader.call('companyUpdate', {
        params: { id: String(id) },
        body: { ...body(), active: true },
      })
    expect((await save(own)).outcome).toBe('403 forbidden')
    expect((await save(other.id)).outcome).toBe('404 company-not-found')
    expect((await reader.call('companyCreate', { body: body() })).outcome).toBe('403 forbidden')
  })

  test('find no other company by search', async () => {
    const reader = await holderOf(app, ['/company-list'])
    const { document } = await created()
    const { pagination } = (await reader.call('companyList', { query: { search: document } })).data
    expect(pagination.totalRecords).toBe(0)
  })
})

describe('invalid input is refused with field errors', () => {
  const required = 'Preencha os campos obrigatórios'
  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { name: required, email: required, document: required }],
    [
      'blank',
      { name: ' ', email: ' ', document: ' ' },
      { name: required, email: required, document: required },
    ],
    ['an e-mail without a domain', body({ email: 'contato@vale' }), { email: 'Email inválido' }],
    ['two e-mails', body({ email: 'a@vale.example,b@vale.example' }), { email: 'Email inválido' }],
    [
      'a line break in the e-mail',
      body({ email: 'a@vale.example\nbcc:b@vale.example' }),
      { email: 'Email inválido' },
    ],
    [
      'a long e-mail',
      body({ email: `${'a'.repeat(190)}@vale.example` }),
      { email: 'Use no máximo 200 caracteres.' },
    ],
    ['a long name', body({ name: 'n'.repeat(201) }), { name: 'Use no máximo 200 caracteres.' }],
    ['a wrong check digit', body({ document: '54550752000154' }), { document: 'CNPJ inválido' }],
    ['repeated digits', body({ document: '00.000.000/0000-00' }), { document: 'CNPJ inválido' }],
    ['a number for CNPJ', body({ document: 54550752000155 }), { document: required }],
    ['a status on create', body({ active: false }), { active: 'Campo desconhecido.' }],
    [
      'nine SPIDs',
      body({ spids: Array.from({ length: 9 }, (_, n) => ({ spid: `71${n}` })) }),
      { spids: 'Número máximo de SPIDs atingido' },
    ],
    [
      'the same SPID twice',
      body({ spids: [{ spid: 'a1' }, { spid: 'A1' }] }),
      { 'spids.1.spid': 'SPID duplicado' },
    ],
    [
      'SPIDs that are not a list',
      body({ spids: { spid: '1' } }),
      { spids: 'Tipo de valor inválido.' },
    ],
  ])('%s', async (_, sent, fields) => {
    const { failure } = await app.client.request('POST', '/api/company', {
      ...admin.who,
      body: JSON.stringify(sent),
    })
    expect(failure).toMatchObject({ httpStatus: 400, code: 'invalid-input', fields })
  })
})
