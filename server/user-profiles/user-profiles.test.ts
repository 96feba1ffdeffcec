import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'

let app: TestApp
let second: TestInstance
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const params = (id: number) => ({ params: { id: String(id) } })

/** Builds a user of a company. The company has a module with this number of seats and two profiles. */
async function worker({ seats = 9, spids = ['7101', '7102'] } = {}) {
  const [company, module] = [await app.build.company({ spids }), await app.build.module()]
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const user = await colleague(company.id)
  const [one, other] = [await profile(module.id), await profile(module.id)]
  const row = (profile_id: number, spid: string | null = null, user_id = user.id) => ({
    user_id,
    profile_id,
    company_id: company.id,
    spid,
  })
  return { company, module, user, one, other, row }
}

async function colleague(company_id: number) {
  const user = await app.build.user()
  await app.db.insertInto('user_companies').values({ user_id: user.id, company_id }).execute()
  return user
}

/** An assignment without a period, as a response shows it. */
const always = <T>(row: T) => ({ ...row, begin_date: null, end_date: null, reason: null })

const profile = (moduleId: number) => app.build.profile({ moduleId })

async function heldBy(id: number, by = admin): Promise<string[]> {
  const { data } = await by.call('userProfileGet', params(id))
  return data.user_profiles.map(({ profile_id, spid }) => `${profile_id} ${spid}`)
}

describe('POST /user-profile', () => {
  test('assigns a profile for a company or some of its SPIDs, and audits the new assignments', async () => {
    const { user, one, row } = await worker()
    expect((await admin.call('userProfileAdd', { body: [row(one, '7101')] })).data).toEqual({
      taken: [],
      given: [always(row(one, '7101'))],
    })
    const { data } = await admin.call('userProfileAdd', {
      body: [row(one, '7101'), row(one, '7102'), row(one)],
    })
    expect(data.given).toEqual([always(row(one, '7102')), always(row(one))])
    expect(await heldBy(user.id)).toEqual([`${one} null`, `${one} 7101`, `${one} 7102`])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user-profile.given',
      target: `user:${user.id}`,
      before: null,
      after: { user_profiles: [row(one, '7102'), row(one)] },
    })
  })

  test('grants access to the module on the next request', async () => {
    const { user, one, row, module, company } = await worker()
    const at = { module, companyId: company.id }
    const initial = await app.trips.enter(user)
    expect((await app.trips.askForCode(initial, at)).outcome).toBe('404 module-not-found')
    await admin.call('userProfileAdd', { body: [row(one)] })
    await expectOnAllInstances([app, second], await app.trips.arrive(initial, at), '200')
  })

  test('is atomic if the seats are insufficient, with the sentence of the specification', async () => {
    const { user, one, row, company } = await worker({ seats: 1 })
    const other = await colleague(company.id)
    const answer = await admin.call('userProfileAdd', {
      body: [row(one), row(one, null, other.id)],
    })
    expect(answer.outcome).toBe('409 seat-limit-exceeded')
    expect(answer.failure?.httpMessage).toBe('Limite de usuários neste plano excedido')
    expect([await heldBy(user.id), await heldBy(other.id)]).toEqual([[], []])
  })

  test('changes nothing for an existing assignment, even if its profile can no longer be assigned', async () => {
    const { user, one, row } = await worker()
    await admin.call('userProfileAdd', { body: [row(one)] })
    await app.db.updateTable('profiles').set({ active: false }).where('id', '=', one).execute()
    const again = await admin.call('userProfileAdd', { body: [row(one)] })
    expect(again.data).toEqual({ taken: [], given: [] })
    expect((await admin.call('userProfileAdd', { body: [row(one, '7101')] })).outcome).toBe(
      '409 profile-deleted',
    )
    expect(await heldBy(user.id)).toEqual([`${one} null`])
  })

  test('refuses a company that the user does not work for, or that is inactive', async () => {
    const { one, row, company } = await worker()
    const stranger = await app.build.user()
    expect(
      (await admin.call('userProfileAdd', { body: [row(one, null, stranger.id)] })).outcome,
    ).toBe('404 company-not-found')
    await app.db
      .updateTable('companies')
      .set({ active: false })
      .where('id', '=', company.id)
      .execute()
    expect((await admin.call('userProfileAdd', { body: [row(one)] })).outcome).toBe(
      '404 company-not-found',
    )
  })

  test('refuses a profile of another company and a profile of an inactive module', async () => {
    const { row, module } = await worker()
    const elsewhere = await app.build.company()
    const made = { module_id: module.id, name: 'De outra empresa', company_id: elsewhere.id }
    const { id } = await app.db
      .insertInto('profiles')
      .values(made)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await admin.call('userProfileAdd', { body: [row(id)] })).outcome).toBe(
      '404 profile-not-found',
    )
    const other = await worker()
    await app.db
      .updateTable('modules')
      .set({ active: false })
      .where('id', '=', other.module.id)
      .execute()
    expect((await admin.call('userProfileAdd', { body: [other.row(other.one)] })).outcome).toBe(
      '404 profile-not-found',
    )
  })
})

