import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const administrator = 'Você agora é administrador da Gestão de Acesso.'
const master = 'Você agora é usuário master da sua empresa na Gestão de Acesso.'

/** Builds a user of two companies that have this console. By default, rows are for the first company. */
async function newcomer() {
  const [user, module] = [await app.build.user(), await app.build.console()]
  const companies = [await app.build.company(), await app.build.company()]
  for (const { id: company_id } of companies) {
    await app.build.plan({ companyId: company_id, moduleId: module.id })
    await app.db.insertInto('user_companies').values({ user_id: user.id, company_id }).execute()
  }
  const row = (profile_id: number, at = 0) => ({
    user_id: user.id,
    profile_id,
    company_id: companies[at]?.id ?? 0,
    spid: null,
  })
  const give = async (...body: ReturnType<typeof row>[]) => {
    expect((await admin.call('userProfileAdd', { body })).outcome).toBe('200')
  }
  /** Returns the roles named in the mails to this user. */
  const notifiedRoles = async () => {
    const messages = await readMessages(app.outbox, { to: user.email })
    return messages
      .filter(({ subject }) => subject === 'Suas permissões mudaram')
      .map(({ text }) => [administrator, master].find((one) => text.includes(one)))
  }
  return { row, give, notifiedRoles, module, email: user.email }
}

test('a new administrator is notified once, for any number of companies', async () => {
  const { row, give, notifiedRoles } = await newcomer()
  await give(row(administratorProfileId))
  expect(await notifiedRoles()).toEqual([administrator])
  await give(row(administratorProfileId, 1))
  expect(await notifiedRoles()).toEqual([administrator])
})

test('a new master user is notified for each company, but not for a second master profile in the same company', async () => {
  const { row, give, notifiedRoles, module } = await newcomer()
  await give(row(masterProfileId))
  expect(await notifiedRoles()).toEqual([master])
  const other = await app.build.profile({ moduleId: module.id })
  await app.db
    .updateTable('profiles')
    .set({ master_profile: true })
    .where('id', '=', other)
    .execute()
  await give(row(other))
  expect(await notifiedRoles()).toEqual([master])
  await give(row(masterProfileId, 1))
  expect(await notifiedRoles()).toEqual([master, master])
})

test('replacing one master profile by another, or assigning an ordinary one, causes no notice', async () => {
  const { row, give, notifiedRoles, module } = await newcomer()
  await give(row(await app.build.profile({ moduleId: module.id })))
  expect(await notifiedRoles()).toEqual([])
  const other = await app.build.profile({ moduleId: module.id })
  await app.db
    .updateTable('profiles')
    .set({ master_profile: true })
    .where('id', '=', other)
    .execute()
  await give(row(other))
  expect(await notifiedRoles()).toHaveLength(1)
  const body = { taken: [row(other)], given: [row(masterProfileId)] }
  expect((await admin.call('userProfileUpdate', { body })).outcome).toBe('200')
  expect(await notifiedRoles()).toHaveLength(1)
})

test('role notices to several users are sent as bulk mail', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  await one.give(one.row(masterProfileId), other.row(masterProfileId))
  expect([await one.notifiedRoles(), await other.notifiedRoles()]).toEqual([[master], [master]])
  const lanes = await app.db
    .selectFrom('outbox')
    .select('bulk')
    .where('recipient', 'in', [one.email, other.email])
    .execute()
  expect(lanes).toEqual([{ bulk: true }, { bulk: true }])
})

test('a user whose only master profile was deleted is notified as a new master user', async () => {
  const { row, give, notifiedRoles, module } = await newcomer()
  const old = await app.build.profile({ moduleId: module.id })
  await give(row(old))
  await app.db
    .updateTable('profiles')
    .set({ master_profile: true, active: false })
    .where('id', '=', old)
    .execute()
  await give(row(masterProfileId))
  expect(await notifiedRoles()).toEqual([master])
})

test('a preview causes no notice', async () => {
  const { row, notifiedRoles } = await newcomer()
  const body = [row(masterProfileId)]
  await admin.call('accessEffectForesee', { body: { operation: 'userProfileAdd', body } })
  expect(await notifiedRoles()).toEqual([])
})
