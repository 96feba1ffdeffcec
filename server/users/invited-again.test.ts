import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { newPerson, userRow } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

test.each([
  ['blocked', { suspended: true }],
  ['deleted', { active: false }],
] as const)('the invitation of a %s user cannot be resent', async (_, state) => {
  const person = newPerson()
  await admin.call('userCreate', {
    body: { ...person, company_id: [admin.person.company.id] },
  })
  const { id = 0 } = (await userRow(app, person.email)) ?? {}
  await app.db.updateTable('users').set(state).where('id', '=', id).execute()
  const answer = await admin.call('userInvite', { body: { id } })
  expect(answer.outcome).toBe('409 user-not-active')
})