describe('DELETE /user-profile', () => {
  test('removes exactly the named assignments with immediate effect, and ignores missing ones', async () => {
    const { user, one, other, row, module, company } = await worker()
    await admin.call('userProfileAdd', { body: [row(one, '7101'), row(one, '7102')] })
    const there = await app.trips.arrive(await app.trips.enter(user), {
      module,
      companyId: company.id,
    })
    const { data } = await admin.call('userProfileRemove', {
      body: [row(one, '7101'), row(one), row(other)],
    })
    expect(data).toEqual({ taken: [row(one, '7101')], given: [] })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user-profile.taken',
      target: `user:${user.id}`,
      before: { user_profiles: [row(one, '7101')] },
      after: null,
    })
    await expectOnAllInstances([app, second], there, '200')
    await admin.call('userProfileRemove', { body: [row(one, '7102')] })
    await expectOnAllInstances([app, second], there, ended)
  })

  test('removes assignments of a deleted profile or in an inactive company', async () => {
    const { user, one, row, company } = await worker()
    await admin.call('userProfileAdd', { body: [row(one)] })
    await app.db.updateTable('profiles').set({ active: false }).where('id', '=', one).execute()
    await app.db
      .updateTable('companies')
      .set({ active: false })
      .where('id', '=', company.id)
      .execute()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    expect((await admin.call('userProfileRemove', { body: [row(one)] })).data.taken).toEqual([
      row(one),
    ])
  })
})

describe('PUT /user-profile', () => {
  test('removes before it adds, so that a single seat can move to another user', async () => {
    const { user, one, row, company } = await worker({ seats: 1 })
    const other = await colleague(company.id)
    await admin.call('userProfileAdd', { body: [row(one)] })
    const given = [row(one, null, other.id)]
    const { data } = await admin.call('userProfileUpdate', { body: { taken: [row(one)], given } })
    expect(data).toEqual({ taken: [row(one)], given: given.map(always) })
    expect(await heldBy(user.id)).toEqual([])
  })

  test('replaces the profile of a user without ending their module session', async () => {
    const { user, one, other, row, module, company } = await worker({ seats: 1 })
    await admin.call('userProfileAdd', { body: [row(one)] })
    const there = await app.trips.arrive(await app.trips.enter(user), {
      module,
      companyId: company.id,
    })
    await admin.call('userProfileUpdate', { body: { taken: [row(one)], given: [row(other)] } })
    await expectOnAllInstances([app, second], there, '200')
    expect(await heldBy(user.id)).toEqual([`${other} null`])
  })

  test('removes nothing if an addition is refused', async () => {
    const { user, one, other, row } = await worker()
    await admin.call('userProfileAdd', { body: [row(one)] })
    const body = { taken: [row(one)], given: [row(other, '9999')] }
    expect((await admin.call('userProfileUpdate', { body })).outcome).toBe('404 spid-not-found')
    expect(await heldBy(user.id)).toEqual([`${one} null`])
  })
})

