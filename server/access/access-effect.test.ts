import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { previewableWrites, Previewable } from '../../contract/access-effect.ts'
import type { BodyInputOf, ParamsInputOf } from '../../contract/endpoint.ts'
import { masterProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

type Contract = typeof previewableWrites

/** Previews a write. */
function preview<O extends Previewable>(
  operation: O,
  input: { params?: ParamsInputOf<Contract[O]>; body?: BodyInputOf<Contract[O]> },
  by = admin,
) {
  const { params = {}, body } = input
  return by.call('accessEffectForesee', {
    body: { operation, params: { ...Object(params) }, body },
  })
}

async function people(count: number, companyId: number): Promise<number[]> {
  const values = Array.from({ length: count }, () => {
    const email = `${crypto.randomUUID()}@efeito.example`
    return { name: 'Pessoa do Efeito', email }
  })
  const made = await app.db.insertInto('users').values(values).returning('id').execute()
  const ids = made.map(({ id }) => id)
  await app.db
    .insertInto('user_companies')
    .values(ids.map((user_id) => ({ user_id, company_id: companyId })))
    .execute()
  return ids
}

/** Builds a company with users who hold a profile with a function and an action. */
async function place(count: number, spids: string[] = [], isEnableSpid = spids.length > 0) {
  const [company, module] = [
    await app.build.company({ spids }),
    await app.build.module({ isEnableSpid }),
  ]
  const planId = await app.build.plan({
    companyId: company.id,
    moduleId: module.id,
    seats: count + 2,
  })
  const profileId = await app.build.profile({ moduleId: module.id })
  const ids = await people(count, company.id)
  const rows = ids.map((user_id) => ({ user_id, profile_id: profileId, company_id: company.id }))
  await app.db.insertInto('user_profiles').values(rows).execute()
  const values = { module_id: module.id, name: 'Pedidos', url: `/${crypto.randomUUID()}` }
  const made = app.db.insertInto('functions').values(values).returning('id')
  const { id: functionId } = await made.executeTakeFirstOrThrow()
  return { company, module, planId, profileId, ids, functionId }
}

const exactly = (count: number) => ({ count, more: false })
const nobody = { people: exactly(0), losing: exactly(0), gaining: exactly(0), rows: [] }

describe('POST /access-effect', () => {
  test('counts users who lose or gain a module, and writes nothing', async () => {
    const { company, module, planId, ids, profileId } = await place(3)
    const plan = { params: { id: String(planId) } }
    const { name } = (await admin.call('planGet', plan)).data
    const off = { ...plan, body: { name, active: false } }
    const { data } = await preview('planUpdate', off)
    expect(data).toMatchObject({
      refused: null,
      people: exactly(3),
      losing: exactly(3),
      gaining: exactly(0),
      rows: [{ company: { id: company.id }, module: { id: module.id }, function: null, losing: 3 }],
    })
    expect((await admin.call('planGet', plan)).data.active).toBe(true)
    await admin.call('planUpdate', off)
    expect((await preview('planUpdate', off)).data).toMatchObject(nobody)
    const on = { ...plan, body: { name, active: true } }
    expect((await preview('planUpdate', on)).data).toMatchObject({
      people: exactly(3),
      losing: exactly(0),
      gaining: exactly(3),
    })
    // Blocks two of the users: they must not be counted any more.
    const gone = app.db.updateTable('users').where('id', 'in', ids.slice(0, 2))
    await gone.set({ suspended: true }).execute()
    expect((await preview('planUpdate', on)).data.gaining).toEqual(exactly(1))
    expect(profileId).toBeGreaterThan(0)
  })

  test('names functions and actions, unless the whole module is affected', async () => {
    const { profileId, functionId, company, module } = await place(2)
    const give = { body: { profile_id: profileId, function_id: functionId } }
    const { data } = await preview('profileFunctionAdd', give)
    expect(data).toMatchObject({ people: exactly(2), gaining: exactly(2), losing: exactly(0) })
    expect(data.rows).toEqual([
      {
        company: { id: company.id, name: company.name },
        module: expect.objectContaining({ id: module.id }) as object,
        spid: null,
        function: { id: functionId, name: 'Pedidos' },
        action: null,
        losing: 0,
        gaining: 2,
      },
    ])
    await admin.call('profileFunctionAdd', give)
    const { name } = (await admin.call('profileGet', { params: { id: String(profileId) } })).data
    const deleted = { name, module_id: module.id, status: 0 as const }
    const gone = await preview('profileUpdate', {
      params: { id: String(profileId) },
      body: deleted,
    })
    expect(gone.data.rows).toHaveLength(1)
    expect(gone.data.rows[0]).toMatchObject({ function: null, losing: 2 })
  })

  test('ignores users who keep the access by another profile', async () => {
    const { profileId, functionId, company, ids, module } = await place(2)
    const other = await app.build.profile({ moduleId: module.id })
    const function_id = functionId
    for (const profile_id of [profileId, other])
      await admin.call('profileFunctionAdd', { body: { profile_id, function_id } })
    const [first = 0] = ids
    await app.build.assign({ userId: first, profileId: other, companyId: company.id })
    const { data } = await preview('profileFunctionRemove', {
      body: { profile_id: profileId, function_id },
    })
    expect(data).toMatchObject({ people: exactly(1), losing: exactly(1) })
  })

  test('distinguishes a profile for another SPID from one for all SPIDs', async () => {
    const { profileId, company, ids } = await place(1, ['7101', '7102'])
    const [newcomer = 0] = await people(1, company.id)
    const row = (user_id: number) => ({
      user_id,
      profile_id: profileId,
      company_id: company.id,
      spid: '7102',
    })
    const { data } = await preview('userProfileAdd', { body: [...ids, newcomer].map(row) })
    expect(data).toMatchObject({ people: exactly(1), gaining: exactly(1) })
    await admin.call('userProfileAdd', { body: [{ ...row(newcomer), spid: '7101' }] })
    const more = await preview('userProfileAdd', { body: [row(newcomer)] })
    expect(more.data.rows).toEqual([
      expect.objectContaining({ spid: '7102', function: null, gaining: 1, losing: 0 }),
    ])
  })

  test('ignores SPIDs of a module that is not entered by SPID', async () => {
    const { company, profileId } = await place(2, ['7101', '7102'], false)
    const [holder = 0] = await people(1, company.id)
    await app.build.assign({ userId: holder, profileId, companyId: company.id, spid: '7101' })
    const params = { id: String(company.id) }
    const { name, email, document, active } = (await admin.call('companyGet', { params })).data
    const body = { name, email, document, active, spids: [{ spid: '7102', description: '' }] }
    const { data } = await preview('companyUpdate', { params, body })
    expect(data).toMatchObject({ people: exactly(1), losing: exactly(1), gaining: exactly(0) })
    expect(data.rows).toEqual([expect.objectContaining({ spid: null, function: null, losing: 1 })])
  })

  test('counts holders for all SPIDs if a SPID of the module is deleted', async () => {
    const { company } = await place(2, ['7101', '7102'])
    const params = { id: String(company.id) }
    const { name, email, document, active } = (await admin.call('companyGet', { params })).data
    const body = { name, email, document, active, spids: [{ spid: '7102', description: '' }] }
    const { data } = await preview('companyUpdate', { params, body })
    expect(data.rows).toEqual([
      expect.objectContaining({ spid: '7101', function: null, losing: 2 }),
    ])
  })

  test('previews a block, a deletion and an activation', async () => {
    const { company, module, ids } = await place(1)
    const id = ids[0] ?? 0
    const { email } = (await admin.call('userGet', { params: { id: String(id) } })).data
    const lost = {
      people: exactly(1),
      losing: exactly(1),
      gaining: exactly(0),
      rows: [{ company: { id: company.id }, module: { id: module.id }, losing: 1, gaining: 0 }],
    }
    const blocked = await preview('userBlock', { body: { email, block: true } })
    expect(blocked.data).toMatchObject(lost)
    expect((await preview('userDelete', { body: { email } })).data).toMatchObject(lost)
    await admin.call('userDelete', { body: { email } })
    expect((await preview('userActivate', { body: { id } })).data).toMatchObject({
      people: exactly(1),
      losing: exactly(0),
      gaining: exactly(1),
    })
  })

  test.each(['userDelete', 'companyUserUnlink'] as const)(
    '%s counts borrowers who lose a delegation, and ignores access in other companies',
    async (operation) => {
      const lender = await app.build.consoleUser({ profileId: masterProfileId })
      const [borrower = 0] = await people(1, lender.company.id)
      const begin = app.clock.now()
      const companyId = lender.company.id
      await app.build.delegation({ userId: borrower, companyId, by: lender.id, begin, end: null })
      const { data } =
        operation === 'userDelete'
          ? await preview(operation, { body: { email: lender.email } })
          : await preview(operation, { body: { user_id: lender.id, company_id: [companyId] } })
      expect(data).toMatchObject({ refused: null, people: exactly(2), losing: exactly(2) })
    },
  )

  test('returns the problem that would refuse the write', async () => {
    const { company, module } = await place(1)
    const full = await app.build.module()
    const profileId = await app.build.profile({ moduleId: full.id })
    const [id = 0] = await people(1, company.id)
    const row = { user_id: id, profile_id: profileId, company_id: company.id }
    expect((await preview('userProfileAdd', { body: [row] })).data).toMatchObject({
      ...nobody,
      refused: {
        code: 'seat-limit-exceeded',
        message: 'Limite de usuários neste plano excedido',
      },
    })
    const wrong = { operation: 'userProfileAdd', body: [{ user_id: 'x' }] } as const
    expect((await admin.call('accessEffectForesee', { body: wrong })).outcome).toBe(
      '400 invalid-input',
    )
    expect(module.id).toBeGreaterThan(0)
  })

  test('requires the permission for the write, and applies its scope', async () => {
    const clerk = await holderOf(app, ['/user-edit-profile'])
    const { planId, profileId, company, ids } = await place(1)
    const { name } = (await admin.call('planGet', { params: { id: String(planId) } })).data
    const plan = { params: { id: String(planId) }, body: { name, active: false } }
    expect((await preview('planUpdate', plan, clerk)).outcome).toBe('403 forbidden')
    const [id = 0] = ids
    const row = { user_id: id, profile_id: profileId, company_id: company.id }
    expect((await preview('userProfileRemove', { body: [row] }, clerk)).data).toMatchObject({
      ...nobody,
      refused: { code: 'user-not-found' },
    })
    // A user of two companies: changes in the other company are hidden from the clerk.
    const own = clerk.person.company.id
    await app.db.insertInto('user_companies').values({ user_id: id, company_id: own }).execute()
    await app.build.assign({ userId: id, profileId: masterProfileId, companyId: own })
    const master = await arriveInConsole(
      app,
      await app.build.consoleUser({ company: clerk.person.company }),
    )
    const unlink = await preview(
      'companyUserUnlink',
      { body: { user_id: id, company_id: [own] } },
      master,
    )
    expect(unlink.data.rows.every((one) => one.company.id === own)).toBe(true)
    expect(unlink.data.losing).toEqual(exactly(1))
  })
})
