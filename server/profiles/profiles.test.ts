import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import type { profiles } from '../../contract/profiles.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import type { BuiltModule } from '../../test/testing/catalogue-builders.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

type UpdateBody = BodyInputOf<typeof profiles.profileUpdate>

let app: TestApp
let admin: ConsoleClient
let module: BuiltModule
let moduleId: number
let names = 0
const newName = (): string => `Atendimento ${(names += 1)}`

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  module = await app.build.module()
  moduleId = module.id
})
afterAll(() => app.close())

const create = (more: object = {}, by = admin) =>
  by.call('profileCreate', { body: { name: newName(), module_id: moduleId, ...more } })
const created = async (more: object = {}) => (await create(more)).data
const get = (id: number) => admin.call('profileGet', { params: { id: String(id) } })

/** Saves a profile with these changes; all other fields stay. */
async function update(id: number, more: Partial<UpdateBody> = {}, by = admin) {
  const { name, module_id, status, accredited_enable, master_profile } = (await get(id)).data
  const body = { name, module_id, status, accredited_enable, master_profile, ...more }
  return by.call('profileUpdate', { params: { id: String(id) }, body })
}

describe('POST /profile', () => {
  test('creates an active profile, owned by the administrators if an administrator creates it', async () => {
    const { data } = await admin.call('profileCreate', {
      body: {
        name: '  Mesa de testes ',
        module_id: moduleId,
        profile_type_id: 1,
        accredit_id: 0,
        accredited_enable: true,
        master_profile: false,
      },
    })
    expect(data).toMatchObject({
      name: 'Mesa de testes',
      module_id: moduleId,
      module: { id: moduleId, Service: { id: expect.any(Number) } },
      status: 1,
      accredited_enable: true,
      master_profile: false,
      isMasterUser: false,
      accredit_id: 0,
      profile_type_id: 1,
      company: null,
      version: 1,
    })
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'profileCreate',
      event: 'profile.created',
      user_id: admin.person.id,
      target: `profile:${data.id}`,
      before: null,
      after: { name: 'Mesa de testes', module_id: moduleId, company_id: null, status: 1 },
      confirmed_by: 'password',
    })
    const { created_by } = await app.db
      .selectFrom('profiles')
      .select('created_by')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(created_by).toBe(admin.person.id)
  })

  test('needs a confirmation for exactly this body, valid once', async () => {
    const options = { body: { name: newName(), module_id: moduleId } }
    expect((await admin.callWith({}, 'profileCreate', options)).outcome).toBe(
      '403 identity-confirmation-required',
    )
    const code = await admin.confirm('profileCreate', options)
    const other = { body: { ...options.body, accredited_enable: true } }
    expect((await admin.callWith({ code }, 'profileCreate', other)).outcome).toBe(
      '403 identity-confirmation-required',
    )
    expect((await admin.callWith({ code }, 'profileCreate', options)).outcome).toBe('200')
    expect((await admin.callWith({ code }, 'profileCreate', options)).outcome).toBe(
      '403 identity-confirmation-required',
    )
  })

  test('responds 400 if the module already has a profile with this name', async () => {
    const { name } = await created()
    const { failure } = await create({ name: name.toUpperCase() })
    expect(failure).toMatchObject({
      httpStatus: 400,
      code: 'profile-name-in-use',
      httpMessage: 'Já existe um perfil com este nome neste módulo.',
      fields: { name: 'Já existe um perfil com este nome neste módulo.' },
    })
    const elsewhere = (await app.build.module()).id
    expect((await create({ name, module_id: elsewhere })).outcome).toBe('200')
  })

  test('creates master profiles only for this console', async () => {
    const { data } = await create({ module_id: 1, master_profile: true })
    expect(data).toMatchObject({ master_profile: true, isMasterUser: true })
    expect((await create({ master_profile: true })).failure.fields).toEqual({
      master_profile: 'Só perfis da Gestão de Acesso podem ser perfil master.',
    })
  })

  test('responds 404 for an unknown module', async () => {
    const { failure } = await create({ module_id: 2_147_483_647 })
    expect(failure).toMatchObject({
      httpStatus: 404,
      code: 'module-not-found',
      fields: { module_id: 'Módulo não encontrado.' },
    })
  })

  test('refuses a company as owner of an administrator’s profile', async () => {
    const { failure } = await create({ accredit_id: admin.person.company.id })
    expect(failure.fields).toEqual({ accredit_id: 'Um perfil é de quem o criou.' })
  })
})

