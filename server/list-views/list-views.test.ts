import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  administratorProfileId,
  auditorProfileId,
  consoleModuleId,
} from '../../contract/constants.ts'
import { maxListViews } from '../../contract/list-views.ts'
import type { ViewedList } from '../../contract/viewed-lists.ts'
import type { BuiltCompany } from '../../test/testing/catalogue-builders.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { SignedIn } from '../../test/testing/test-trips.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface InConsole {
  person: Visitor
  who: SignedIn
}

/** Signs in a master user of a company to this console. */
async function master(company?: BuiltCompany): Promise<InConsole> {
  return enter(await app.build.consoleUser(company ? { company } : {}))
}

async function enter(person: Visitor): Promise<InConsole> {
  return { person, who: await app.trips.arrive(await app.trips.enter(person), person.at) }
}

/** Signs in a user whose profile opens only the list of users. */
async function operator(company: BuiltCompany): Promise<InConsole> {
  const profileId = await app.build.profile({ moduleId: consoleModuleId })
  await app.db
    .insertInto('profile_functions')
    .columns(['profile_id', 'function_id', 'module_id'])
    .expression((from) =>
      from
        .selectFrom('functions')
        .select([sql<number>`${profileId}::integer`.as('profile_id'), 'id', 'module_id'])
        .where('module_id', '=', consoleModuleId)
        .where('environment', '=', 'front')
        .where('url', '=', '/user-list'),
    )
    .execute()
  return enter(await app.build.consoleUser({ company, profileId }))
}

interface Saved {
  list?: ViewedList
  name?: string
  query?: Record<string, string>
  shared?: boolean
}

const create = (
  { who }: InConsole,
  { list = '/user-list', name = 'Bloqueados', query = { status: '3' }, shared = false }: Saved = {},
) => app.client.call('listViewCreate', { ...who, body: { list, name, query, shared } })

const replace = (
  { who }: InConsole,
  id: number,
  { name = 'Renomeada', query = {} }: Pick<Saved, 'name' | 'query'> = {},
) =>
  app.client.call('listViewUpdate', { ...who, params: { id: String(id) }, body: { name, query } })

const remove = ({ who }: InConsole, id: number) =>
  app.client.call('listViewDelete', { ...who, params: { id: String(id) } })

const read = async ({ who }: InConsole, list: ViewedList = '/user-list') =>
  (await app.client.call('listViewList', { ...who, query: { list } })).data

const namesOf = async (of: InConsole, list?: ViewedList) =>
  (await read(of, list)).rows.map(({ name }) => name)

describe('an own view', () => {
  test('is returned for its list to its owner only, until it is deleted', async () => {
    const mine = await master()
    const colleague = await master(mine.person.company)
    const { data } = await create(mine, { query: { status: '3', name: ' ana  lima ' } })
    expect(data).toMatchObject({
      list: '/user-list',
      name: 'Bloqueados',
      query: { status: '3', name: 'ana lima' },
      shared: false,
    })
    expect(await namesOf(mine)).toEqual(['Bloqueados'])
    expect(await namesOf(mine, '/profile-list')).toEqual([])
    expect(await namesOf(colleague)).toEqual([])
    expect((await replace(colleague, data.id)).outcome).toBe('404 list-view-not-found')
    expect((await remove(colleague, data.id)).outcome).toBe('404 list-view-not-found')
    expect((await remove(mine, data.id)).status).toBe(200)
    expect(await namesOf(mine)).toEqual([])
    expect((await remove(mine, data.id)).outcome).toBe('404 list-view-not-found')
  })

  test('is not returned to an administrator', async () => {
    const mine = await master()
    const { data } = await create(mine)
    const { company } = mine.person
    const administrator = await enter(
      await app.build.consoleUser({ company, profileId: administratorProfileId }),
    )
    expect(await namesOf(administrator)).toEqual([])
    expect((await remove(administrator, data.id)).outcome).toBe('404 list-view-not-found')
  })

  test('is renamed and gets other conditions', async () => {
    const mine = await master()
    const { data } = await create(mine)
    const changed = await replace(mine, data.id, { name: 'Ativos', query: { status: '2' } })
    expect(changed.data).toEqual({ ...data, name: 'Ativos', query: { status: '2' } })
    expect((await read(mine)).rows).toEqual([changed.data])
  })

  test('has a name that no other view of the user has for this list', async () => {
    const mine = await master()
    const { data } = await create(mine, { name: 'Outra' })
    expect((await create(mine)).status).toBe(200)
    expect((await create(mine)).outcome).toBe('409 list-view-name-in-use')
    expect((await replace(mine, data.id, { name: 'Bloqueados' })).outcome).toBe(
      '409 list-view-name-in-use',
    )
    const elsewhere = { list: '/profile-list', query: { status: '1' } } as const
    expect((await create(mine, elsewhere)).status).toBe(200)
  })
})

