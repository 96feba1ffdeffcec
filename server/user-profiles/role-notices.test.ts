import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { administratorOf, type ConsoleClient } from '../testing/console-client.ts'
import { readMessages } from '../testing/read-messages.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const administrator = 'Você agora é administrador da Gestão de Acesso.'
const master = 'Você agora é usuário master da sua empresa na Gestão de Acesso.'

/** Somebody of two companies that have this console; rows are of the first unless told otherwise. */
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
  /** The roles that the mails to this person name. */
  const told = async () => {
    const messages = await readMessages(app.outbox, { to: user.email })
    return messages
      .filter(({ subject }) => subject === 'Suas permissões mudaram')
      .map(({ text }) => [administrator, master].find((one) => text.includes(one)))
  }
  return { row, give, told, module, email: user.email }
}

test('whoever is made administrator is told once, in however many companies', async () => {
  const { row, give, told } = await newcomer()
  await give(row(administratorProfileId))
  expect(await told()).toEqual([administrator])
  await give(row(administratorProfileId, 1))
  expect(await told()).toEqual([administrator])
})

test('whoever is made master user is told of each company, and of no further master profile there', async () => {
  const { row, give, told, module } = await newcomer()
  await give(row(masterProfileId))
  expect(await told()).toEqual([master])
  const other = await app.build.profile({ moduleId: module.id })
  await app.db
    .updateTable('profiles')
    .set({ master_profile: true })
    .where('id', '=', other)
    .execute()
  await give(row(other))
  expect(await told()).toEqual([master])
  await give(row(masterProfileId, 1))
  expect(await told()).toEqual([master, master])
})

test('whoever changes one master profile for another, or gets an ordinary one, is told nothing', async () => {
  const { row, give, told, module } = await newcomer()
  await give(row(await app.build.profile({ moduleId: module.id })))
  expect(await told()).toEqual([])
  const other = await app.build.profile({ moduleId: module.id })
  await app.db
    .updateTable('profiles')
    .set({ master_profile: true })
    .where('id', '=', other)
    .execute()
  await give(row(other))
  expect(await told()).toHaveLength(1)
  const body = { taken: [row(other)], given: [row(masterProfileId)] }
  expect((await admin.call('userProfileUpdate', { body })).outcome).toBe('200')
  expect(await told()).toHaveLength(1)
})

test('many who are given a role by one save are told at a pace', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  await one.give(one.row(masterProfileId), other.row(masterProfileId))
  expect([await one.told(), await other.told()]).toEqual([[master], [master]])
  const lanes = await app.db
    .selectFrom('outbox')
    .select('bulk')
    .where('recipient', 'in', [one.email, other.email])
    .execute()
  expect(lanes).toEqual([{ bulk: true }, { bulk: true }])
})

test('whoever held only a master profile that was deleted is told when made master user', async () => {
  const { row, give, told, module } = await newcomer()
  const old = await app.build.profile({ moduleId: module.id })
  await give(row(old))
  await app.db
    .updateTable('profiles')
    .set({ master_profile: true, status: 0 })
    .where('id', '=', old)
    .execute()
  await give(row(masterProfileId))
  expect(await told()).toEqual([master])
})

test('nobody is told before the write is made', async () => {
  const { row, told } = await newcomer()
  const body = [row(masterProfileId)]
  await admin.call('accessEffectForesee', { body: { operation: 'userProfileAdd', body } })
  expect(await told()).toEqual([])
})