describe('PUT /profile/{id}', () => {
  test('replaces the profile and audits the values before and after', async () => {
    const profile = await created()
    const name = newName()
    const { data } = await update(profile.id, { name, accredited_enable: true, version: 1 })
    expect(data).toMatchObject({ name, accredited_enable: true, status: 1, version: 2 })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'profile.updated',
      target: `profile:${profile.id}`,
      before: { name: profile.name, accredited_enable: false, version: 1 },
      after: { name, accredited_enable: true, version: 2 },
      confirmed_by: 'password',
    })
  })

  test('deletes with status 0 and activates with status 1, each confirmed and audited', async () => {
    const { id } = await created()
    const deletion = await update(id, { status: 0 })
    expect(deletion.data.status).toBe(0)
    expect(await lastEvent(app.db)).toMatchObject({ before: { status: 1 }, after: { status: 0 } })
    expect((await update(id, { status: 1 })).data.status).toBe(1)
    expect(await lastEvent(app.db)).toMatchObject({ before: { status: 0 }, after: { status: 1 } })
    const { name, module_id } = (await get(id)).data
    const options = { params: { id: String(id) }, body: { name, module_id, status: 0 as const } }
    expect((await admin.callWith({}, 'profileUpdate', options)).outcome).toBe(
      '403 identity-confirmation-required',
    )
  })

  test('refuses changes to a deleted profile until it is activated', async () => {
    const { id, name } = await created()
    await update(id, { status: 0 })
    expect((await update(id, { name: newName() })).outcome).toBe('409 profile-deleted')
    expect((await get(id)).data.name).toBe(name)
  })

  test('frees the name of a deleted profile, which cannot be activated while another one uses it', async () => {
    const { id, name } = await created()
    await update(id, { status: 0 })
    const successor = await created({ name })
    expect((await update(id, { status: 1 })).outcome).toBe('400 profile-name-in-use')
    await update(successor.id, { status: 0 })
    expect((await update(id, { status: 1 })).outcome).toBe('200')
  })

  test('refuses a save with an outdated version and overwrites nothing', async () => {
    const { id, version } = await created()
    const second = await administratorOf(app)
    const name = newName()
    expect((await update(id, { name, version })).outcome).toBe('200')
    const late = await update(id, { name: newName(), version }, second)
    expect(late.outcome).toBe('409 changed-meanwhile')
    expect((await get(id)).data.name).toBe(name)
  })

  test('accepts one of ten concurrent saves of one version', async () => {
    const { id, version } = await created()
    const saves = Array.from({ length: 10 }, () => update(id, { name: newName(), version }))
    const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['200', ...Array.from({ length: 9 }, () => '409 changed-meanwhile')])
  })

  test('allows another module while the profile has no functions, assignments and delegations', async () => {
    const [free, functional, assigned, lent] = [
      await created(),
      await created(),
      await created(),
      await created({ module_id: 1, master_profile: true }),
    ]
    await app.build.holdFunction(functional.id, moduleId, '/mudanca')
    await app.build.visitor({ profileId: assigned.id, module })
    const delegation = await app.build.delegation({
      userId: (await app.build.user()).id,
      companyId: admin.person.company.id,
      by: admin.person.id,
      begin: app.clock.now(),
      end: null,
    })
    await app.db
      .insertInto('delegation_profiles')
      .values({ delegation_id: delegation, profile_id: lent.id })
      .execute()
    const module_id = (await app.build.module()).id
    expect((await update(free.id, { module_id })).data.module_id).toBe(module_id)
    for (const { id } of [functional, assigned, lent])
      expect((await update(id, { module_id, master_profile: false })).outcome).toBe(
        '409 profile-in-use',
      )
    expect((await update(free.id, { module_id: 2_147_483_647 })).outcome).toBe(
      '404 module-not-found',
    )
  })

  test('makes an assignment wait for a concurrent change of module, so that it takes a seat of the new module', async () => {
    const profile = await created()
    const other = await app.build.module()
    const company = await app.build.company()
    await app.build.plan({ companyId: company.id, moduleId })
    const user = await app.build.user()
    let assigning: Promise<unknown> = Promise.resolve()
    await app.db.transaction().execute(async (trx) => {
      await trx
        .selectFrom('profiles')
        .select('id')
        .where('id', '=', profile.id)
        .forUpdate()
        .execute()
      await trx
        .updateTable('profiles')
        .set({ module_id: other.id })
        .where('id', '=', profile.id)
        .execute()
      assigning = app.build.assign({
        userId: user.id,
        profileId: profile.id,
        companyId: company.id,
      })
      assigning.catch(() => undefined)
      await waitingFor(app.db, 'insert into "user_profiles"')
    })
    await expect(assigning).rejects.toThrow('Limite de usuários neste plano excedido')
  })

  test.each([1, 3, 4, 8])(
    'keeps system profile %i unchanged, because the console needs it',
    async (id) => {
      const before = (await get(id)).data
      expect((await update(id, { status: 0 })).outcome).toBe('409 profile-of-system')
      expect((await update(id, { module_id: moduleId, master_profile: false })).outcome).toBe(
        '409 profile-of-system',
      )
      expect((await update(id, { accredited_enable: true })).outcome).toBe('409 profile-of-system')
      expect((await update(id, { master_profile: id !== 8 })).outcome).toBe('409 profile-of-system')
      expect((await get(id)).data).toEqual(before)
      expect((await update(id, { name: newName() })).outcome).toBe('200')
    },
  )

  test('refuses a master profile owned by a company, and never changes the owner', async () => {
    const company = await app.build.company()
    const { id } = await app.db
      .insertInto('profiles')
      .values({ module_id: 1, company_id: company.id, name: newName() })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await update(id, { master_profile: true })).failure.fields).toEqual({
      master_profile: 'Um perfil feito por uma empresa não pode ser perfil master.',
    })
    expect((await update(id, { accredit_id: 0 })).failure.fields).toEqual({
      accredit_id: 'Um perfil é de quem o criou.',
    })
    expect((await update(id, { accredit_id: company.id })).data).toMatchObject({
      accredit_id: company.id,
      company: { id: company.id, name: company.name },
    })
  })

  test('responds 404 for an unknown profile and for the hidden profile 2', async () => {
    for (const id of ['2147483647', '2']) {
      const put = { params: { id }, body: { name: 'x', module_id: 1, status: 1 as const } }
      expect((await admin.call('profileUpdate', put)).outcome).toBe('404 profile-not-found')
      expect((await admin.call('profileGet', { params: { id } })).outcome).toBe(
        '404 profile-not-found',
      )
    }
  })
})

