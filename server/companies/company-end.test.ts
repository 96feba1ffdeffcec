import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
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

/** Saves the company with this active state. */
async function save(id: number, active: boolean, more: object = {}) {
  const params = { id: String(id) }
  const { name, email, document } = (await admin.call('companyGet', { params })).data
  return admin.call('companyUpdate', { params, body: { name, email, document, active, ...more } })
}

const offered = async ({ token, ...rest }: { token: string; cookie: string }) => {
  const options = { token, ...rest, body: { access_token: token } }
  const { companies } = (await app.client.call('userInitialPermissions', options)).data
  return companies.map(({ id }) => id)
}

describe('deactivating a company', () => {
  test('ends the access of its users immediately on every instance, and reactivating restores it', async () => {
    const person = await app.build.consoleUser()
    const elsewhere = await app.build.visitor({ user: person })
    const initial = await app.trips.enter(person)
    const who = await app.trips.arrive(initial, person.at)
    const other = await app.trips.arrive(initial, elsewhere.at)
    for (const token of [initial, who, other])
      await expectOnAllInstances([app, second], token, '200')
    const { id } = person.company

    expect((await save(id, false)).outcome).toBe('200')
    // The instance that wrote the change has processed it before it responds.
    expect((await app.trips.validate(who.token, who.cookie)).outcome).toBe(ended)
    await expectOnAllInstances([app, second], who, ended)
    await expectOnAllInstances([app, second], other, '200')
    await expectOnAllInstances([app, second], initial, '200')
    expect(await offered(initial)).toEqual([elsewhere.company.id])

    expect((await save(id, true)).outcome).toBe('200')
    await expectOnAllInstances([app, second], who, '200')
    expect((await offered(initial)).toSorted()).toEqual([id, elsewhere.company.id].toSorted())
  })

  test('suspends its delegations until it is active again', async () => {
    const master = await app.build.consoleUser()
    const { id } = await app.build.user()
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const begin = app.clock.now()
    const companyId = master.company.id
    await app.build.delegation({ userId: id, companyId, by: master.id, begin, end: null })
    const who = await app.trips.arrive(await app.trips.signIn(email), master.at)
    await save(companyId, false)
    await expectOnAllInstances([app, second], who, ended)
    await save(companyId, true)
    await expectOnAllInstances([app, second], who, '200')
  })

  test('invalidates codes issued before', async () => {
    const visitor = await app.build.visitor()
    const initial = await app.trips.enter(visitor)
    const { code } = (await app.trips.askForCode(initial, visitor.at)).data
    await save(visitor.company.id, false)
    expect((await app.trips.exchange(code, visitor.module)).outcome).toBe('404 code-not-found')
  })
})

test('a new company name appears in tokens on the next request', async () => {
  const visitor = await app.build.visitor()
  const who = await app.trips.arrive(await app.trips.enter(visitor), visitor.at)
  await expectOnAllInstances([app, second], who, '200')
  await save(visitor.company.id, true, { name: 'Nome novo' })
  const options = { ...who, body: { access_token: who.token } }
  const { decodedToken } = (await app.client.call('userTokenValidate', options)).data
  expect(decodedToken.companies).toEqual([{ id: visitor.company.id, name: 'Nome novo' }])
})