describe('the search parameters of a view', () => {
  test.each([
    ['a parameter of another list', { service_id: '1' }],
    ['a page', { page: '2' }],
    ['a value that the list refuses', { status: '9' }],
    ['a name of an inherited property', { constructor: '1' }],
  ])('are refused if they contain %s', async (_, query) => {
    const refused = await create(await master(), { query })
    expect(refused.outcome).toBe('400 invalid-input')
    expect(refused.text).toContain(`query.${Object.keys(query)[0]}`)
  })

  test('are refused in an update, too', async () => {
    const mine = await master()
    const { data } = await create(mine)
    expect((await replace(mine, data.id, { query: { page: '2' } })).outcome).toBe(
      '400 invalid-input',
    )
  })

  test('may contain the value of a cleared filter', async () => {
    const { data } = await create(await master(), { query: { status: 'all', order: 'desc' } })
    expect(data.query).toEqual({ status: 'all', order: 'desc' })
  })
})

describe('a view of a company', () => {
  test('is read by its users who may open the list, and by no other company', async () => {
    const mine = await master()
    const { company } = mine.person
    const reader = await operator(company)
    const stranger = await master()
    const { data } = await create(mine, { shared: true })
    expect(data.shared).toBe(true)
    expect((await read(reader)).rows).toEqual([data])
    expect(await namesOf(stranger)).toEqual([])
    expect((await replace(stranger, data.id)).outcome).toBe('404 list-view-not-found')
    expect((await remove(stranger, data.id)).outcome).toBe('404 list-view-not-found')
  })

  test('is changed and deleted by master users of the company only', async () => {
    const mine = await master()
    const reader = await operator(mine.person.company)
    const other = await master(mine.person.company)
    const { data } = await create(mine, { shared: true })
    expect((await read(reader)).shares).toBe(false)
    expect((await create(reader, { name: 'Minha', shared: true })).outcome).toBe('403 forbidden')
    expect((await replace(reader, data.id)).outcome).toBe('403 forbidden')
    expect((await remove(reader, data.id)).outcome).toBe('403 forbidden')
    expect((await read(other)).shares).toBe(true)
    expect((await replace(other, data.id)).status).toBe(200)
    expect((await remove(other, data.id)).status).toBe(200)
  })

  test('is read by profile 4 (Auditoria), which saves no views', async () => {
    const mine = await master()
    const { company } = mine.person
    const auditor = await enter(
      await app.build.consoleUser({ company, profileId: auditorProfileId }),
    )
    await app.build.listView({ companyId: company.id, list: '/audit-list', name: 'Da semana' })
    const { rows, saves, shares } = await read(auditor, '/audit-list')
    expect(rows.map(({ name }) => name)).toEqual(['Da semana'])
    expect({ saves, shares }).toEqual({ saves: false, shares: false })
    const body = { list: '/audit-list', name: 'Minha', query: {} } as const
    expect((await create(auditor, body)).outcome).toBe('403 forbidden')
    expect((await read(mine)).saves).toBe(true)
  })

  test('is written by an administrator', async () => {
    const { person } = await master()
    const { company } = person
    const administrator = await enter(
      await app.build.consoleUser({ company, profileId: administratorProfileId }),
    )
    expect((await create(administrator, { shared: true })).status).toBe(200)
  })

  test('may have the name of an own view', async () => {
    const mine = await master()
    await create(mine)
    expect((await create(mine, { shared: true })).status).toBe(200)
    expect(await namesOf(mine)).toEqual(['Bloqueados', 'Bloqueados'])
  })
})