describe('invalid input is refused with field errors', () => {
  const required = 'Preencha todos os campos!'
  test.each<[string, object, Record<string, string>]>([
    ['nothing', {}, { name: required, module_id: required }],
    ['blank', { name: ' \u200b ', module_id: 0 }, { name: required, module_id: required }],
    [
      'too long a name',
      { name: 'n'.repeat(201), module_id: 1 },
      { name: 'Use no máximo 200 caracteres.' },
    ],
    [
      'control character',
      { name: 'abc\u0007gnp', module_id: 1 },
      { name: 'Use apenas texto simples.' },
    ],
    [
      'another type of profile',
      { name: 'n', module_id: 1, profile_type_id: 2 },
      { profile_type_id: 'O tipo do perfil é sempre 1.' },
    ],
    [
      'a master profile elsewhere, beside what else is wrong',
      { name: '', module_id: 5, master_profile: true },
      {
        name: required,
        master_profile: 'Só perfis da Gestão de Acesso podem ser perfil master.',
      },
    ],
    ['an unknown field', { name: 'n', module_id: 1, status: 1 }, { status: 'Campo desconhecido.' }],
  ])('%s', async (_, sent, fields) => {
    const { failure } = await app.client.request('POST', '/api/profile', {
      ...admin.who,
      body: JSON.stringify(sent),
    })
    expect(failure).toMatchObject({ httpStatus: 400, code: 'invalid-input', fields })
  })
})

describe('GET /profile', () => {
  test.each<[string, string]>([
    ['sort=master', 'sort'],
    ['service_id=0', 'service_id'],
    ['status=2', 'status'],
    ['unknown=1', 'unknown'],
  ])('refuses ?%s', async (query, field) => {
    const { failure } = await app.client.request('GET', `/api/profile?${query}`, admin.who)
    expect(Object.keys(failure.fields ?? {})).toEqual([field])
  })
})
