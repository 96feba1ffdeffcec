import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { after, days } from '../shared/clock.ts'
import { lockAdministrators } from '../scope/administrators.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const link = (user_id: number, company_id: number[], by = admin) =>
  by.call('companyUserLink', { body: { user_id, company_id } })
const unlink = (user_id: number, company_id: number[], by = admin) =>
  by.call('companyUserUnlink', { body: { user_id, company_id } })
const companiesOf = async (id: number, by = admin) =>
  (await by.call('companyListOfUser', { params: { id: String(id) } })).data.companies

async function heldBy(id: number, { db } = app) {
  const rows = await db
    .selectFrom('user_profiles')
    .select('company_id')
    .where('user_id', '=', id)
    .execute()
  return rows.map(({ company_id }) => company_id)
}

async function openDelegations(companyId: number): Promise<number[]> {
  const rows = await app.db
    .selectFrom('delegations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

describe('POST /company/user', () => {
  test('links a user to companies, keeps existing links, and returns all', async () => {
    const user = await app.build.user()
    const [one, two] = [await app.build.company({ spids: ['7101'] }), await app.build.company()]
    await link(user.id, [one.id])
    const { data } = await link(user.id, [two.id, one.id, two.id])
    expect(data.companies.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
    expect(data.companies.find(({ id }) => id === one.id)).toMatchObject({
      name: one.name,
      active: true,
      spids: [{ spid: '7101', description: 'SPID 7101' }],
    })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'company.user-linked',
      target: `user:${user.id}`,
      after: { company_id: [two.id] },
    })
  })

  test('links no company if one of them is unknown', async () => {
    const user = await app.build.user()
    const { id } = await app.build.company()
    expect((await link(user.id, [id, 2_000_000_000])).outcome).toBe('404 company-not-found')
    expect(await companiesOf(user.id)).toEqual([])
  })

  test('allows only administrators to add a user to a company or to link a colleague elsewhere', async () => {
    const clerk = await holderOf(app, ['/user-edit'])
    const own = clerk.person.company.id
    const [stranger, colleague] = [await app.build.user(), await app.build.user()]
    await link(colleague.id, [own])
    expect((await link(stranger.id, [own], clerk)).outcome).toBe('404 user-not-found')
    const elsewhere = await app.build.company()
    expect((await link(colleague.id, [elsewhere.id], clerk)).outcome).toBe('404 company-not-found')
    expect((await link(colleague.id, [own], clerk)).outcome).toBe('200')
  })
})

describe('DELETE /company/inactive', () => {
  test('ends assignments and delegations there immediately, and keeps all others', async () => {
    const master = await app.build.consoleUser()
    const here = master.company.id
    const elsewhere = await app.build.visitor({ user: master })
    await link(master.id, [here, elsewhere.company.id])
    const now = app.clock.now()
    const other = await app.build.user()
    const lent = { companyId: here, begin: now, end: null }
    const byMaster = await app.build.delegation({ ...lent, userId: other.id, by: master.id })
    const bySomebody = await app.build.delegation({
      ...lent,
      userId: (await app.build.user()).id,
      by: admin.person.id,
    })
    const initial = await app.trips.enter(master)
    const there = await app.trips.arrive(initial, master.at)
    const stays = await app.trips.arrive(initial, elsewhere.at)

    const { data } = await unlink(master.id, [here])
    expect(data.companies.map(({ id }) => id)).toEqual([elsewhere.company.id])
    expect(await heldBy(master.id)).toEqual([elsewhere.company.id])
    // The delegation ends because its lender has lost the role.
    expect(await openDelegations(here)).toEqual([bySomebody])
    await expectOnAllInstances([app], there, ended)
    await expectOnAllInstances([app], stays, '200')
    await expectOnAllInstances([app], initial, '200')
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'company.user-unlinked',
      target: `user:${master.id}`,
      before: {
        company_id: [here],
        profiles: [{ profile_id: master.profileId, company_id: here, spid: null }],
        delegations: [byMaster],
      },
    })
  })

  test('ends delegations to the user there', async () => {
    const master = await app.build.consoleUser()
    const { id, email } = await app.build.user()
    const companyId = master.company.id
    await link(id, [companyId])
    const begin = app.clock.now()
    await app.build.delegation({ userId: id, companyId, by: master.id, begin, end: null })
    const who = await app.trips.arrive(await app.trips.signIn(email), master.at)
    await unlink(id, [companyId])
    await expectOnAllInstances([app], who, ended)
    expect(await openDelegations(companyId)).toEqual([])
  })

  test('neither changes nor audits a delegation that has ended before', async () => {
    const master = await app.build.consoleUser()
    const { id: userId } = await app.build.user()
    const companyId = master.company.id
    await link(userId, [companyId])
    const now = app.clock.now()
    const begin = after(now, -days(2))
    const lent = { userId, companyId, by: master.id, begin, end: null }
    const id = await app.build.delegation(lent)
    const end = { closed_at: after(now, -days(1)), closed_by: master.id }
    await app.db.updateTable('delegations').set(end).where('id', '=', id).execute()
    await unlink(userId, [companyId])
    const left = await app.db
      .selectFrom('delegations')
      .select(['closed_at', 'closed_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(left).toEqual(end)
    expect((await lastEvent(app.db)).before).toMatchObject({ delegations: [] })
  })

  test('clears the binding of the user to the company', async () => {
    const user = await app.build.user()
    const [bound, other] = [await app.build.company(), await app.build.company()]
    await link(user.id, [bound.id, other.id])
    const binding = () =>
      app.db
        .selectFrom('users')
        .select('company_id')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
    await app.db
      .updateTable('users')
      .set({ company_id: bound.id })
      .where('id', '=', user.id)
      .execute()
    await unlink(user.id, [other.id])
    expect(await binding()).toEqual({ company_id: bound.id })
    await unlink(user.id, [bound.id])
    expect(await binding()).toEqual({ company_id: null })
  })

  test('is idempotent', async () => {
    const user = await app.build.user()
    const { id } = await app.build.company()
    await link(user.id, [id])
    expect((await unlink(user.id, [id])).outcome).toBe('200')
    expect((await unlink(user.id, [id])).outcome).toBe('200')
    expect((await lastEvent(app.db)).before).toEqual({
      company_id: [],
      profiles: [],
      delegations: [],
    })
  })

  test('is refused for the caller, and changes nothing', async () => {
    const clerk = await holderOf(app, ['/user-edit'])
    const { id, company } = clerk.person
    await link(id, [company.id])
    const { failure } = await unlink(id, [company.id], clerk)
    expect(failure).toMatchObject({
      httpStatus: 409,
      code: 'user-indispensable',
      httpMessage:
        'Ninguém desvincula a si mesmo, e a Gestão de Acesso não pode ficar sem administrador.',
    })
    expect(await heldBy(id)).toEqual([company.id])
    expect((await companiesOf(id)).map((of) => of.id)).toEqual([company.id])
  })

  test('leaves one administrator if two unlink each other concurrently', async () => {
    const house = await createTestApp()
    try {
      const one = await administratorOf(house)
      const { company } = one.person
      const person = await house.build.consoleUser({ profileId: administratorProfileId, company })
      const other = await arriveInConsole(house, person)
      // The call is authorised, and then waits while this transaction removes its caller's profile.
      const { refused } = await house.db.transaction().execute(async (db) => {
        await lockAdministrators(db)
        const call = unlink(other.person.id, [company.id], one)
        await waitingFor(house.db, 'from profiles where id')
        await db.deleteFrom('user_profiles').where('user_id', '=', one.person.id).execute()
        return { refused: call }
      })
      expect((await refused).outcome).toBe('409 user-indispensable')
      expect(await heldBy(other.person.id, house)).toEqual([company.id])
    } finally {
      await house.close()
    }
  })

  test('does not wait for changes of administrators if the user is no administrator', async () => {
    const user = await app.build.user()
    const { id } = await app.build.company()
    await link(user.id, [id])
    const outcome = await app.db.transaction().execute(async (db) => {
      await lockAdministrators(db)
      return (await unlink(user.id, [id])).outcome
    })
    expect(outcome).toBe('200')
  })

  test('waits for a concurrent save of the company, which may delete the same profiles', async () => {
    const user = await app.build.user()
    const { id } = await app.build.company()
    await link(user.id, [id])
    const { waited } = await app.db.transaction().execute(async (db) => {
      await db.selectFrom('companies').select('id').where('id', '=', id).forNoKeyUpdate().execute()
      const call = unlink(user.id, [id])
      await waitingFor(app.db, 'for share')
      return { waited: call }
    })
    expect((await waited).outcome).toBe('200')
  })

  test('responds 404 for another company or a user of another company', async () => {
    const clerk = await holderOf(app, ['/user-edit'])
    const own = clerk.person.company.id
    const [colleague, stranger] = [await app.build.user(), await app.build.user()]
    const other = await app.build.company()
    await link(colleague.id, [own, other.id])
    await link(stranger.id, [other.id])
    expect((await unlink(colleague.id, [other.id], clerk)).outcome).toBe('404 company-not-found')
    expect((await unlink(stranger.id, [own], clerk)).outcome).toBe('404 user-not-found')
    expect((await unlink(admin.person.id, [own], clerk)).outcome).toBe('404 user-not-found')
    expect((await companiesOf(colleague.id)).length).toBe(2)
    expect((await unlink(colleague.id, [own], clerk)).outcome).toBe('200')
    expect((await companiesOf(colleague.id)).map(({ id }) => id)).toEqual([other.id])
  })
})

describe('companies of a user', () => {
  test('GET /company/user/{id} returns only the own company to other callers than administrators', async () => {
    const clerk = await holderOf(app, ['/user-edit'])
    const own = clerk.person.company.id
    const user = await app.build.user()
    const other = await app.build.company()
    await link(user.id, [own, other.id])
    expect((await companiesOf(user.id, clerk)).map(({ id }) => id)).toEqual([own])
    expect((await companiesOf(user.id)).length).toBe(2)
  })

  test('GET /user/user-company returns all own companies, also before a module is chosen', async () => {
    const person = await app.build.visitor()
    const other = await app.build.company()
    await link(person.id, [person.company.id, other.id])
    const initial = await app.trips.enter(person)
    const { companies } = (await app.client.call('userCompanyList', initial)).data
    expect(companies.map(({ id }) => id).toSorted()).toEqual(
      [person.company.id, other.id].toSorted(),
    )
  })

  test('GET /user/user-company/{companyId} lists the users of the company without administrators', async () => {
    const clerk = await holderOf(app, ['/user-list'])
    const own = clerk.person.company.id
    const [colleague, stranger] = [await app.build.user(), await app.build.user()]
    await link(colleague.id, [own])
    await link(admin.person.id, [own])
    await link(stranger.id, [(await app.build.company()).id])
    const options = { params: { companyId: String(own) }, query: {} }
    const seen = async (by: ConsoleClient) =>
      (await by.call('companyUserList', options)).data.rows.map(({ id }) => id).toSorted()
    expect(await seen(clerk)).toEqual([colleague.id])
    expect(await seen(admin)).toEqual([colleague.id, admin.person.id].toSorted())
  })
})

describe('invalid input is refused with field errors', () => {
  test.each<[string, object, Record<string, string>]>([
    [
      'no company',
      { user_id: 1, company_id: [] },
      { company_id: 'Selecione pelo menos uma empresa!' },
    ],
    [
      'a company instead of a list',
      { user_id: 1, company_id: 1 },
      { company_id: 'Tipo de valor inválido.' },
    ],
    [
      '501 companies',
      { user_id: 1, company_id: Array.from({ length: 501 }, (_, n) => n + 1) },
      { company_id: 'Informe no máximo 500 empresas.' },
    ],
    ['no user', { company_id: [1] }, { user_id: 'Campo obrigatório.' }],
  ])('%s', async (_, body, fields) => {
    for (const [method, path] of [
      ['POST', '/api/company/user'],
      ['DELETE', '/api/company/inactive'],
    ] as const) {
      const answer = await app.client.request(method, path, {
        ...admin.who,
        body: JSON.stringify(body),
      })
      expect(answer.failure).toMatchObject({ httpStatus: 400, code: 'invalid-input', fields })
    }
  })
})
