import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { after, days } from '../shared/clock.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const exactly = (total: number) => ({ total, more: false })

const holders = async (id: number) =>
  (await admin.call('companyHolders', { params: { id: String(id) } })).data

async function rename(id: number, name: string, more: { active?: boolean } = {}): Promise<void> {
  await app.db
    .updateTable('users')
    .set({ name, ...more })
    .where('id', '=', id)
    .execute()
}

/** Builds `count` users with a profile for a SPID of the company. */
async function hold(companyId: number, profileId: number, spid: string, count: number) {
  await sql`with made as (
      insert into users (name, email) select 'Multidão ' || n, ${spid} || n || '@multidao.example'
      from generate_series(1, ${count}::integer) n returning id)
    insert into user_profiles (user_id, profile_id, company_id, spid)
    select id, ${profileId}::integer, ${companyId}::integer, ${spid} from made`.execute(app.db)
}

/** Adds plans of 99 seats each. */
async function seats(companyId: number, moduleId: number, plans: number): Promise<void> {
  for (let n = 0; n < plans; n++) await app.build.plan({ companyId, moduleId, seats: 99 })
}

/** Waits until the server has processed the direct writes, then refills its caches. */
async function settle(companyId: number): Promise<void> {
  await settleNotifications(app, app.db)
  await holders(companyId)
}

describe('GET /company/{id}/holders', () => {
  test('lists who would lose access with the company: users, names, modules and delegations', async () => {
    const master = await app.build.consoleUser({ spids: ['7101'] })
    const { company } = master
    const module = await app.build.module()
    const person = await app.build.visitor({ company, module })
    const both = await app.build.visitor({ company, module, user: master })
    const deleted = await app.build.visitor({ company, module })
    await rename(master.id, 'Zélia Prado')
    await rename(person.id, 'Ângela Reis')
    await rename(deleted.id, 'Bento Foi', { active: false })
    const lent = await app.build.user()
    await rename(lent.id, 'Otto Lima')
    const now = app.clock.now()
    const lend = { userId: lent.id, companyId: company.id, by: master.id }
    await app.build.delegation({ ...lend, begin: now, end: null })
    const later = await app.build.user()
    await app.build.delegation({
      ...lend,
      userId: later.id,
      begin: after(now, days(1)),
      end: null,
    })
    expect(both.id).toBe(master.id)
    const { name } = (await admin.call('moduleGet', { params: { id: String(module.id) } })).data
    expect(await holders(company.id)).toEqual({
      people: exactly(3),
      names: ['Ângela Reis', 'Otto Lima', 'Zélia Prado'],
      delegations: exactly(1),
      modules: [
        { id: 1, name: 'Gestão de Acesso', people: exactly(2) },
        { id: module.id, name, people: exactly(2) },
      ],
      spids: [
        { spid: '7101', people: exactly(0), user_profiles: exactly(0), names: [], profiles: [] },
      ],
    })
  })

  test('omits users who hold only a deleted profile, and delegations to deleted users', async () => {
    const { company, module, id, profileId } = await app.build.visitor()
    const deletedProfile = await app.build.visitor({ company, module })
    await app.db
      .updateTable('profiles')
      .set({ active: false })
      .where('id', '=', deletedProfile.profileId)
      .execute()
    const lent = await app.build.user()
    await app.build.delegation({
      userId: lent.id,
      companyId: company.id,
      by: id,
      begin: app.clock.now(),
      end: null,
    })
    await rename(lent.id, 'Bento Foi', { active: false })
    await rename(id, 'Ana Fica')
    expect(deletedProfile.profileId).not.toBe(profileId)
    expect(await holders(company.id)).toMatchObject({
      people: exactly(1),
      names: ['Ana Fica'],
      delegations: exactly(0),
    })
  })

  test('omits blocked users, and users of an inactive module or a module without a plan', async () => {
    const { company, module, id } = await app.build.visitor()
    await rename(id, 'Ana Entra')
    const blocked = await app.build.visitor({ company, module })
    await app.db
      .updateTable('users')
      .set({ suspended: true })
      .where('id', '=', blocked.id)
      .execute()
    const off = await app.build.visitor({ company })
    await app.db
      .updateTable('modules')
      .set({ active: false })
      .where('id', '=', off.module.id)
      .execute()
    const unplanned = await app.build.visitor({ company })
    await app.db
      .updateTable('plans')
      .set({ active: false })
      .where('id', '=', unplanned.planId)
      .execute()
    expect(await holders(company.id)).toMatchObject({
      people: exactly(1),
      names: ['Ana Entra'],
      modules: [{ id: module.id, people: exactly(1) }],
    })
  })

  test('counts a user with access by assignment and by delegation once', async () => {
    const master = await app.build.consoleUser()
    const { company, module } = master
    const profileId = await app.build.profile({ moduleId: module.id })
    const delegate = await app.build.consoleUser({ company, profileId })
    const lent = { userId: delegate.id, companyId: company.id, by: master.id }
    await app.build.delegation({ ...lent, begin: app.clock.now(), end: null })
    expect(await holders(company.id)).toMatchObject({
      people: exactly(2),
      delegations: exactly(1),
      modules: [{ id: module.id, people: exactly(2) }],
    })
  })

  test('lists for each SPID the assignments that end with it, including those of deleted users', async () => {
    const one = await app.build.visitor({ spids: ['7101', '7102'] })
    const { company, module, profileId } = one
    const two = await app.build.visitor({ company, module, profileId })
    const gone = await app.build.visitor({ company, module, profileId })
    const held = { companyId: company.id, profileId }
    await app.build.assign({ ...held, userId: one.id, spid: '7101' })
    await app.build.assign({ ...held, userId: gone.id, spid: '7101' })
    const another = await app.build.profile({ moduleId: module.id })
    await app.build.assign({ ...held, profileId: another, userId: one.id, spid: '7101' })
    await rename(one.id, 'Ana Um')
    await rename(two.id, 'Bia Dois')
    await rename(gone.id, 'Caio Foi', { active: false })
    const { spids } = await holders(company.id)
    const profiles = await app.db
      .selectFrom('profiles')
      .select('name')
      .where('id', 'in', [profileId, another])
      .orderBy(sql`lower(name)`)
      .execute()
    expect(spids).toEqual([
      {
        spid: '7101',
        people: exactly(2),
        user_profiles: exactly(3),
        names: ['Ana Um', 'Caio Foi'],
        profiles: profiles.map(({ name }) => name),
      },
      { spid: '7102', people: exactly(0), user_profiles: exactly(0), names: [], profiles: [] },
    ])
  })

  test('counts exactly up to 1,000 and then reports that there are more, with three statements for both sizes', async () => {
    const { company, module, profileId } = await app.build.visitor({ spids: ['7101'] })
    await seats(company.id, module.id, 12)
    await settle(company.id)
    const few = await statementsOf(() => holders(company.id))
    await hold(company.id, profileId, '7101', 999)
    // The visitor holds the profile for all SPIDs, so the company has one user more than SPID 7101.
    expect((await holders(company.id)).people).toEqual(exactly(1000))
    expect((await holders(company.id)).spids[0]).toMatchObject({
      people: exactly(999),
      user_profiles: exactly(999),
    })
    await app.db
      .deleteFrom('user_profiles')
      .where('spid', 'is', null)
      .where('company_id', '=', company.id)
      .execute()
    await sql`update users set email = 'a' || email where email like '%@multidao.example'`.execute(
      app.db,
    )
    await hold(company.id, profileId, '7101', 2)
    const more = { total: 1000, more: true }
    await settle(company.id)
    let found: Awaited<ReturnType<typeof holders>> | undefined
    const many = await statementsOf(async () => {
      found = await holders(company.id)
    })
    expect(found).toMatchObject({
      people: more,
      modules: [{ people: more }],
      spids: [{ people: more, user_profiles: more }],
    })
    expect(found?.names).toHaveLength(5)
    // Three statements: whether the caller sees the company, the company's holders, the holders of its SPIDs.
    expect([few.length, many.length]).toEqual([3, 3])
  })

  test('is for administrators only, regardless of profiles', async () => {
    const reader = await holderOf(app, ['/company-form'])
    const params = { id: String(reader.person.company.id) }
    expect((await reader.call('companyHolders', { params })).outcome).toBe('403 forbidden')
  })
})

