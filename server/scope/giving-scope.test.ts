import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  administratorProfileIds,
  hiddenProfileId,
  masterProfileId,
} from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

/** Tests which profiles a master user may assign (rulings §5), by trying to exceed the limits. */
describe('a master user', () => {
  let app: TestApp
  let admin: ConsoleClient
  let master: ConsoleClient
  let company: number
  /** Module that the company is entitled to. */
  let moduleId: number
  let colleague: number

  beforeAll(async () => {
    app = await createTestApp()
    admin = await administratorOf(app)
    master = await arriveInConsole(app, await app.build.consoleUser())
    company = master.person.company.id
    moduleId = (await app.build.module()).id
    await app.build.plan({ companyId: company, moduleId })
    colleague = await person(company)
  })
  afterAll(() => app.close())

  async function person(company_id: number): Promise<number> {
    const { id } = await app.build.user()
    await app.db.insertInto('user_companies').values({ user_id: id, company_id }).execute()
    return id
  }

  interface Made {
    module_id?: number
    company_id?: number | null
    accredited_enable?: boolean
    master_profile?: boolean
  }

  /** Builds a profile. By default, administrators offer it to companies. */
  async function profile(made: Made = {}): Promise<number> {
    const values = { module_id: moduleId, accredited_enable: true, ...made }
    const name = crypto.randomUUID()
    const row = app.db
      .insertInto('profiles')
      .values({ name, ...values })
      .returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  }

  /** Adds a screen of the console with all of its actions to a profile. */
  async function hold(profileId: number, url: string): Promise<void> {
    await sql`with held as (
        insert into profile_functions (profile_id, function_id, module_id)
        select ${profileId}, id, 1 from functions where module_id = 1 and url = ${url} returning function_id)
      insert into profile_actions (profile_id, function_id, action_id)
      select ${profileId}, f.id, a.id from functions f join actions a on a.function_id = f.id
      where f.module_id = 1 and f.url = ${url}`.execute(app.db)
  }

  const row = (profile_id: number, user_id = colleague, company_id = company) => ({
    user_id,
    profile_id,
    company_id,
    spid: null,
  })
  const give = async (by: ConsoleClient, ...body: ReturnType<typeof row>[]) =>
    (await by.call('userProfileAdd', { body })).outcome
  const take = async (by: ConsoleClient, ...body: ReturnType<typeof row>[]) =>
    (await by.call('userProfileRemove', { body })).outcome
  const offered = async (by: ConsoleClient, id = colleague) =>
    (await by.call('userProfileOffers', { params: { id: String(id) }, query: {} })).data

  test('assigns and removes profiles offered to the company and those it created', async () => {
    for (const id of [
      await profile(),
      await profile({ company_id: company, accredited_enable: false }),
    ]) {
      expect((await offered(master)).profiles.map((one) => one.id)).toContain(id)
      expect(await give(master, row(id))).toBe('200')
      expect(await take(master, row(id))).toBe('200')
    }
  })

  test('gets 404 for profiles that are not offered, of another company, of a module without a plan, or deleted', async () => {
    const elsewhere = (await app.build.company()).id
    const apart = (await app.build.module()).id
    const hidden = [
      await profile({ accredited_enable: false }),
      await profile({ company_id: elsewhere }),
      await profile({ module_id: apart }),
    ]
    const shown = (await offered(master)).profiles.map(({ id }) => id)
    for (const id of hidden) {
      expect(shown).not.toContain(id)
      expect(await give(master, row(id))).toBe('404 profile-not-found')
      // A removal gets the same response for existing and unknown profiles, so it reveals nothing either.
      expect(await take(master, row(id))).toBe('404 profile-not-found')
    }
    expect(await take(master, row(2_000_000_000))).toBe('404 profile-not-found')
  })

  test('cannot assign, remove or see profiles 1 to 4 and 8', async () => {
    const other = await person(company)
    await app.build.assign({ userId: other, profileId: masterProfileId, companyId: company })
    for (const id of [...administratorProfileIds, masterProfileId]) {
      expect(await give(master, row(id))).toBe('404 profile-not-found')
      expect(await take(master, row(id, other))).toBe('404 profile-not-found')
    }
    const { data } = await master.call('userProfileGet', { params: { id: String(other) } })
    expect(data.user_profiles).toEqual([])
    expect(await give(admin, row(masterProfileId))).toBe('200')
    expect(await take(admin, row(masterProfileId))).toBe('200')
  })

  test('profile 2 is hidden from administrators too', async () => {
    const made = { id: hiddenProfileId, module_id: 1, name: 'Do sistema' }
    await app.db
      .insertInto('profiles')
      .values(made)
      .onConflict((on) => on.doNothing())
      .execute()
    const other = await person(company)
    await app.build.assign({ userId: other, profileId: hiddenProfileId, companyId: company })
    expect(await give(admin, row(hiddenProfileId))).toBe('404 profile-not-found')
    expect(await take(admin, row(hiddenProfileId, other))).toBe('404 profile-not-found')
    const { data } = await admin.call('userProfileGet', { params: { id: String(other) } })
    expect(data.user_profiles).toEqual([])
  })

  test('cannot reach or detect users and companies other than the own one', async () => {
    const elsewhere = (await app.build.company()).id
    await app.build.plan({ companyId: elsewhere, moduleId })
    const [stranger, ofBoth] = [await person(elsewhere), await person(company)]
    await app.db
      .insertInto('user_companies')
      .values({ user_id: ofBoth, company_id: elsewhere })
      .execute()
    const id = await profile()
    await app.build.assign({ userId: ofBoth, profileId: id, companyId: elsewhere })
    for (const user of [stranger, 2_000_000_000]) {
      expect(await give(master, row(id, user))).toBe('404 user-not-found')
      expect(await take(master, row(id, user))).toBe('404 user-not-found')
      for (const operation of ['userProfileGet', 'userProfileOffers'] as const)
        expect((await master.call(operation, { params: { id: String(user) } })).outcome).toBe(
          '404 user-not-found',
        )
    }
    for (const there of [elsewhere, 2_000_000_000]) {
      expect(await give(master, row(id, ofBoth, there))).toBe('404 company-not-found')
      expect(await take(master, row(id, ofBoth, there))).toBe('404 company-not-found')
    }
    const { data } = await master.call('userProfileGet', { params: { id: String(ofBoth) } })
    expect(data.user_profiles).toEqual([])
    expect((await offered(master, ofBoth)).companies.map((one) => one.id)).toEqual([company])
    // If one row is out of scope, the whole write is refused.
    expect(await give(master, row(id), row(id, stranger))).toBe('404 user-not-found')
    expect(
      (await master.call('userProfileGet', { params: { id: String(colleague) } })).data
        .user_profiles,
    ).toEqual([])
  })

  test('cannot change an administrator who works for the company', async () => {
    const boss = await person(company)
    await app.build.assign({ userId: boss, profileId: 3, companyId: company })
    expect(await give(master, row(await profile(), boss))).toBe('404 user-not-found')
    expect(await take(master, row(3, boss))).toBe('404 user-not-found')
  })

  test('cannot assign to themselves but can remove from themselves', async () => {
    const id = await profile()
    const own = row(id, master.person.id)
    await app.db
      .insertInto('user_companies')
      .values({ user_id: master.person.id, company_id: company })
      .execute()
    expect(await give(master, own)).toBe('409 user-is-oneself')
    expect((await offered(master, master.person.id)).profiles).toEqual([])
    await app.build.assign({ userId: master.person.id, profileId: id, companyId: company })
    expect(await take(master, own)).toBe('200')
  })

  test('assigns console profiles only up to their own functions and actions', async () => {
    const ofHeld = await profile({ module_id: 1 })
    const ofMore = await profile({ module_id: 1 })
    const ofAction = await profile({ module_id: 1 })
    const holder = await holderOf(app, ['/user-edit-profile', '/user-list'])
    const at = holder.person.company.id
    const target = await person(at)
    await hold(ofHeld, '/user-list')
    await hold(ofMore, '/plan-list')
    await hold(ofAction, '/user-list')
    const screen = app.db.selectFrom('functions').select('id').where('url', '=', '/user-list')
    const { id: function_id } = await screen.executeTakeFirstOrThrow()
    const action = { function_id, name: 'Além', path: crypto.randomUUID(), active: false }
    const made = app.db.insertInto('actions').values(action).returning('id')
    const { id: action_id } = await made.executeTakeFirstOrThrow()
    await app.db
      .insertInto('profile_actions')
      .values({ profile_id: ofAction, function_id, action_id })
      .execute()

    expect(await give(holder, row(ofHeld, target, at))).toBe('200')
    expect(await give(holder, row(ofMore, target, at))).toBe('403 profile-beyond-own')
    // An inactive action counts too, because it may be activated later.
    expect(await give(holder, row(ofAction, target, at))).toBe('403 profile-beyond-own')
    const shown = (await offered(holder, target)).profiles.map(({ id }) => id)
    expect([ofHeld, ofMore, ofAction].map((id) => shown.includes(id))).toEqual([true, false, false])
    expect(await give(admin, row(ofMore, target, at))).toBe('200')
  })

  test('assigns a master profile while they hold one by assignment, not by delegation', async () => {
    const id = await profile({ module_id: 1, master_profile: true })
    expect(await give(master, row(id))).toBe('200')
    const visitor = await app.build.user()
    const lent = { companyId: company, by: master.person.id, begin: app.clock.now(), end: null }
    await app.build.delegation({ ...lent, userId: visitor.id })
    const lender = await arriveInConsole(app, { ...master.person, ...visitor })
    const target = await person(company)
    for (const each of [await profile(), id])
      expect(await give(lender, row(each, target))).toBe('403 delegation-grants-nothing')
    const clerk = await holderOf(app, ['/user-edit-profile'])
    const there = clerk.person.company.id
    expect(await give(clerk, row(id, await person(there), there))).toBe('403 profile-beyond-own')
  })

  test('removes profiles that are no longer offered to the company', async () => {
    const id = await profile()
    expect(await give(master, row(id))).toBe('200')
    await app.db
      .updateTable('profiles')
      .set({ accredited_enable: false })
      .where('id', '=', id)
      .execute()
    const { data } = await master.call('userProfileGet', { params: { id: String(colleague) } })
    expect(data.user_profiles.map(({ profile_id }) => profile_id)).toContain(id)
    expect(await take(master, row(id))).toBe('200')
    expect(await give(master, row(id))).toBe('404 profile-not-found')
  })
})
