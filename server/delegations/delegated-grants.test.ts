import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../contract/api.ts'
import { consoleModuleId, masterProfileId } from '../../contract/constants.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { after, days } from '../shared/clock.ts'
import { arriveInConsole, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { masterOf, newPerson, personOf, userRow } from '../../test/testing/people.ts'
import {
  peopleFile,
  peopleScenario,
  personLine,
  standingOf,
} from '../../test/testing/people-scenario.ts'
import { rightsGainedBy, rightsOf } from '../../test/testing/rights.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { CallOptions } from '../../test/testing/test-client.ts'

const refused = '403 delegation-grants-nothing'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Builds a user with the lender's master role for one day and no own profiles. */
async function delegateOf(lender: ConsoleClient): Promise<ConsoleClient> {
  const companyId = lender.person.company.id
  const user = await personOf(app, [companyId])
  const begin = app.clock.now()
  const lent = {
    userId: user.id,
    companyId,
    by: lender.person.id,
    begin,
    end: after(begin, days(1)),
  }
  await app.build.delegation(lent)
  return arriveInConsole(app, { ...lender.person, ...user })
}

/**
 * Builds a master user, a delegate of theirs, and an accomplice. The delegate tries to give rights to the accomplice.
 */
async function story() {
  const master = await masterOf(app)
  const companyId = master.person.company.id
  const [delegate, accomplice] = [await delegateOf(master), await personOf(app, [companyId])]
  const profileId = await profileWith(['/user-list', '/user-edit', '/user-edit-profile'], companyId)
  return { master, delegate, accomplice, companyId, profileId }
}

/** Builds a company's console profile with all actions of these screens. */
async function profileWith(screens: readonly ScreenPath[], companyId: number, more: object = {}) {
  const id = await app.build.profile({ moduleId: consoleModuleId })
  await app.db
    .updateTable('profiles')
    .set({ company_id: companyId, ...more })
    .where('id', '=', id)
    .execute()
  await sql`with held as (
      insert into profile_functions (profile_id, function_id, module_id)
      select ${id}, id, 1 from functions where module_id = 1 and environment = 'front' and url = any (${screens})
      returning function_id)
    insert into profile_actions (profile_id, function_id, action_id)
    select ${id}, a.function_id, a.id from actions a join functions f on f.id = a.function_id
    where f.module_id = 1 and f.url = any (${screens})`.execute(app.db)
  return id
}

const rowOf = (user_id: number, profile_id: number, company_id: number) => ({
  user_id,
  profile_id,
  company_id,
  spid: null,
})

const gained = (work: () => Promise<void>) => rightsGainedBy(app.db, work)

describe('a user with only a delegation', () => {
  test('cannot create lasting rights: profile, its functions, user-profile', async () => {
    const { master, delegate, accomplice, companyId } = await story()
    const functions = await app.db
      .selectFrom('functions')
      .select('id')
      .where('module_id', '=', consoleModuleId)
      .execute()
    const before = await rightsOf(app.db)
    const made = await delegate.call('profileCreate', {
      body: { name: 'Tudo', module_id: consoleModuleId },
    })
    expect(made.outcome).toBe(refused)
    // Even if another user creates the profile, the delegate can neither add functions to it nor assign it.
    const profile = (
      await master.call('profileCreate', { body: { name: 'Vazio', module_id: consoleModuleId } })
    ).data.id
    const fill = { profile_id: profile, function_id: functions.slice(0, 3).map(({ id }) => id) }
    for (const operation of ['profileFunctionAdd', 'functionActionAdd'] as const)
      expect((await delegate.call(operation, { body: fill })).outcome).toBe(refused)
    const given = [rowOf(accomplice.id, profile, companyId)]
    expect((await delegate.call('userProfileAdd', { body: given })).outcome).toBe(refused)
    app.clock.advance(days(2))
    const left = await rightsOf(app.db)
    expect(left.filter((right) => !before.includes(right))).toHaveLength(1)
  })

  test('may block, remove, and invite without a profile', async () => {
    const { delegate, accomplice, companyId, profileId } = await story()
    await app.build.assign({ userId: accomplice.id, profileId, companyId })
    const module = await peopleScenario(app, { companyId })
    const clerk = await personOf(app, [companyId])
    await app.build.assign({ userId: clerk.id, profileId: module.profileId, companyId })
    const found: string[] = []
    const call = async <K extends Operation>(operation: K, options: CallOptions<K>) =>
      found.push((await delegate.call(operation, options)).outcome)
    const invited = newPerson()
    expect(
      await gained(async () => {
        await call('userProfileRemove', { body: [rowOf(accomplice.id, profileId, companyId)] })
        await call('userBlock', { body: { email: clerk.email, block: true } })
        await call('userDelete', { body: { email: accomplice.email } })
        await call('userCreate', { body: invited })
        const profiles = [{ profile_id: module.profileId, company_id: companyId }]
        await call('userCreate', { body: { ...newPerson(), profiles } })
      }),
    ).toEqual([])
    expect(await userRow(app, invited.email)).toBeDefined()
    expect(found).toEqual(['200', '200', '200', '200', refused])
  })

  test('cannot assign in a save that also removes, nor by copying the profiles of a colleague', async () => {
    const { delegate, accomplice, companyId, profileId } = await story()
    const module = await peopleScenario(app, { companyId })
    await app.build.assign({ userId: accomplice.id, profileId, companyId })
    const taken = [rowOf(accomplice.id, profileId, companyId)]
    const given = [rowOf(accomplice.id, module.profileId, companyId)]
    const save = { body: { taken, given } }
    const grown = await gained(async () => {
      expect((await delegate.call('userProfileUpdate', save)).outcome).toBe(refused)
      const ask = { operation: 'userProfileUpdate', params: {}, body: save.body } as const
      const preview = await delegate.call('accessEffectForesee', { body: ask })
      expect(preview.data.refused?.code).toBe('delegation-grants-nothing')
    })
    expect(grown).toEqual([])
    expect((await delegate.call('userProfileRemove', { body: taken })).outcome).toBe('200')
    const params = { id: String(accomplice.id) }
    const offers = (await delegate.call('userProfileOffers', { params, query: {} })).data
    expect([offers.companies, offers.profiles]).toEqual([[], []])
    const many = await delegate.call('userProfileOffersMany', {
      body: { user_id: [accomplice.id] },
    })
    expect([many.data.companies, many.data.profiles]).toEqual([[], []])
  })

  test('cannot assign to many users, nor unblock or activate users', async () => {
    const { delegate, accomplice, companyId, profileId } = await story()
    const other = await personOf(app, [companyId], { blocked: true })
    const deleted = await personOf(app, [companyId])
    await app.db.updateTable('users').set({ active: false }).where('id', '=', deleted.id).execute()
    for (const { id: userId } of [other, deleted])
      await app.build.assign({ userId, profileId, companyId })
    const body = [accomplice, other].map(({ id }) => rowOf(id, profileId, companyId))
    const grown = await gained(async () => {
      expect((await delegate.call('userProfileAdd', { body })).outcome).toBe(refused)
      expect((await delegate.call('userActivate', { body: { id: deleted.id } })).outcome).toBe(
        refused,
      )
      const single = { email: other.email, block: false }
      expect((await delegate.call('userBlock', { body: single })).outcome).toBe(refused)
      const many = { user_id: [other.id], block: false }
      expect((await delegate.call('userBlockMany', { body: many })).outcome).toBe(refused)
    })
    expect(grown).toEqual([])
  })

  test('cannot import, nor commit a draft of an assignment that has been removed', async () => {
    const { master, companyId } = await story()
    const { document, profile } = await peopleScenario(app, { companyId })
    const own = await app.build.consoleUser({
      company: master.person.company,
      profileId: await profileWith(['/user-create', '/user-edit-profile'], companyId),
    })
    const clerk = await arriveInConsole(app, own)
    const desk = new ImportDesk(clerk, 'users')
    const email = newPerson().email
    const file = peopleFile(personLine({ email, document, profile }))
    const draft = await desk.draft(file)
    const lent = {
      userId: own.id,
      companyId,
      by: master.person.id,
      begin: app.clock.now(),
      end: null,
    }
    await app.build.delegation(lent)
    await app.db.deleteFrom('user_profiles').where('user_id', '=', own.id).execute()
    await settleNotifications(app, app.db)
    expect((await desk.commit(draft)).outcome).toBe(refused)
    expect((await desk.send(file)).outcome).toBe(refused)
    expect(await standingOf(app, email)).toBeUndefined()
  })

  test('cannot create a token or delegate further', async () => {
    const { delegate, accomplice, companyId } = await story()
    const module = await profileWith(['/user-list'], companyId)
    await app.build.assign({ userId: accomplice.id, profileId: module, companyId })
    const begin_date = app.clock.now().toISOString()
    const lending = { user_id: accomplice.id, begin_date }
    const grown = await gained(async () => {
      const token = await delegate.call('apiTokenCreate', { body: { userId: accomplice.id } })
      expect(token.outcome).toBe(refused)
      const whole = { ...lending, company_id: companyId, profiles: [masterProfileId] }
      expect((await delegate.call('delegationCreate', { body: whole })).outcome).toBe(refused)
      const master = { ...lending, accredit_id: companyId }
      expect((await delegate.call('delegationCreateOfMaster', { body: master })).outcome).toBe(
        refused,
      )
    })
    expect(grown).toEqual([])
  })

  test('has the same limits with an API token', async () => {
    const { delegate, accomplice, companyId, profileId } = await story()
    const { token } = await app.build.apiToken({ userId: delegate.person.id, companyId })
    const body = [rowOf(accomplice.id, profileId, companyId)]
    const grown = await gained(async () => {
      // Writes that need a confirmation of identity refuse API tokens before any other check.
      expect((await app.client.call('userProfileAdd', { token, body })).outcome).toBe(
        '403 forbidden',
      )
      const upload = {
        params: { kind: 'users' as const },
        query: { name: 'arquivo.csv' },
        body: { content: new TextEncoder().encode('Nome\n'), type: 'text/csv' as const },
      }
      expect((await app.client.call('importUpload', { token, ...upload })).outcome).toBe(refused)
    })
    expect(grown).toEqual([])
  })

  test('cannot activate a profile but can delete one', async () => {
    const { delegate, companyId } = await story()
    const id = await profileWith(['/user-list'], companyId)
    const { name } = await app.db
      .selectFrom('profiles')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const save = async (status: 0 | 1) => {
      const body = {
        name,
        module_id: consoleModuleId,
        accredited_enable: false,
        master_profile: false,
        status,
      }
      return (await delegate.call('profileUpdate', { params: { id: String(id) }, body })).outcome
    }
    expect([await save(0), await save(1)]).toEqual(['200', refused])
  })

  test('cannot change the e-mail of an invited user who holds profiles', async () => {
    const { master, delegate, companyId } = await story()
    const { profileId } = await peopleScenario(app, { companyId })
    const change = async (person: ReturnType<typeof newPerson>, by: ConsoleClient) => {
      const id = (await userRow(app, person.email))?.id ?? 0
      return (await by.call('userUpdate', { body: { ...newPerson(), id } })).outcome
    }
    const [empty, holding] = [newPerson(), newPerson()]
    for (const body of [empty, holding])
      expect((await master.call('userCreate', { body })).outcome).toBe('200')
    const userId = (await userRow(app, holding.email))?.id ?? 0
    await app.build.assign({ userId, profileId, companyId })
    expect(await change(holding, delegate)).toBe(refused)
    expect(await change(empty, delegate)).toBe('200')
    expect(await change(holding, master)).toBe('200')
  })

  test('sees the functions of a profile but is offered none to add', async () => {
    const { delegate, master, profileId, companyId } = await story()
    const ofModule = (await peopleScenario(app, { companyId })).profileId
    const choices = async (by: ConsoleClient, id: number) =>
      (await by.call('profileConsultModule', { params: { profileId: String(id) } })).data.functions
    expect((await choices(master, profileId)).length).toBeGreaterThan(3)
    expect((await choices(delegate, profileId)).map(({ url }) => url).toSorted()).toEqual([
      '/user-edit',
      '/user-edit-profile',
      '/user-list',
    ])
    expect(await choices(delegate, ofModule)).toEqual([])
    const params = { companyId: String(companyId) }
    expect((await delegate.call('delegationProfileList', { params })).data.profiles).toEqual([])
  })
})

describe('a user with assigned rights and a delegation', () => {
  test('can give the assigned rights but not the delegated ones', async () => {
    const clerk = await holderOf(app, [
      '/user-edit-profile',
      '/profile-edit-function',
      '/profile-create',
    ])
    const companyId = clerk.person.company.id
    const [same, more] = [
      await profileWith(['/profile-create'], companyId),
      await profileWith(['/user-edit'], companyId),
    ]
    const by = (await app.build.lender(companyId)).id
    await app.build.delegation({
      userId: clerk.person.id,
      companyId,
      by,
      begin: app.clock.now(),
      end: null,
    })
    await settleNotifications(app, app.db)
    const target = await personOf(app, [companyId])
    const give = async (id: number) =>
      (await clerk.call('userProfileAdd', { body: [rowOf(target.id, id, companyId)] })).outcome
    expect([await give(same), await give(more)]).toEqual(['200', '403 profile-beyond-own'])
    const save = {
      taken: [rowOf(target.id, same, companyId)],
      given: [rowOf(target.id, more, companyId)],
    }
    expect((await clerk.call('userProfileUpdate', { body: save })).outcome).toBe(
      '403 profile-beyond-own',
    )
    const fn = async (url: string) =>
      (
        await app.db
          .selectFrom('functions')
          .select('id')
          .where('module_id', '=', consoleModuleId)
          .where('environment', '=', 'front')
          .where('url', '=', url)
          .executeTakeFirstOrThrow()
      ).id
    const add = async (url: string) => {
      const body = { profile_id: more, function_id: await fn(url) }
      return (await clerk.call('profileFunctionAdd', { body })).outcome
    }
    expect([await add('/user-edit-profile'), await add('/user-list')]).toEqual([
      '200',
      '404 function-not-found',
    ])
    // The clerk has this screen by assignment, but the rights of the target user only by delegation.
    expect((await clerk.call('apiTokenCreate', { body: { userId: target.id } })).outcome).toBe(
      refused,
    )
  })

  test('needs the assigned action when a save activates a profile', async () => {
    const companyId = (await app.build.company()).id
    const profileId = await profileWith(['/profile-edit'], companyId)
    await app.db
      .deleteFrom('profile_actions')
      .where('profile_id', '=', profileId)
      .where('action_id', 'in', (eb) =>
        eb.selectFrom('actions').select('id').where('path', '=', 'activate'),
      )
      .execute()
    const company = await app.db
      .selectFrom('companies')
      .select(['id', 'name'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const person = await app.build.consoleUser({ company: { ...company, spids: [] }, profileId })
    const by = (await app.build.lender(companyId)).id
    await app.build.delegation({
      userId: person.id,
      companyId,
      by,
      begin: app.clock.now(),
      end: null,
    })
    const clerk = await arriveInConsole(app, person)
    const id = await profileWith([], companyId, { active: false, name: 'Guardado' })
    const body = {
      name: 'Guardado',
      module_id: consoleModuleId,
      accredited_enable: false,
      master_profile: false,
      status: 1 as const,
    }
    expect((await clerk.call('profileUpdate', { params: { id: String(id) }, body })).outcome).toBe(
      refused,
    )
  })

  test('keeps a right that is both assigned and delegated', async () => {
    const master = await masterOf(app)
    const companyId = master.person.company.id
    const by = (await app.build.lender(companyId)).id
    await app.build.delegation({
      userId: master.person.id,
      companyId,
      by,
      begin: app.clock.now(),
      end: null,
    })
    await settleNotifications(app, app.db)
    const target = await personOf(app, [companyId])
    const made = await master.call('profileCreate', {
      body: { name: 'Próprio', module_id: consoleModuleId },
    })
    expect(made.outcome).toBe('200')
    const given = [rowOf(target.id, made.data.id, companyId)]
    expect((await master.call('userProfileAdd', { body: given })).outcome).toBe('200')
  })
})

test('concurrent writes at the end of a delegation leave no rights behind', async () => {
  const { master, delegate, accomplice, companyId, profileId } = await story()
  const body = [rowOf(accomplice.id, profileId, companyId)]
  const code = await delegate.confirm('userProfileAdd', { body })
  const grown = await gained(async () => {
    const [given, made, removed] = await Promise.all([
      delegate.callWith({ code }, 'userProfileAdd', { body }),
      delegate.call('profileCreate', {
        body: { name: 'Na última hora', module_id: consoleModuleId },
      }),
      master.call('delegationRemove', { body: { email: delegate.person.email } }),
    ])
    expect(removed.outcome).toBe('200')
    for (const { status } of [given, made]) expect([401, 403]).toContain(status)
  })
  expect(grown).toEqual([])
})