describe('GET /company/{id}/temporary-masters', () => {
  test('lists current and future temporary master users without those whose delegation has ended', async () => {
    const master = await app.build.consoleUser()
    const companyId = master.company.id
    const now = app.clock.now()
    const lend = async (begin: Date, end: Date | null, of = companyId) => {
      const user = await app.build.user()
      const by = master.id
      const id = await app.build.delegation({ userId: user.id, companyId: of, by, begin, end })
      return { id, user }
    }
    const running = await lend(after(now, -days(1)), after(now, days(1)))
    const endless = await lend(now, null)
    await lend(after(now, -days(3)), now)
    const later = await lend(after(now, 1), null)
    await lend(now, null, (await app.build.company()).id)
    const closed = await lend(now, null)
    await app.db
      .updateTable('delegations')
      .set({ closed_at: now })
      .where('id', '=', closed.id)
      .execute()
    const params = { id: String(companyId) }
    const reader = await holderOf(app, ['/master-delegation'])
    const { temporary_masters } = (await admin.call('companyTemporaryMasters', { params })).data
    expect(temporary_masters.map(({ id }) => id).toSorted()).toEqual(
      [running.id, endless.id, later.id].toSorted(),
    )
    expect(temporary_masters.find(({ id }) => id === running.id)).toMatchObject({
      user_id: running.user.id,
      email: running.user.email,
      company_id: companyId,
      company_name: master.company.name,
      begin_date: after(now, -days(1)).toISOString(),
      end_date: after(now, days(1)).toISOString(),
    })
    expect(temporary_masters.find(({ id }) => id === endless.id)?.end_date).toBeNull()
    expect((await reader.call('companyTemporaryMasters', { params })).outcome).toBe(
      '404 company-not-found',
    )
  })
  test('hides users out of scope from other callers than administrators', async () => {
    const reader = await holderOf(app, ['/master-delegation'])
    const { company, id: by } = reader.person
    const [colleague, boss] = [await app.build.user(), await administratorOf(app)]
    for (const userId of [colleague.id, boss.person.id]) {
      const link = { user_id: userId, company_id: company.id }
      await app.db.insertInto('user_companies').values(link).execute()
      const period = { begin: app.clock.now(), end: null }
      await app.build.delegation({ userId, companyId: company.id, by, ...period })
    }
    const seenBy = async (who: ConsoleClient) => {
      const params = { id: String(company.id) }
      const { temporary_masters } = (await who.call('companyTemporaryMasters', { params })).data
      return temporary_masters.map(({ user_id }) => user_id).toSorted((a, b) => a - b)
    }
    expect(await seenBy(admin)).toEqual([colleague.id, boss.person.id])
    expect(await seenBy(reader)).toEqual([colleague.id])
  })
})
