import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import { userStatus } from '../../contract/user-search.ts'
import type { users } from '../../contract/users.ts'
import { days } from '../shared/clock.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { linkTo, masterOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())

type Body = BodyInputOf<typeof users.userSearch>
type Filters = NonNullable<Body['filters']>
const search = (body: Body, by = admin) => by.call('userSearch', { body })
const found = async (filters: Filters, more: Omit<Body, 'filters'> = {}, by = admin) =>
  (await search({ filters, ...more }, by)).data.users.map(({ name }) => name)
const fieldsOf = async (body: object) => (await search(body)).failure.fields

interface Row {
  email?: string
  phone_number?: string
  active?: boolean
  suspended?: boolean
  last_access_at?: Date | null
  created_at?: Date
  updated_at?: Date
}
let nth = 0
async function person(name: string, row: Row = {}): Promise<number> {
  const { id } = await app.db
    .insertInto('users')
    .values({ name, email: `busca${nth++}@lista.example`, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('POST /user/search finds', () => {
  beforeAll(async () => {
    await person('Márcia Conceição D’Ávila', {
      email: 'marcia@zefiro.example',
      phone_number: '5541911112222',
    })
    await person('Marcio de Ávila Neto', {
      email: 'neto.marcio@zefiro.example',
      phone_number: '5541911113333',
    })
    await person('Zefiro 100% Silva_Souza', { email: 'percent@outro.example' })
    await person('Zefiro Sant\'Ana "Bia" \\ Reis', { email: 'aspas@outro.example' })
  })

  test('an e-mail stored in ASCII by its Unicode form', async () => {
    const id = await person('Bia Nação', { email: 'bia@xn--nao-nlat.example' })
    for (const filters of [{ email: 'bia@nação.example' }, { search: 'nacao BIA@NAÇÃO.example' }]) {
      const { users } = (await search({ filters })).data
      expect(users.map((user) => user.id)).toEqual([id])
    }
  })

  test.each<[string, Filters, string[]]>([
    [
      'any part of the name, ignoring accents and case',
      { name: 'AVIL' },
      ['Márcia Conceição D’Ávila', 'Marcio de Ávila Neto'],
    ],
    ['all words, in any order', { name: 'avila marcia' }, ['Márcia Conceição D’Ávila']],
    ['nothing in the name for a part of the e-mail', { name: 'percent' }, []],
    [
      'any part of the e-mail',
      { email: 'ZEFIRO.ex' },
      ['Márcia Conceição D’Ávila', 'Marcio de Ávila Neto'],
    ],
    ['nothing in the e-mail for a part of the name', { email: 'souza' }, []],
    ['name and e-mail combined', { name: 'marci', email: 'neto' }, ['Marcio de Ávila Neto']],
    ['digits anywhere in the phone', { phone_number: '1111222' }, ['Márcia Conceição D’Ávila']],
    ['words in name, e-mail or phone', { search: 'ávila zefiro 3333' }, ['Marcio de Ávila Neto']],
    ['% literally', { name: '0%' }, ['Zefiro 100% Silva_Souza']],
    ['_ literally', { name: 'a_s' }, ['Zefiro 100% Silva_Souza']],
    ['no user for an unescaped %', { name: '%zz%' }, []],
    ["' literally", { name: "t'a" }, ['Zefiro Sant\'Ana "Bia" \\ Reis']],
    ['" literally', { name: '"bia"' }, ['Zefiro Sant\'Ana "Bia" \\ Reis']],
    ['\\ literally', { name: '\\' }, ['Zefiro Sant\'Ana "Bia" \\ Reis']],
    ['no user for SQL code', { name: "' or 1=1 --" }, []],
  ])('%s', async (_, filters, names) => {
    expect(await found(filters)).toEqual(names)
  })

  test('all users for a blank filter', async () => {
    const { data } = await search({})
    for (const filters of [{ name: ' ' }, { email: '', phone_number: '' }, { status: null }])
      expect((await search({ filters })).data.pagination).toEqual(data.pagination)
  })

  test('a term of 100 characters, and refuses longer ones with a field error', async () => {
    const long = 'a'.repeat(101)
    expect(await found({ name: 'a'.repeat(100) })).toEqual([])
    const sentence = 'Use no máximo 100 caracteres.'
    expect(await fieldsOf({ filters: { name: long } })).toEqual({ 'filters.name': sentence })
    expect(await fieldsOf({ filters: { email: long } })).toEqual({ 'filters.email': sentence })
  })

  test.each([
    [{ filters: { phone_number: '55a' } }, { 'filters.phone_number': 'Use apenas dígitos.' }],
    [
      { filters: { status: 4 } },
      { 'filters.status': 'Escolha 1 (Excluído), 2 (Ativo) ou 3 (Bloqueado).' },
    ],
    [{ filters: { search: 'Neto\nneto' } }, { 'filters.search': 'Use apenas texto simples.' }],
    [{ filters: { nome: 'x' } }, { 'filters.nome': 'Campo desconhecido.' }],
    [
      { pagination: { page: 1, take: 7 } },
      { 'pagination.take': 'Escolha 5, 10, 20 ou 50 por página.' },
    ],
    [{ pagination: { page: 0, take: 10 } }, { 'pagination.page': 'O valor mínimo é 1.' }],
    [
      { pagination: { page: 1001, take: 10 } },
      { 'pagination.page': 'Refine a busca: ela mostra os primeiros 10.000 usuários.' },
    ],
    [
      { pagination: { page: 201, take: 50 } },
      { 'pagination.page': 'Refine a busca: ela mostra os primeiros 10.000 usuários.' },
    ],
    [{ sort: 'phone_number' }, { sort: 'Valor inválido.' }],
  ])('nothing for %j, with a field error', async (body, fields) => {
    expect(await fieldsOf(body)).toEqual(fields)
  })
})

describe('POST /user/search by status', () => {
  beforeAll(async () => {
    await person('Estado Ativo')
    await person('Estado Bloqueado', { suspended: true })
    await person('Estado Excluído', { active: false })
    await person('Estado Excluído e Bloqueado', { active: false, suspended: true })
  })

  test.each([
    [userStatus.deleted, ['Estado Excluído', 'Estado Excluído e Bloqueado']],
    [userStatus.active, ['Estado Ativo']],
    [userStatus.blocked, ['Estado Bloqueado']],
  ] as const)('%i returns only users with this status', async (status, names) => {
    const { users } = (await search({ filters: { name: 'estado', status } })).data
    expect(users.map(({ name }) => name)).toEqual(names)
    expect(new Set(users.map((user) => user.status))).toEqual(new Set([status]))
  })
})

describe('POST /user/search by last access', () => {
  test('filters users who last signed in over 90 days ago, or never although their account is older', async () => {
    const now = app.clock.now().getTime()
    const ago = (time: number) => new Date(now - time)
    const old = { created_at: ago(days(400)) }
    await person('Acesso há pouco', { ...old, last_access_at: ago(days(90)) })
    await person('Acesso há muito', { ...old, last_access_at: ago(days(90) + 1) })
    await person('Acesso nunca', { created_at: ago(days(90) + 1) })
    await person('Acesso novo', { created_at: ago(days(90)) })
    expect(await found({ name: 'acesso', no_access: true })).toEqual([
      'Acesso há muito',
      'Acesso nunca',
    ])
    expect(await found({ name: 'acesso', no_access: false })).toHaveLength(4)
    expect(await found({ name: 'acesso', invited: true })).toEqual(['Acesso novo', 'Acesso nunca'])
    expect(await found({ name: 'acesso', no_access: true, invited: false })).toEqual([
      'Acesso há muito',
    ])
    const byAccess = (order: 'asc' | 'desc') =>
      found({ name: 'acesso' }, { sort: 'last_access_at', order })
    expect(await byAccess('asc')).toEqual([
      'Acesso nunca',
      'Acesso novo',
      'Acesso há muito',
      'Acesso há pouco',
    ])
    expect(await byAccess('desc')).toEqual((await byAccess('asc')).toReversed())
  })

  test('marks users who have never signed in', async () => {
    const { email } = await app.build.user()
    await person('Convidada Aguardada')
    const invited = async (filters: Filters) =>
      (await search({ filters })).data.users.map((user) => user.invited)
    expect(await invited({ email })).toEqual([false])
    expect(await invited({ name: 'convidada aguardada' })).toEqual([true])
  })
})

describe('POST /user/search in order', () => {
  const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 0, minute))
  beforeAll(async () => {
    await person('Ordem Álvaro', {
      email: 'c@ordem.example',
      created_at: at(2),
      updated_at: at(7),
      suspended: true,
    })
    await person('Ordem beatriz', {
      email: 'a@ordem.example',
      created_at: at(3),
      updated_at: at(6),
    })
    await person('Ordem Caio', {
      email: 'b@ordem.example',
      created_at: at(1),
      updated_at: at(8),
      active: false,
    })
  })
  const [a, b, c] = ['Ordem Álvaro', 'Ordem beatriz', 'Ordem Caio']

  test.each([
    ['name', [a, b, c]],
    ['email', [b, c, a]],
    ['created_at', [c, a, b]],
    ['update_at', [b, a, c]],
    ['status', [c, b, a]],
  ] as const)('by %s, ascending and descending', async (sort, names) => {
    expect(await found({ name: 'ordem' }, { sort })).toEqual(names)
    expect(await found({ name: 'ordem' }, { sort, order: 'desc' })).toEqual(names.toReversed())
  })
})

describe('POST /user/search by a master user', () => {
  test('returns users of the own company without administrators', async () => {
    const own = master.person.company.id
    const colleague = await person('Alcance Colega')
    await linkTo(app, colleague, own)
    await linkTo(app, await person('Alcance Estranho'), (await app.build.company()).id)
    await person('Alcance de Ninguém')
    const boss = await person('Alcance Administrador')
    await linkTo(app, boss, own)
    await app.build.plan({ companyId: own, moduleId: 1 })
    await app.build.assign({ userId: boss, profileId: 1, companyId: own })
    expect(await found({ name: 'alcance' }, {}, master)).toEqual(['Alcance Colega'])
    const { pagination } = (await search({ filters: { name: 'alcance' } }, master)).data
    expect(pagination).toMatchObject({ totalRecords: 1, totalPage: 1, more: false })
    expect(await found({ name: 'alcance' })).toHaveLength(4)
  })
})
