import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import type { Api } from '../../contract/api.ts'
import type { BodyInputOf } from '../../contract/endpoint.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

/** A module's address receives the codes of all future visits, so changes of it are protected (decision 54). */
let app: TestApp
let admin: ConsoleClient
let colleague: ConsoleClient

type Body = BodyInputOf<Api['moduleUpdate']>
const refused = '403 identity-confirmation-required'

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  colleague = await administratorOf(app)
})
afterAll(() => app.close())

/** Creates a module at https://extratos.example/app. Returns it with a request body that changes nothing. */
async function moduleAt(options: { secret?: boolean; url?: string | null } = {}) {
  const { url = 'extratos.example/app', secret = false } = options
  const { id } = await app.build.module({ secret, url })
  const params = { id: String(id) }
  const { name } = (await admin.call('moduleGet', { params })).data
  const body: Body = { name, url, protocol: 'https://', status: 1, is_enable_spid: false }
  return { id, params, body }
}

const addressOf = async (id: number) => {
  const { protocol, url } = await app.db
    .selectFrom('modules')
    .select(['protocol', 'url'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return `${protocol}${url}`
}

/** Saves without a confirmation. */
async function save(change: Partial<Body>, by = admin) {
  const { id, params, body } = await moduleAt()
  const { outcome } = await by.callWith({}, 'moduleUpdate', {
    params,
    body: { ...body, ...change },
  })
  return { outcome, address: await addressOf(id) }
}

test.each<[string, Partial<Body>]>([
  ['another host', { url: 'outro.example/app' }],
  ['another protocol', { protocol: 'http://' }],
  ['another protocol within the url', { url: 'http://extratos.example/app' }],
  ['another port', { url: 'extratos.example:8443/app' }],
  ['a longer path', { url: 'extratos.example/app/x' }],
  ['a path in another case', { url: 'extratos.example/App' }],
  ['a host beneath', { url: 'x.extratos.example/app' }],
  ['no address', { url: null }],
  ['an address left out', { url: undefined }],
])('%s needs a confirmation of identity, and changes nothing without one', async (_, change) => {
  expect(await save(change)).toEqual({ outcome: refused, address: 'https://extratos.example/app' })
})

test.each<[string, Partial<Body>]>([
  [
    'the same address in another spelling',
    { url: ' https://EXTRATOS.example/app/ ', protocol: 'http://' },
  ],
  ['another name', { name: 'Extratos de todos' }],
  ['another status', { status: 0 }],
  ['SPIDs', { is_enable_spid: true }],
])('%s needs no confirmation', async (_, change) => {
  expect(await save(change)).toEqual({ outcome: '200', address: 'https://extratos.example/app' })
})

test('a first address needs a confirmation; a protocol without an address does not', async () => {
  const { params, body } = await moduleAt({ url: null })
  const call = (change: Partial<Body>) =>
    admin.callWith({}, 'moduleUpdate', { params, body: { ...body, ...change } })
  expect((await call({ protocol: 'http://' })).outcome).toBe('200')
  expect((await call({ url: 'extratos.example' })).outcome).toBe(refused)
})

test('the confirmation is bound to the body and named in the audit log', async () => {
  const { id, params, body } = await moduleAt()
  const moved = { ...body, url: 'novo.example' }
  const code = await admin.confirm('moduleUpdate', { params, body: moved })
  const other = { ...body, url: 'outro.example' }
  const call = (sent: Body) => admin.callWith({ code }, 'moduleUpdate', { params, body: sent })
  expect((await call(other)).outcome).toBe(refused)
  expect(await addressOf(id)).toBe('https://extratos.example/app')
  expect((await call(moved)).outcome).toBe('200')
  expect(await lastEvent(app.db)).toMatchObject({
    event: 'module.updated',
    confirmed_by: 'password',
    after: { url: 'novo.example' },
  })
})

test('a save with an outdated address needs a confirmation, because the stored address decides', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, params, body } = await moduleAt()
    const moved = { params, body: { ...body, url: 'novo.example' } }
    const code = await colleague.confirm('moduleUpdate', moved)
    const [move, stale] = await Promise.all([
      colleague.callWith({ code }, 'moduleUpdate', moved),
      admin.callWith({}, 'moduleUpdate', { params, body: { ...body, name: `Velho ${id}` } }),
    ])
    expect(move.outcome).toBe('200')
    expect(['200', refused]).toContain(stale.outcome)
    expect(await addressOf(id)).toBe('https://novo.example')
  }
})

