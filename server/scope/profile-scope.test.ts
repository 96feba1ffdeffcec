import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../contract/api.ts'
import { masterProfileId } from '../../contract/constants.ts'
import type { BuiltCompany } from '../../test/testing/catalogue-builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

const screens = [
  '/profile-list',
  '/profile-create',
  '/profile-edit',
  '/profile-edit-function',
] as const

let names = 0
const newName = (): string => `Perfil de ${(names += 1)}`

/** Tests which profiles a company sees (console.md §6). */
describe('scope of profiles', () => {
  let app: TestApp
  let admin: ConsoleClient
  /** User of a company with every action on profiles, who is not an administrator. */
  let operator: ConsoleClient
  let master: ConsoleClient
  let company: BuiltCompany
  let entitled: number
  let foreign: number
  let own: number
  let shown: number
  const hidden: Record<string, number> = {}

  async function profile(row: {
    module_id: number
    company_id?: number
    accredited_enable?: boolean
    active?: boolean
  }): Promise<number> {
    const { id } = await app.db
      .insertInto('profiles')
      .values({ name: newName(), ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    operator = await holderOf(app, screens)
    company = operator.person.company
    master = await arriveInConsole(
      app,
      await app.build.consoleUser({ profileId: masterProfileId, company }),
    )
    entitled = (await app.build.module()).id
    foreign = (await app.build.module()).id
    await app.build.plan({ companyId: company.id, moduleId: entitled })
    own = await profile({ module_id: entitled, company_id: company.id })
    shown = await profile({ module_id: entitled, accredited_enable: true })
    const another = await app.build.company()
    Object.assign(hidden, {
      "another company's": await profile({ module_id: entitled, company_id: another.id }),
      "another company's that is shown": await profile({
        module_id: entitled,
        company_id: another.id,
        accredited_enable: true,
      }),
      "the administrators'": await profile({ module_id: entitled }),
      'shown, of a module without a plan': await profile({
        module_id: foreign,
        accredited_enable: true,
      }),
      'shown and deleted': await profile({
        module_id: entitled,
        accredited_enable: true,
        active: false,
      }),
      'the one of administrators': 1,
      'the one of the system': 2,
      'the one of support': 3,
      'the one of master users': masterProfileId,
    })
  })
  afterAll(() => app.close())

  const ids = async (who: ConsoleClient, query: object = {}) => {
    const { rows } = (await who.call('profileList', { query: { take: '50', ...query } })).data
    return rows.map(({ id }) => id).toSorted((a, b) => a - b)
  }
  const create = (who: ConsoleClient, more: object = {}) =>
    who.call('profileCreate', { body: { name: newName(), module_id: entitled, ...more } })
  const bodyOf = async (id: number) => {
    const { name, module_id, active, accredited_enable, master_profile } = await app.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return {
      name,
      module_id,
      status: active ? (1 as const) : (0 as const),
      accredited_enable,
      master_profile,
    }
  }
  const update = async (who: ConsoleClient, id: number, more: object = {}) =>
    who.call('profileUpdate', {
      params: { id: String(id) },
      body: { ...(await bodyOf(id)), ...more },
    })

  test('an administrator sees all, also deleted ones, except profile 2', async () => {
    const seen = await ids(admin)
    expect(seen).toEqual(
      expect.arrayContaining([own, shown, ...Object.values(hidden).filter((id) => id !== 2)]),
    )
    expect(seen).not.toContain(2)
    expect(await ids(admin, { status: '1' })).not.toContain(hidden['shown and deleted'])
  })

  test('master users and company users see the company’s own profiles and offered ones', async () => {
    for (const who of [operator, master]) expect(await ids(who)).toEqual([own, shown])
  })

  test('system profiles stay hidden from companies, whatever their flags', async () => {
    const tick = (accredited_enable: boolean) =>
      app.db
        .updateTable('profiles')
        .set({ accredited_enable })
        .where('id', 'in', [1, 2, 3, masterProfileId])
        .execute()
    await tick(true)
    for (const who of [operator, master]) expect(await ids(who)).toEqual([own, shown])
    await tick(false)
  })

  test('profiles out of scope are not found by any method and not changed', async () => {
    const before = await app.db.selectFrom('profiles').selectAll().orderBy('id').execute()
    const links = { function_id: [], action_id: [] }
    for (const [which, id] of Object.entries(hidden)) {
      const calls = [
        operator.call('profileGet', { params: { id: String(id) } }),
        operator.call('profileConsultModule', { params: { profileId: String(id) } }),
        operator.call('profileFunctionList', { params: { id: String(id) } }),
        update(operator, id, { name: newName() }),
        operator.call('profileFunctionAdd', { body: { profile_id: id, function_id: [] } }),
        operator.call('profileFunctionRemove', { body: { profile_id: id, function_id: [] } }),
        operator.call('functionActionAdd', { body: { profile_id: id, ...links } }),
        operator.call('functionActionRemove', { body: { profile_id: id, ...links } }),
      ]
      for (const answer of await Promise.all(calls))
        expect(answer.outcome, which).toBe('404 profile-not-found')
    }
    expect(await app.db.selectFrom('profiles').selectAll().orderBy('id').execute()).toEqual(before)
  })

  test('offered profiles can be read by companies but written only by administrators', async () => {
    const params = { id: String(shown) }
    expect((await operator.call('profileGet', { params })).outcome).toBe('200')
    expect((await operator.call('profileFunctionList', { params })).outcome).toBe('200')
    expect((await update(operator, shown, { name: newName() })).outcome).toBe('403 forbidden')
    expect((await update(operator, shown, { status: 0 })).outcome).toBe('403 forbidden')
    const links: [Operation, object][] = [
      ['profileFunctionAdd', { function_id: [] }],
      ['functionActionRemove', { function_id: [], action_id: [] }],
    ]
    for (const [operation, body] of links) {
      const options = { body: { profile_id: shown, ...body } } as never
      expect((await operator.call(operation, options)).outcome, operation).toBe('403 forbidden')
    }
  })

  test('a profile created by a company belongs to it and to an entitled module', async () => {
    const { data } = await create(operator)
    expect(data).toMatchObject({
      accredit_id: company.id,
      company: { id: company.id, name: company.name },
      accredited_enable: false,
    })
    expect((await create(operator, { accredit_id: company.id })).outcome).toBe('200')
    for (const accredit_id of [0, company.id + 1])
      expect((await create(operator, { accredit_id })).outcome).toBe('404 company-not-found')
    expect((await create(operator, { module_id: foreign })).outcome).toBe('404 module-not-found')
    expect((await update(operator, data.id, { module_id: foreign })).outcome).toBe(
      '404 module-not-found',
    )
    expect((await update(operator, data.id, { accredit_id: 0 })).outcome).toBe(
      '404 company-not-found',
    )
    expect((await update(operator, data.id, { name: newName() })).outcome).toBe('200')
  })

  test('two companies may use the same profile name without detecting each other', async () => {
    const name = newName()
    const other = await holderOf(app, screens)
    await app.build.plan({ companyId: other.person.company.id, moduleId: entitled })
    for (const who of [operator, other]) expect((await create(who, { name })).outcome).toBe('200')
    expect((await create(operator, { name })).outcome).toBe('400 profile-name-in-use')
  })

  test("only administrators can set 'Exibir para empresas' and 'Perfil master'", async () => {
    expect((await create(operator, { accredited_enable: true })).outcome).toBe('403 forbidden')
    const masterly = { module_id: 1, master_profile: true }
    expect((await create(operator, masterly)).outcome).toBe('403 forbidden')
    const { id } = (await create(operator, { module_id: 1 })).data
    expect((await update(operator, id, { accredited_enable: true })).outcome).toBe('403 forbidden')
    expect((await update(operator, id, { master_profile: true })).outcome).toBe('403 forbidden')
    await update(admin, id, { accredited_enable: true })
    expect((await update(operator, id, { name: newName() })).data.accredited_enable).toBe(true)
  })

  test('lists can be filtered by service', async () => {
    const { module } = (await admin.call('profileGet', { params: { id: String(own) } })).data
    const service_id = String(module.Service.id)
    expect(await ids(operator, { service_id, search: 'perfil de' })).toEqual(
      expect.arrayContaining([own, shown]),
    )
    expect(await ids(operator, { service_id: '2' })).toEqual([])
  })

  test('callers cannot activate a profile that they hold', async () => {
    const { id } = (await create(master)).data
    await app.build.assign({ userId: master.person.id, profileId: id, companyId: company.id })
    expect((await update(master, id, { status: 0 })).outcome).toBe('200')
    expect((await update(master, id, { status: 1 })).outcome).toBe('409 profile-held')
    expect((await update(operator, id, { status: 1 })).outcome).toBe('200')
  })

  test('callers cannot activate a profile that allows more than their own rights', async () => {
    const { who, id } = await editor(['activate'], false)
    const { id: function_id } = await app.db
      .selectFrom('functions')
      .select('id')
      .where('module_id', '=', 1)
      .where('url', '=', '/user-list')
      .executeTakeFirstOrThrow()
    const link = { profile_id: id, function_id, module_id: 1 }
    await app.db.insertInto('profile_functions').values(link).execute()
    expect((await update(who, id, { status: 1 })).outcome).toBe('403 profile-beyond-own')
    await app.db.deleteFrom('profile_functions').where('profile_id', '=', id).execute()
    expect((await update(who, id, { status: 1 })).outcome).toBe('200')
  })

  /** Builds a user with these actions on the screen, and a profile of the user's company. */
  async function editor(actions: string[], active: boolean) {
    const who = await holderOf(app, ['/profile-edit'])
    await app.db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', who.person.profileId)
      .where('action_id', 'in', (eb) =>
        eb.selectFrom('actions').select('id').where('path', 'not in', actions),
      )
      .execute()
    // Waits until the server has invalidated the cached grants, because the rows were deleted directly.
    await settleNotifications(app, app.db)
    const id = await profile({ module_id: 1, company_id: who.person.company.id, active })
    return { who, id }
  }

  test.each([
    ['update', { name: 'Outro nome' }, true],
    ['delete', { status: 0 }, true],
    ['activate', { status: 1 }, false],
  ] as const)('%s needs its own action and no other', async (action, change, active) => {
    const others = ['update', 'delete', 'activate'].filter((other) => other !== action)
    const without = await editor(others, active)
    expect((await update(without.who, without.id, change)).outcome).toBe('403 forbidden')
    const withIt = await editor([action], active)
    expect((await update(withIt.who, withIt.id, change)).outcome).toBe('200')
    const both = { name: newName(), status: active ? 0 : 1 }
    expect((await update(withIt.who, withIt.id, both)).outcome).toBe('403 forbidden')
  })

  test('a back function of the endpoint grants all three actions', async () => {
    const { who, id } = await editor(['none'], true)
    const back = await app.db
      .insertInto('functions')
      .values({
        module_id: 1,
        name: 'Integração',
        url: '/profile/{id}',
        environment: 'back',
        method: 'PUT',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('profile_functions')
      .values({ profile_id: who.person.profileId, function_id: back.id, module_id: 1 })
      .execute()
    expect((await update(who, id, { status: 0 })).outcome).toBe('200')
    expect((await update(who, id, { status: 1, name: newName() })).outcome).toBe('200')
  })
})