describe('without the grant of the list', () => {
  test('its views are neither read nor saved', async () => {
    const { person } = await master()
    const reader = await operator(person.company)
    const list = '/profile-list'
    const call = await app.client.call('listViewList', { ...reader.who, query: { list } })
    expect(call.outcome).toBe('403 forbidden')
    expect((await create(reader, { list, query: {} })).outcome).toBe('403 forbidden')
  })

  test('an own view can only be deleted', async () => {
    const { person } = await master()
    const reader = await operator(person.company)
    const id = await app.build.listView({
      userId: reader.person.id,
      list: '/profile-list',
      name: 'Antiga',
    })
    expect((await replace(reader, id)).outcome).toBe('403 forbidden')
    expect((await remove(reader, id)).status).toBe(200)
  })
})

describe('the maximum of views', () => {
  async function masterWith(count: number) {
    const mine = await master()
    const { id: userId, company } = mine.person
    for (const owner of [{ userId }, { companyId: company.id }])
      for (let i = 0; i < count; i++)
        await app.build.listView({ ...owner, list: '/user-list', name: `Visão ${i}` })
    return mine
  }

  test('is 20 for a list of a user, and 20 for a list of a company', async () => {
    const mine = await masterWith(maxListViews)
    expect((await create(mine)).outcome).toBe('409 too-many-list-views')
    expect((await create(mine, { shared: true })).outcome).toBe('409 too-many-list-views')
    expect((await create(mine, { list: '/profile-list', query: {} })).status).toBe(200)
    expect((await read(mine)).rows).toHaveLength(2 * maxListViews)
  })

  test.each([false, true])(
    'is kept by several calls at the same time (company: %s)',
    async (shared) => {
      const mine = await masterWith(maxListViews - 1)
      const outcomes = await Promise.all(
        ['Uma', 'Outra', 'Mais uma', 'A última'].map((name) => create(mine, { name, shared })),
      )
      expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
        '200',
        ...Array<string>(3).fill('409 too-many-list-views'),
      ])
    },
  )
})

test('a view that is saved unchanged adds no audit event', async () => {
  const mine = await master()
  const query = { status: '3', name: 'ana' }
  const { data } = await create(mine, { query })
  const events = () =>
    app.db
      .selectFrom('audit_events')
      .select('event')
      .where('target', '=', `user:${mine.person.id}`)
      .where('event', 'like', 'list-view.%')
      .orderBy('seq')
      .execute()
  const same = { name: data.name, query: { name: 'ana', status: '3' } }
  expect((await replace(mine, data.id, same)).data).toEqual(data)
  expect(await events()).toEqual([{ event: 'list-view.created' }])
  await replace(mine, data.id, { ...same, query: {} })
  expect(await events()).toEqual([{ event: 'list-view.created' }, { event: 'list-view.updated' }])
})

test('two calls at the same time save one view of a name', async () => {
  const mine = await master()
  const twice = await Promise.all([create(mine), create(mine)])
  expect(twice.map(({ outcome }) => outcome).toSorted()).toEqual([
    '200',
    '409 list-view-name-in-use',
  ])
})

test('changes of views are limited per user', async () => {
  const [mine, other] = [await master(), await master()]
  for (let i = 0; i < 60; i++) await remove(mine, 2_000_000_000)
  expect((await create(mine)).outcome).toBe('429 too-many-requests')
  expect((await create(other)).status).toBe(200)
  app.clock.advance(10_000)
  expect((await create(mine)).status).toBe(200)
})
