/** Seats of a deleted profile that becomes active again, beside assignments that have ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Builds a module with these seats in a company, and two profiles of it. */
async function build(seats: number) {
  const company = await app.build.company()
  const module = await app.build.module()
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const [deleted, other] = [
    await app.build.profile({ moduleId: module.id }),
    await app.build.profile({ moduleId: module.id }),
  ]
  const person = async () => (await personOf(app, [company.id])).id
  const assign = (userId: number, profileId: number) =>
    app.build.assign({ userId, profileId, companyId: company.id })
  return { company, module, deleted, other, person, assign }
}

const expire = (userId: number, profileId: number) =>
  app.db
    .updateTable('user_profiles')
    .set({ end_at: new Date(Date.now() - 1000) })
    .where('user_id', '=', userId)
    .where('profile_id', '=', profileId)
    .execute()
const setActive = (id: number, active: boolean) =>
  app.db.updateTable('profiles').set({ active }).where('id', '=', id).execute()

test('a holder whose other profile has ended needs a free seat', async () => {
  const { deleted, other, person, assign } = await build(1)
  const [first, second] = [await person(), await person()]
  await assign(first, deleted)
  await assign(first, other)
  await setActive(deleted, false)
  await expire(first, other)
  await assign(second, other)
  await expect(setActive(deleted, true)).rejects.toThrow('Limite de usuários neste plano excedido')
  await expire(second, other)
  await setActive(deleted, true)
})

test('ended assignments need no seat, also where the limit is exceeded', async () => {
  const { company, module, deleted, other, person, assign } = await build(2)
  const [first, second, third] = [await person(), await person(), await person()]
  await assign(first, deleted)
  await expire(first, deleted)
  await setActive(deleted, false)
  await assign(second, other)
  await assign(third, other)
  await app.db
    .updateTable('plan_modules')
    .set({ seat_limit: 1 })
    .where('module_id', '=', module.id)
    .execute()
  await setActive(deleted, true)
  const seats = await app.db
    .selectFrom('seats')
    .select(['used', 'over'])
    .where('company_id', '=', company.id)
    .executeTakeFirst()
  expect(seats).toEqual({ used: 2, over: 1 })
})
