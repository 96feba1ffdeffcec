import { afterAll, beforeAll, expect, test } from 'vitest'
import { ended, expectOnAllInstances, withinASecond } from '../../test/testing/instance-outcomes.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
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

test('added and removed functions take effect on the next request, on every instance', async () => {
  const visitor = await app.build.visitor()
  const who = await app.trips.arrive(await app.trips.enter(visitor), visitor.at)
  const { id } = (
    await admin.call('functionCreate', {
      body: { name: 'Faturas', url: '/faturas', module_id: visitor.module.id },
    })
  ).data
  const action = (
    await admin.call('actionCreate', {
      body: { name: 'Emitir', path: 'emitir', function_id: id },
    })
  ).data
  const functionsAt = async ({ client }: TestInstance) => {
    const options = { ...who, body: { access_token: who.token } }
    const { decodedToken } = (await client.call('userTokenValidate', options)).data
    return decodedToken.functions.map(({ path, actions }) => [path, actions.map((of) => of.path)])
  }
  for (const instance of [app, second]) expect(await functionsAt(instance)).toEqual([])
  const body = { profile_id: visitor.profileId, function_id: [id], action_id: [action.id] }
  await admin.call('functionActionAdd', { body })
  // The instance that wrote the change has processed it before it responds. Other instances follow within a second.
  expect(await functionsAt(app)).toEqual([['/faturas', ['emitir']]])
  await withinASecond(async () =>
    expect(await functionsAt(second)).toEqual([['/faturas', ['emitir']]]),
  )
  await admin.call('functionActionRemove', { body: { ...body, function_id: [] } })
  expect(await functionsAt(app)).toEqual([['/faturas', []]])
  await withinASecond(async () => expect(await functionsAt(second)).toEqual([['/faturas', []]]))
})

test('deleting a profile revokes its access immediately, and activating restores it', async () => {
  const visitor = await app.build.visitor()
  const who = await app.trips.arrive(await app.trips.enter(visitor), visitor.at)
  await expectOnAllInstances([app, second], who, '200')
  const params = { id: String(visitor.profileId) }
  const { name, module_id } = (await admin.call('profileGet', { params })).data
  const save = (status: 0 | 1) =>
    admin.call('profileUpdate', { params, body: { name, module_id, status } })
  await save(0)
  await expectOnAllInstances([app, second], who, ended)
  await save(1)
  await expectOnAllInstances([app, second], who, '200')
})

test('a removed action closes its endpoint on the next request', async () => {
  const holder = await holderOf(app, ['/function-list', '/profile-create'])
  const create = () =>
    holder.callWith({}, 'profileCreate', { body: { name: 'Depois', module_id: 1 } })
  expect((await create()).outcome).toBe('403 identity-confirmation-required')
  const profileId = String(holder.person.profileId)
  const { functions } = (await admin.call('profileConsultModule', { params: { profileId } })).data
  const screen = functions.find(({ url }) => url === '/profile-create')
  await admin.call('profileFunctionRemove', {
    body: { profile_id: holder.person.profileId, function_id: screen?.id ?? 0 },
  })
  expect((await create()).outcome).toBe('403 forbidden')
})