describe('GET /user-profile/{id}/profile', () => {
  test('offers profiles with the companies, SPIDs and seats of the user', async () => {
    const { user, one, other, row, module, company } = await worker({ seats: 3 })
    const elsewhere = await app.build.company()
    await app.db
      .insertInto('user_companies')
      .values({ user_id: user.id, company_id: elsewhere.id })
      .execute()
    const colleagues = await colleague(company.id)
    await admin.call('userProfileAdd', { body: [row(one, null, colleagues.id)] })
    const { data } = await admin.call('userProfileOffers', { ...params(user.id), query: {} })
    expect(data.companies.map(({ id }) => id).toSorted()).toEqual(
      [company.id, elsewhere.id].toSorted(),
    )
    expect(data.companies.find(({ id }) => id === company.id)?.spids).toEqual([
      { spid: '7101', description: 'SPID 7101' },
      { spid: '7102', description: 'SPID 7102' },
    ])
    // The other company has no plan, so no profile is offered for it.
    expect(data.profiles.map(({ id, company_id }) => ({ id, company_id }))).toEqual(
      [one, other].map((id) => ({ id, company_id: [company.id] })),
    )
    const seats = { company_id: company.id, module_id: module.id, limit: 3 }
    expect(data.seats).toEqual([{ ...seats, used: 1, free: 2, taken: false }])
    await admin.call('userProfileAdd', { body: [row(other)] })
    const then = await admin.call('userProfileOffers', { ...params(user.id), query: {} })
    expect(then.data.seats).toEqual([{ ...seats, used: 2, free: 1, taken: true }])
  })

  test('reports a seat as taken only in the company where the user occupies it', async () => {
    const { user, one, module, company } = await worker()
    const { id: elsewhere } = await app.build.company()
    await app.build.plan({ companyId: elsewhere, moduleId: module.id })
    await app.db
      .insertInto('user_companies')
      .values({ user_id: user.id, company_id: elsewhere })
      .execute()
    await app.build.assign({ userId: user.id, profileId: one, companyId: elsewhere })
    const { data } = await admin.call('userProfileOffers', { ...params(user.id), query: {} })
    const taken = new Map(data.seats.map((seats) => [seats.company_id, seats.taken]))
    expect(taken).toEqual(
      new Map([
        [company.id, false],
        [elsewhere, true],
      ]),
    )
  })

  test('filters by service', async () => {
    const { user, one, other, company } = await worker()
    const beside = await app.build.module()
    await app.build.plan({ companyId: company.id, moduleId: beside.id })
    const third = await profile(beside.id)
    const idsOf = async (query: { service_id?: string }) =>
      (await admin.call('userProfileOffers', { ...params(user.id), query })).data.profiles.map(
        ({ id, module }) => ({ id, service: String(module.Service.id) }),
      )
    const all = await idsOf({})
    expect(all.map(({ id }) => id).toSorted()).toEqual([one, other, third].toSorted())
    const service_id = all.find(({ id }) => id === third)?.service ?? ''
    expect(await idsOf({ service_id })).toEqual([{ id: third, service: service_id }])
  })

  test('offers nothing for a deleted user', async () => {
    const { user } = await worker()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user.id).execute()
    const { data } = await admin.call('userProfileOffers', { ...params(user.id), query: {} })
    expect(data).toMatchObject({ companies: [], profiles: [], seats: [] })
  })
})

describe('administrators', () => {
  const asAdministrator = (user_id: number, company_id: number) => ({
    user_id,
    profile_id: administratorProfileId,
    company_id,
    spid: null,
  })

  test('can add and remove other administrators but not themselves', async () => {
    const { company } = admin.person
    const other = await colleague(company.id)
    const row = asAdministrator(other.id, company.id)
    expect((await admin.call('userProfileAdd', { body: [row] })).data.given).toEqual([always(row)])
    expect((await admin.call('userProfileRemove', { body: [row] })).data.taken).toEqual([row])
    const own = asAdministrator(admin.person.id, company.id)
    expect((await admin.call('userProfileRemove', { body: [own] })).outcome).toBe(
      '409 administrator-indispensable',
    )
  })

  test('one administrator remains if two remove each other concurrently', async () => {
    const [one, other] = [await administratorOf(app), await administratorOf(app)]
    const rows = [one, other].map(({ person }) => asAdministrator(person.id, person.company.id))
    // Removes all other administrators who can sign in.
    const rest = app.db.deleteFrom('user_profiles').where('profile_id', '=', administratorProfileId)
    await rest.where('user_id', 'not in', [one.person.id, other.person.id]).execute()
    const [ofOne, ofOther] = rows
    if (!ofOne || !ofOther) throw new Error('Expected two rows.')
    const outcomes = await Promise.all([
      one.call('userProfileRemove', { body: [ofOther] }),
      other.call('userProfileRemove', { body: [ofOne] }),
    ])
    const [done, refused] = outcomes.map(({ outcome }) => outcome).toSorted()
    expect(done).toBe('200')
    // By then the second caller has lost the profile, or is the last administrator.
    expect(['401 access-token-expired', '409 administrator-indispensable']).toContain(refused)
    const left = app.db.selectFrom('user_profiles').select('user_id')
    expect(await left.where('profile_id', '=', administratorProfileId).execute()).toHaveLength(1)
  })
})
