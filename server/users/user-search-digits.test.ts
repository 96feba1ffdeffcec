import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  const people = [
    { name: 'Ana 70707', email: 'ana@digitos.example', phone_number: '5541900000001' },
    { name: 'Bia Lima', email: 'bia70707@digitos.example', phone_number: '5541900000002' },
    { name: 'Caio Reis', email: 'caio@digitos.example', phone_number: '5541970707003' },
  ]
  await app.db.insertInto('users').values(people).execute()
})
afterAll(() => app.close())

test.each([
  ['name', ['Ana 70707']],
  ['email', ['Bia Lima']],
  ['phone_number', ['Caio Reis']],
  ['search', ['Ana 70707', 'Bia Lima', 'Caio Reis']],
] as const)('digits in the filter %s match only that part', async (filter, names) => {
  const { data } = await admin.call('userSearch', { body: { filters: { [filter]: '70707' } } })
  expect(data.users.map(({ name }) => name)).toEqual(names)
})
