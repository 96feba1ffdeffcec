/** Facts on a user's record: who blocked or deleted the user, and who assigned each profile, as each caller sees it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditorProfileId, supportProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { linkTo, masterOf, personOf } from '../../test/testing/people.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient
let stranger: ConsoleClient
/** Acts in the master user's company under a delegation only. */
let delegate: ConsoleClient
let support: ConsoleClient
let auditor: ConsoleClient

const companyOf = ({ person }: ConsoleClient) => person.company.id

/** A user of the console who holds profile 3 or 4, which here also opens the record of a user. */
async function readerOf(profileId: number): Promise<ConsoleClient> {
  const { id: function_id } = await app.db
    .selectFrom('functions')
    .select('id')
    .where('module_id', '=', 1)
    .where('url', '=', '/user-edit')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('profile_functions')
    .values({ profile_id: profileId, function_id, module_id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await settleNotifications(app, app.db)
  return arriveInConsole(app, await app.build.consoleUser({ profileId }))
}

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
  stranger = await masterOf(app)
  await linkTo(app, master.person.id, companyOf(master))
  const { company } = master.person
  const profileId = await app.build.profile({ moduleId: 1 })
  const lent = await app.build.consoleUser({ company, profileId })
  await app.build.delegation({
    userId: lent.id,
    companyId: company.id,
    by: master.person.id,
    begin: app.clock.now(),
    end: null,
  })
  await settleNotifications(app, app.db)
  delegate = await arriveInConsole(app, lent)
  support = await readerOf(supportProfileId)
  auditor = await readerOf(auditorProfileId)
})
afterAll(() => app.close())

const read = (by: ConsoleClient, id: number) => by.call('userGet', { params: { id: String(id) } })
const stateSince = async (by: ConsoleClient, id: number) => (await read(by, id)).data.state_since
const nameOf = async ({ person }: ConsoleClient) =>
  (
    await app.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
  ).name

test('a block by an administrator names the administrator only to callers who see administrators', async () => {
  const { id, email } = await personOf(app, [companyOf(master)])
  expect(await stateSince(admin, id)).toBeNull()
  await admin.call('userBlock', { body: { email, block: true } })
  const named = { at: expect.any(String), by: await nameOf(admin) }
  for (const by of [admin, support, auditor]) expect(await stateSince(by, id)).toEqual(named)
  const unnamed = { at: expect.any(String), by: null }
  for (const by of [master, delegate]) expect(await stateSince(by, id)).toEqual(unnamed)
  expect((await read(stranger, id)).outcome).toBe('404 user-not-found')
})

test('a block by a master user names the master user to the same company and its delegates', async () => {
  const { id, email } = await personOf(app, [companyOf(master)])
  await master.call('userBlock', { body: { email, block: true } })
  for (const by of [admin, master, delegate])
    expect(await stateSince(by, id)).toMatchObject({ by: await nameOf(master) })
})

test('only the last block counts, alone or of several users, and none after an unblock', async () => {
  const { id, email } = await personOf(app, [companyOf(master)])
  await admin.call('userBlock', { body: { email, block: true } })
  await admin.call('userBlock', { body: { email, block: false } })
  expect(await stateSince(admin, id)).toBeNull()
  await master.call('userBlockMany', { body: { user_id: [id], block: true } })
  expect(await stateSince(admin, id)).toMatchObject({ by: await nameOf(master) })
})

test('a deleted user has the deletion, also if blocked before', async () => {
  const { id, email } = await personOf(app, [companyOf(master)])
  await admin.call('userBlock', { body: { email, block: true } })
  await master.call('userDelete', { body: { email } })
  expect(await stateSince(admin, id)).toMatchObject({ by: await nameOf(master) })
})

test('a block without an audit event has no time', async () => {
  const { id } = await personOf(app, [companyOf(master)], { blocked: true })
  expect(await stateSince(admin, id)).toBeNull()
})

test('an assignment names its giver only to callers who see the giver', async () => {
  const { id } = await personOf(app, [companyOf(master)])
  const company_id = companyOf(master)
  const moduleId = (await app.build.module()).id
  await app.build.plan({ companyId: company_id, moduleId })
  const profile = async (name: string) => {
    const values = { name, module_id: moduleId, accredited_enable: true }
    const made = app.db.insertInto('profiles').values(values).returning('id')
    return (await made.executeTakeFirstOrThrow()).id
  }
  const [one, other] = [await profile('Um'), await profile('Outro')]
  const row = (profile_id: number) => ({ user_id: id, profile_id, company_id, spid: null })
  expect((await master.call('userProfileAdd', { body: [row(one)] })).outcome).toBe('200')
  expect((await admin.call('userProfileAdd', { body: [row(other)] })).outcome).toBe('200')
  const giversFor = async (by: ConsoleClient) => {
    const { data } = await by.call('userProfileGet', { params: { id: String(id) } })
    return Object.fromEntries(
      data.user_profiles.map(({ profile_id, granted_by }) => [profile_id, granted_by]),
    )
  }
  const [byMaster, byAdmin] = [await nameOf(master), await nameOf(admin)]
  for (const by of [admin, auditor])
    expect(await giversFor(by)).toEqual({ [one]: byMaster, [other]: byAdmin })
  for (const by of [master, delegate])
    expect(await giversFor(by)).toEqual({ [one]: byMaster, [other]: null })
  // Support sees users of every company, but not their assignments in other companies.
  expect(await giversFor(support)).toEqual({})
  const params = { id: String(id) }
  expect((await stranger.call('userProfileGet', { params })).outcome).toBe('404 user-not-found')
})

test('an expired password is on the record and in the list, until another one is sent', async () => {
  const { id, email } = await personOf(app, [companyOf(master)])
  const expiry = async () => {
    const { data } = await master.call('userSearch', { body: { filters: { email } } })
    return [(await read(master, id)).data.password_expired, data.users[0]?.password_expired]
  }
  expect(await expiry()).toEqual([false, false])
  await master.call('userResetPassword', { body: { email } })
  expect(await expiry()).toEqual([false, false])
  await app.db
    .updateTable('passwords')
    .set({ expires_at: app.clock.now() })
    .where('user_id', '=', id)
    .where('superseded_at', 'is', null)
    .execute()
  expect(await expiry()).toEqual([true, true])
})

test('two callers at once each get their own view', async () => {
  const { id, email } = await personOf(app, [companyOf(master)])
  await admin.call('userBlock', { body: { email, block: true } })
  const [whole, own] = await Promise.all([stateSince(admin, id), stateSince(master, id)])
  expect([whole?.by, own?.by]).toEqual([await nameOf(admin), null])
})
