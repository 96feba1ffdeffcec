import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  administratorProfileId,
  auditorProfileId,
  masterProfileId,
  supportProfileId,
} from '../../contract/constants.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { after, hours } from '../shared/clock.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import {
  arriveInConsole,
  type ConsoleClient,
  holderOf,
  named,
} from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'

let app: TestApp
/** A master user and an employee of a company to which the readers don't belong. */
let master: ConsoleClient
let stranger: { id: number; email: string }

beforeAll(async () => {
  app = await createTestApp()
  master = await masterOf(app)
  stranger = await personOf(app, [companyOf(master)])
})
afterAll(() => app.close())

const companyOf = ({ person }: ConsoleClient) => person.company.id

const readerOf = async (profileId: number) =>
  arriveInConsole(app, await app.build.consoleUser({ profileId }))

/** Builds a user who has these screens with all of their actions, and profile 3 or 4 in the same company. */
async function holderWith(profileId: number, screens: readonly ScreenPath[]) {
  const holder = await holderOf(app, screens)
  await app.build.assign({ userId: holder.person.id, profileId, companyId: companyOf(holder) })
  await settleNotifications(app, app.db)
  return holder
}

/** Adds a screen with all of its actions to profile 3 or 4. */
async function give(profileId: number, url: ScreenPath): Promise<void> {
  const { id: function_id } = await app.db
    .selectFrom('functions')
    .select('id')
    .where('module_id', '=', 1)
    .where('url', '=', url)
    .executeTakeFirstOrThrow()
  const held = { profile_id: profileId, function_id }
  await app.db
    .insertInto('profile_functions')
    .values({ ...held, module_id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await app.db
    .insertInto('profile_actions')
    .columns(['profile_id', 'function_id', 'action_id'])
    .expression((eb) =>
      eb
        .selectFrom('actions')
        .select((one) => [one.val(profileId).as('profile_id'), 'function_id', 'id'])
        .where('function_id', '=', function_id),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await settleNotifications(app, app.db)
}

/** Adds a back function to a profile, such as `PUT /user/block`. */
async function giveBack(profileId: number, place: string): Promise<void> {
  const [method, url = ''] = place.split(' ')
  const { id } = await app.db
    .insertInto('functions')
    .values({ module_id: 1, name: place, url, environment: 'back', method })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = { profile_id: profileId, function_id: id, module_id: 1 }
  await app.db.insertInto('profile_functions').values(held).execute()
  await settleNotifications(app, app.db)
}

const found = async (who: ConsoleClient, email: string) =>
  (await who.call('userSearch', { body: { filters: { email } } })).data.users.map(({ id }) => id)

describe('profile 4', () => {
  let auditor: ConsoleClient

  beforeAll(async () => {
    auditor = await readerOf(auditorProfileId)
  })

  test('lists companies, users, profiles and plans of every company', async () => {
    const companies = await auditor.call('companyList', {
      query: { search: master.person.company.name },
    })
    expect(companies.data.rows.map(({ id }) => id)).toContain(companyOf(master))
    expect(await found(auditor, stranger.email)).toEqual([stranger.id])
    const { id } = await app.db
      .insertInto('profiles')
      .values({ name: 'Perfil da operadora', module_id: 1, company_id: companyOf(master) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const profiles = await auditor.call('profileList', { query: { search: 'Perfil da operadora' } })
    expect(profiles.data.rows.map((row) => row.id)).toContain(id)
    const plan = await auditor.call('planGet', { params: { id: String(master.person.planId) } })
    expect(plan.outcome).toBe('200')
  })

  test('sees holders of profiles 1 to 4, who are hidden from companies', async () => {
    const administrator = await app.build.consoleUser({ profileId: administratorProfileId })
    expect(await found(auditor, administrator.email)).toEqual([administrator.id])
  })

  test('exports what it lists, with the columns for readers of every company', async () => {
    const { text } = await auditor.call('profileListExport', { query: {} })
    const [head] = text.split('\r\n')
    expect(head).toContain('Exibido Para')
    const { text: people } = await auditor.call('userExport', { query: { email: stranger.email } })
    expect(people).toContain(stranger.email)
  })

  test('includes the seats and sign-ins of every company on HOME', async () => {
    const { data: own } = await master.call('homeGet', {})
    const { data: all } = await auditor.call('homeGet', {})
    const sum = (days: { count: number }[] | null) =>
      (days ?? []).reduce((total, { count }) => total + count, 0)
    expect(sum(all.sign_ins)).toBeGreaterThan(sum(own.sign_ins))
    expect(all.seats?.places.length).toBeGreaterThan(1)
    expect(all.invitations).toBeNull()
  })

  test('marks in the token the screens that show every company', async () => {
    const screens = auditor.who.decodedToken.functions.filter((one) => one.every_company)
    expect(screens.map(({ path }) => path)).toContain('/user-list')
  })

  test('grants no write and no preview, whatever actions it has', async () => {
    for (const screen of ['/user-edit', '/user-create', '/company-form'] as const)
      await give(auditorProfileId, screen)
    const body = { email: stranger.email, block: true }
    expect((await auditor.call('userBlock', { body })).outcome).toBe('403 forbidden')
    expect(
      (await auditor.call('userResetPassword', { body: { email: stranger.email } })).outcome,
    ).toBe('403 forbidden')
    expect(
      (
        await auditor.call('companyHolders', {
          params: { id: String(companyOf(master)) },
        })
      ).outcome,
    ).toBe('403 forbidden')
    expect(
      (await auditor.call('accessEffectForesee', { body: { operation: 'userBlock', body } }))
        .outcome,
    ).toBe('403 forbidden')
    const { who } = await arriveInConsole(app, auditor.person)
    expect(who.decodedToken.functions.flatMap(({ actions }) => actions)).toEqual([])
  })

  test('grants no write and no preview by a back function, only reads', async () => {
    const places = ['PUT /user/block', 'POST /access-effect', 'GET /user/{userId}/locks']
    for (const place of places) await giveBack(auditorProfileId, place)
    const body = { email: stranger.email, block: true }
    expect((await auditor.call('userBlock', { body })).outcome).toBe('403 forbidden')
    const effect = { operation: 'userBlock' as const, body }
    expect((await auditor.call('accessEffectForesee', { body: effect })).outcome).toBe(
      '403 forbidden',
    )
    const params = { userId: String(stranger.id) }
    expect((await auditor.call('userLockList', { params })).outcome).toBe('200')
  })

  test('with the edit screen, reads a user of another company but cannot change them', async () => {
    await give(auditorProfileId, '/user-edit')
    const { data } = await auditor.call('userGet', { params: { id: String(stranger.id) } })
    expect(data).toMatchObject({ email: stranger.email, account_wide: false, support: [] })
  })

  test('is offered no actions that write when its functions are changed', async () => {
    const administrator = await arriveInConsole(
      app,
      await app.build.consoleUser({ profileId: administratorProfileId }),
    )
    const { data } = await administrator.call('profileConsultModule', {
      params: { profileId: String(auditorProfileId) },
    })
    const untouched = data.functions.find(({ name }) => name === 'Empresas')
    expect(untouched?.actions).toEqual([])
    const { id: action_id } = await app.db
      .selectFrom('actions')
      .innerJoin('functions', 'functions.id', 'actions.function_id')
      .select('actions.id')
      .where('functions.url', '=', '/company-list')
      .where('actions.path', '=', 'update')
      .executeTakeFirstOrThrow()
    const wanted = { profile_id: auditorProfileId, action_id: [action_id], function_id: [] }
    expect((await administrator.call('functionActionAdd', { body: wanted })).outcome).toBe(
      '404 action-not-found',
    )
  })

  test('reads every company with an API token and writes nothing', async () => {
    const { id: userId } = auditor.person
    const { token } = await app.build.apiToken({ userId, companyId: companyOf(auditor) })
    const read = await app.client.call('userSearch', {
      token,
      body: { filters: { email: stranger.email } },
    })
    expect(read.data.users.map(({ id }) => id)).toEqual([stranger.id])
    const write = await app.client.call('moduleCreate', {
      token,
      body: { name: 'Módulo', service_id: 1, url: 'modulo.example', protocol: 'https://' },
    })
    expect(write.outcome).toBe('403 forbidden')
  })
})

describe('profile 4 beside a profile that writes', () => {
  test('reads only the own company on a screen that only the other profile grants', async () => {
    const { id: moduleId } = await app.build.module()
    await app.build.plan({ companyId: companyOf(master), moduleId })
    const modules = async (who: ConsoleClient) =>
      (await who.call('planModuleConsult', {})).data.data.map(({ id }) => id)
    // Two screens grant the call. Profile 4 has neither of them.
    const both = await holderWith(auditorProfileId, ['/plan-loose-form'])
    expect(await modules(both)).not.toContain(moduleId)
    await give(auditorProfileId, '/plan-loose-form')
    expect(await modules(both)).toContain(moduleId)
  })

  test('cannot change a visible user of another company', async () => {
    const both = await holderWith(auditorProfileId, ['/user-list', '/user-edit'])
    expect(await found(both, stranger.email)).toEqual([stranger.id])
    const body = { email: stranger.email, block: true }
    expect((await both.call('userBlock', { body })).outcome).toBe('404 user-not-found')
    const effect = { operation: 'userBlock' as const, body }
    const { data } = await both.call('accessEffectForesee', { body: effect })
    expect(data).toMatchObject({ refused: { code: 'user-not-found' }, people: { count: 0 } })
  })

  test('exports from another company only rows that it may read', async () => {
    const code = 'A123'
    await app.db.updateTable('users').set({ code }).where('id', '=', stranger.id).execute()
    // Removes `/user-edit`, which an earlier test added.
    await app.db
      .deleteFrom('profile_functions')
      .where('profile_id', '=', auditorProfileId)
      .where('function_id', 'in', (eb) =>
        eb.selectFrom('functions').select('id').where('url', '=', '/user-edit'),
      )
      .execute()
    await app.db
      .deleteFrom('profile_functions')
      .where('profile_id', '=', auditorProfileId)
      .where('function_id', 'in', (eb) =>
        eb.selectFrom('functions').select('id').where('url', '=', '/token-management'),
      )
      .execute()
    await settleNotifications(app, app.db)
    const both = await holderWith(auditorProfileId, ['/user-edit'])
    const { text } = await both.call('userExport', { query: { email: stranger.email } })
    expect(text).toContain(stranger.email)
    expect(text).not.toContain(code)
    expect(text).not.toMatch(/\d\d\.\d{3}\.\d{3}\/\d{4}-\d\d/)
  })

  test('cannot grant the functions of profile 4', async () => {
    const both = await holderWith(auditorProfileId, [
      '/user-edit-profile',
      '/profile-edit-function',
    ])
    await give(auditorProfileId, '/company-form')
    await giveBack(auditorProfileId, 'POST /user/inactivate')
    const companyId = companyOf(both)
    const colleague = await personOf(app, [companyId])
    const functions = await app.db
      .selectFrom('functions')
      .select('id')
      .where('module_id', '=', 1)
      .where('url', 'in', ['/company-form', '/user/inactivate'])
      .execute()
    const shown = { accredited_enable: true }
    const ids = functions.map(({ id }) => id)
    await app.db.updateTable('functions').set(shown).where('id', 'in', ids).execute()
    for (const { id: function_id } of functions) {
      const { id: profile_id } = await app.db
        .insertInto('profiles')
        .values({ name: `Concedido ${function_id}`, module_id: 1, company_id: companyId })
        .returning('id')
        .executeTakeFirstOrThrow()
      const put = await both.call('profileFunctionAdd', { body: { profile_id, function_id } })
      expect(put.outcome).toBe('404 function-not-found')
      const link = { profile_id, function_id, module_id: 1 }
      await app.db.insertInto('profile_functions').values(link).execute()
      const row = { user_id: colleague.id, profile_id, company_id: companyId, spid: null }
      const given = await both.call('userProfileAdd', { body: [row] })
      expect(given.outcome).toBe('403 profile-beyond-own')
    }
  })
})

describe('profile 3', () => {
  let support: ConsoleClient

  beforeAll(async () => {
    support = await readerOf(supportProfileId)
  })

  test('sees users of every company, and other rows only of its own', async () => {
    expect(await found(support, stranger.email)).toEqual([stranger.id])
    expect(await found(support, master.person.email)).toEqual([master.person.id])
    const { data } = await support.call('userGet', { params: { id: String(stranger.id) } })
    expect(data).toMatchObject({ account_wide: false, support: ['reset-password', 'unlock'] })
    const companies = await support.call('companyList', { query: {} })
    expect(companies.data.rows.map(({ id }) => id)).toEqual([companyOf(support)])
    const params = { companyId: String(companyOf(master)) }
    expect((await support.call('companyUserList', { params, query: {} })).outcome).toBe(
      '404 company-not-found',
    )
  })

  test('resets the password of a user of another company and ends their sessions', async () => {
    const { id, email } = await personOf(app, [companyOf(master)])
    const before = await app.trips.signIn(email)
    expect((await support.call('userResetPassword', { body: { email } })).outcome).toBe('200')
    expect((await app.trips.validate(before.token, before.cookie)).outcome).toBe(
      '401 access-token-expired',
    )
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'userResetPassword',
      target: `user:${id}`,
      user_id: support.person.id,
      company_id: companyOf(support),
    })
  })

  test.each([
    ['an administrator', administratorProfileId],
    ['an auditor', auditorProfileId],
    ['a master user', masterProfileId],
  ])(
    'a reset keeps the password and sessions of %s until the temporary password is used',
    async (_, profileId) => {
      const target = await app.build.consoleUser({ profileId })
      const before = await app.trips.signIn(target.email)
      const { email, id } = target
      expect((await support.call('userResetPassword', { body: { email } })).outcome).toBe('200')
      expect(await lastEvent(app.db)).toMatchObject({ after: { password_kept: true } })
      expect((await app.trips.validate(before.token, before.cookie)).outcome).toBe('200')
      const signIn = (password: string) =>
        app.client.call('authLocal', { headers: basic(email, password) })
      expect((await signIn(defaultPassword)).outcome).toBe('200')
      const [mail] = (await readMessages(app.outbox, { to: email })).slice(-1)
      const temporary = /^\w{4}(?:-\w{4})+$/m.exec(mail?.text ?? '')?.[0] ?? ''
      expect((await signIn(temporary)).data.ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
      const passwords = await app.db
        .selectFrom('passwords')
        .select('temporary')
        .where('user_id', '=', id)
        .where('superseded_at', 'is', null)
        .execute()
      expect(passwords).toEqual([{ temporary: false }])
    },
  )

  test.each([
    ['also keeps', 'a delegated', null, { password_kept: true }],
    ['replaces', 'no longer a delegated', -hours(24), null],
  ])(
    'a reset %s the password and sessions of a user with %s master role',
    async (_, __, endsIn, after_) => {
      const { id, email } = await personOf(app, [companyOf(master)])
      const now = app.clock.now()
      await app.build.delegation({
        userId: id,
        companyId: companyOf(master),
        by: master.person.id,
        begin: after(now, -hours(48)),
        end: endsIn === null ? null : after(now, endsIn),
      })
      await support.call('userResetPassword', { body: { email } })
      expect(await lastEvent(app.db)).toMatchObject({ target: `user:${id}`, after: after_ })
    },
  )

  test('resends invitations and lifts locks in other companies', async () => {
    const { id, email } = await personOf(app, [companyOf(master)])
    await app.db.deleteFrom('passwords').where('user_id', '=', id).execute()
    expect((await support.call('userInvite', { body: { id } })).outcome).toBe('200')
    const mails = await readMessages(app.outbox, { to: email })
    expect(mails).toHaveLength(1)
    // The queued invitation contains only the name of the inviter. The whole text, generated on delivery, names it too.
    expect(mails[0]?.text).toContain(master.person.company.name)
    const params = { userId: String(stranger.id) }
    expect((await support.call('userUnlock', { params })).outcome).toBe('200')
    expect((await support.call('userLockList', { params })).outcome).toBe('200')
  })

  test('writes nothing else, whatever actions it has', async () => {
    for (const screen of ['/user-edit', '/user-edit-profile', '/token-management'] as const)
      await give(supportProfileId, screen)
    const { id, email } = stranger
    const user = { id, name: 'Outro Nome', email, phone_number: '5541987650001' }
    const outcomes = {
      update: await support.call('userUpdate', { body: user }),
      block: await support.call('userBlock', { body: { email, block: true } }),
      remove: await support.call('userDelete', { body: { email } }),
      activate: await support.call('userActivate', { body: { id } }),
      many: await support.call('userBlockMany', { body: { user_id: [id], block: true } }),
      sessions: await support.call('sessionEndAllOfUser', { params: { userId: String(id) } }),
      link: await support.call('companyUserLink', {
        body: { user_id: id, company_id: [companyOf(support)] },
      }),
      unlink: await support.call('companyUserUnlink', {
        body: { user_id: id, company_id: [companyOf(master)] },
      }),
      token: await support.call('apiTokenCreate', { body: { userId: id } }),
      profile: await support.call('userProfileAdd', {
        body: [{ user_id: id, profile_id: 8, company_id: companyOf(master) }],
      }),
    }
    for (const [what, { outcome }] of Object.entries(outcomes))
      expect(`${what}: ${outcome}`).toBe(`${what}: 403 forbidden`)
  })

  test('even with another profile that writes, cannot change users of another company', async () => {
    const both = await holderWith(supportProfileId, ['/user-edit', '/user-list'])
    const body = { email: stranger.email, block: true }
    expect((await both.call('userBlock', { body })).outcome).toBe('404 user-not-found')
    const user = { id: stranger.id, name: 'Outro Nome', phone_number: '5541987650001' }
    expect((await both.call('userUpdate', { body: user })).outcome).toBe('404 user-not-found')
    expect(
      (await both.call('userResetPassword', { body: { email: stranger.email } })).outcome,
    ).toBe('200')
  })

  test('reads users with an API token but cannot reset passwords', async () => {
    const { id: userId } = support.person
    const { token } = await app.build.apiToken({ userId, companyId: companyOf(support) })
    const read = await app.client.call('userGet', {
      token,
      params: { id: String(stranger.id) },
    })
    expect(read.data.email).toBe(stranger.email)
    const body = { email: stranger.email }
    const { data } = await app.client.call('userLocalValidatePassword', {
      ...support.who,
      body: {
        email: support.person.email,
        password: defaultPassword,
        operations: [named('userResetPassword', undefined, body)],
      },
    })
    const write = await app.client.call('userResetPassword', {
      token,
      body,
      headers: { code: data.code },
    })
    expect(write.outcome).toBe('403 forbidden')
  })
})

test('the scope of profile 4 ends with the profile', async () => {
  const holder = await holderWith(auditorProfileId, ['/user-list'])
  expect(await found(holder, stranger.email)).toEqual([stranger.id])
  await app.db
    .deleteFrom('user_profiles')
    .where('user_id', '=', holder.person.id)
    .where('profile_id', '=', auditorProfileId)
    .execute()
  await settleNotifications(app, app.db)
  expect(await found(holder, stranger.email)).toEqual([])
})