test('an administrator’s API token can change other fields but not the address', async () => {
  const { id: userId, company } = admin.person
  const { token } = await app.build.apiToken({ userId, companyId: company.id })
  const { id, params, body } = await moduleAt()
  const call = (sent: Body) => app.client.call('moduleUpdate', { params, body: sent, token })
  expect((await call({ ...body, name: `Por programa ${id}` })).outcome).toBe('200')
  expect((await call({ ...body, url: 'evil.example' })).outcome).toBe('403 forbidden')
  expect(await addressOf(id)).toBe('https://extratos.example/app')
})

test('only administrators can change the address of a module, regardless of profiles', async () => {
  const { id, params, body } = await moduleAt()
  const back = {
    module_id: 1,
    name: 'Mover',
    environment: 'back',
    method: 'PUT',
    url: '/module/{id}',
  }
  const { id: function_id } = await app.db
    .insertInto('functions')
    .values(back)
    .returning('id')
    .executeTakeFirstOrThrow()
  const profileId = await app.build.profile({ moduleId: 1 })
  const held = { profile_id: profileId, function_id, module_id: 1 }
  await app.db.insertInto('profile_functions').values(held).execute()
  const mover = await arriveInConsole(app, await app.build.consoleUser({ profileId }))
  await app.build.plan({ companyId: mover.person.company.id, moduleId: id })
  const moved = { params, body: { ...body, url: 'evil.example' } }
  expect((await mover.call('moduleUpdate', moved)).outcome).toBe('403 forbidden')
})

const subject = 'O endereço de um módulo foi alterado'
const notified = async () => {
  const rows = await app.db
    .selectFrom('outbox')
    .select('recipient')
    .where('subject', '=', subject)
    .orderBy('recipient')
    .execute()
  await app.db.deleteFrom('outbox').where('subject', '=', subject).execute()
  return rows.map(({ recipient }) => recipient)
}

test('all administrators are notified if the module has no secret, and only after the change', async () => {
  await notified()
  const blocked = await app.build.consoleUser({ profileId: administratorProfileId })
  await app.db.updateTable('users').set({ suspended: true }).where('id', '=', blocked.id).execute()
  const allAdministrators = await administrators()
  const { params, body } = await moduleAt()
  const moved = { params, body: { ...body, url: 'novo.example' } }
  await admin.callWith({}, 'moduleUpdate', moved)
  await admin.call('accessEffectForesee', {
    body: { operation: 'moduleUpdate', ...moved },
  })
  expect(await notified()).toEqual([])
  expect((await colleague.call('moduleUpdate', moved)).outcome).toBe('200')
  const { name: by } = (
    await admin.call('userGet', { params: { id: String(colleague.person.id) } })
  ).data
  const [mail] = (await readMessages(app.outbox, { to: admin.person.email })).slice(-1)
  expect(mail?.text).toContain(`O endereço do módulo ${body.name} foi alterado por ${by}.`)
  expect(await notified()).toEqual(allAdministrators)
  expect(allAdministrators).toEqual(
    expect.arrayContaining([admin.person.email, colleague.person.email]),
  )
  expect(allAdministrators).not.toContain(blocked.email)
  const guarded = await moduleAt({ secret: true })
  const of = { params: guarded.params, body: { ...guarded.body, url: 'novo.example' } }
  expect((await admin.call('moduleUpdate', of)).outcome).toBe('200')
  expect(await notified()).toEqual([])
})

/** Returns the e-mails of the active administrators, selected independently of the product's query. */
async function administrators(): Promise<string[]> {
  const found = await app.db
    .selectFrom('users')
    .select('email')
    .where('active', '=', true)
    .where('suspended', '=', false)
    .where('id', 'in', (select) =>
      select
        .selectFrom('user_profiles')
        .select('user_id')
        .where('profile_id', '=', administratorProfileId),
    )
    .orderBy('email')
    .execute()
  return found.map(({ email }) => email)
}
