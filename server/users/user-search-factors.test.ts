import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { makePasskey } from '../../test/testing/passkey-trips.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { addTotp, makeRecoveryCodes, makeTotp } from '../../test/testing/totp-trips.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())

/** Returns the sorted e-mails that the filter finds, and the count of the search. */
async function found(by: ConsoleClient) {
  const filters = { email: 'fator', no_factor: true }
  const { users, pagination } = (await by.call('userSearch', { body: { filters } })).data
  return { emails: users.map(({ email }) => email).toSorted(), total: pagination.totalRecords }
}

/** Returns the first word of the e-mail of each user in the list, and the factor, sorted. */
async function factors(by: { token: string; cookie?: string }, more: { ranked?: true } = {}) {
  const body = { filters: { search: 'fator' }, ...more }
  const { users } = (await app.client.call('userSearch', { ...by, body })).data
  return users.map((user) => `${user.email.replace(/\..*/, '')} ${user.own_factor}`).toSorted()
}

test('no_factor finds active users with a password and no passkey or app, in the list and the export', async () => {
  const company = master.person.company.id
  const make = (name: string, companies = [company], options = {}) =>
    personOf(app, companies, { email: `${name}.fator@operadora.example`, ...options })
  const [without, keyed, coded, both, recovering] = [
    await make('sem'),
    await make('chave'),
    await make('app'),
    await make('ambos'),
    await make('codigos'),
  ]
  await makePasskey(app, keyed)
  await makeTotp(app, coded)
  const { who } = await makePasskey(app, both)
  await addTotp(app, who, both.email, app.clock.now())
  // Recovery codes alone do not count.
  await makeRecoveryCodes(app, await app.trips.enter(recovering), recovering.email)
  await make('bloqueada', [company], { blocked: true })
  const [gone, federated] = [await make('excluida'), await make('federada')]
  const change = (id: number) => app.db.updateTable('users').where('id', '=', id)
  await change(gone.id).set({ active: false }).execute()
  await change(federated.id).set({ federated: true }).execute()
  const elsewhere = await make('outra', [(await masterOf(app)).person.company.id])
  const here = [recovering.email, without.email].toSorted()
  expect(await found(master)).toEqual({ emails: here, total: 2 })
  const everywhere = [...here, elsewhere.email].toSorted()
  expect(await found(admin)).toEqual({ emails: everywhere, total: 3 })
  const all = await factors(master.who)
  expect(all).toEqual([
    'ambos passkey-and-app',
    'app app',
    'bloqueada none',
    'chave passkey',
    'codigos none',
    'excluida none',
    'federada federated',
    'sem none',
  ])
  // Neither programs, nor the palette, which does not show them.
  const { token } = await app.build.apiToken({ userId: master.person.id, companyId: company })
  const unknown = all.map((line) => line.replace(/ .*/, ' undefined'))
  expect(await factors({ token })).toEqual(unknown)
  expect(await factors(master.who, { ranked: true })).toEqual(unknown)
  const { text } = await admin.call('userExport', { query: { email: 'fator', no_factor: '1' } })
  const exported = text.match(/\w+\.fator@operadora\.example/g)
  expect([...new Set(exported)].toSorted()).toEqual(everywhere)
  expect(text).not.toMatch(/passkey|segundo fator|none|nenhum/i)
})
