import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { after, days } from '../shared/clock.ts'
import { suspendAssignments } from './suspend-assignments.ts'

let app: TestApp
let second: TestInstance
let admin: ConsoleClient
let place: Awaited<ReturnType<typeof worker>>

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())
beforeEach(async () => {
  admin = await administratorOf(app)
  place = await worker()
})

/** A company with one seat of a module, the user who has it, and another user. */
async function worker() {
  const [company, module] = [await app.build.company(), await app.build.module()]
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats: 1 })
  const [user, other] = [await app.build.user(), await app.build.user()]
  const company_id = company.id
  for (const { id: user_id } of [user, other])
    await app.db.insertInto('user_companies').values({ user_id, company_id }).execute()
  const profile_id = await app.build.profile({ moduleId: module.id })
  const row = { user_id: user.id, profile_id, company_id, spid: null }
  expect((await admin.call('userProfileAdd', { body: [row] })).status).toBe(200)
  return { company, module, user, other, row, at: { module, companyId: company.id } }
}

const inDays = (n: number): string => dayOf(after(app.clock.now(), days(n)))
const stored = () =>
  app.db
    .selectFrom('user_profiles')
    .selectAll()
    .where('company_id', '=', place.company.id)
    .executeTakeFirstOrThrow()
const suspend = async () => {
  const { id } = await stored()
  return app.db.transaction().execute((db) => suspendAssignments(db, [id], app.clock.now()))
}
const ask = async (user = place.user) =>
  (await app.trips.askForCode(await app.trips.enter(user), place.at)).outcome
const give = (row: object = {}) =>
  admin.call('userProfileAdd', { body: [{ ...place.row, ...row }] })
const ends = (row: { end_at: Date | null }) => row.end_at && dayOf(row.end_at)

describe('a suspended assignment', () => {
  test('ends the access with the same token in every process, and the explanation names it', async () => {
    const who = await app.trips.arrive(await app.trips.enter(place.user), place.at)
    await expectOnAllInstances([app, second], who, '200')
    await suspend()
    await expectOnAllInstances([app, second], who, ended)
    expect(await ask()).toBe('404 module-not-found')
    const { data } = await admin.call('userProfileWhy', {
      params: { id: String(place.user.id) },
      query: { company_id: place.company.id, module_id: place.module.id },
    })
    expect(data).toMatchObject({ allowed: false, ways: [{ missing: ['assignment-suspended'] }] })
  })

  test('keeps its seat for 30 days', async () => {
    await suspend()
    expect(ends(await stored())).toBe(inDays(30))
    const other = { ...place.row, user_id: place.other.id }
    expect((await give(other)).failure.code).toBe('seat-limit-exceeded')
    await app.db
      .updateTable('user_profiles')
      .set({ end_at: new Date(Date.now() - 1000) })
      .where('company_id', '=', place.company.id)
      .execute()
    expect((await give(other)).status).toBe(200)
  })

  test.each([{}, { end_date: 9 }, { end_date: 90 }])(
    'gets back its period when it is given again without one (%j)',
    async (period) => {
      const given = period.end_date === undefined ? {} : { end_date: inDays(period.end_date) }
      if (given.end_date) await give(given)
      const before = await stored()
      await suspend()
      expect(ends(await stored())).toBe(inDays(Math.min(period.end_date ?? 30, 30)))
      expect((await give()).data.given).toHaveLength(1)
      expect(await stored()).toMatchObject({
        id: before.id,
        end_at: before.end_at,
        suspended_at: null,
        end_before_suspension: null,
      })
      expect(await lastEvent(app.db)).toMatchObject({
        event: 'user-profile.given',
        before: { user_profiles: [{ ...place.row, suspended_at: expect.any(String) }] },
      })
      expect((await give()).data.given).toEqual([])
      expect(await ask()).toBe('200')
    },
  )

  test('gets a new period when it is given again with one', async () => {
    await suspend()
    await give({ end_date: inDays(50), reason: 'Projeto' })
    expect(await stored()).toMatchObject({ suspended_at: null, reason: 'Projeto' })
    expect(ends(await stored())).toBe(inDays(50))
  })

  test('can be restored beyond the maximum term only with its own period', async () => {
    await give({ end_date: inDays(90) })
    await app.db
      .updateTable('companies')
      .set({ assignment_days_max: 5 })
      .where('id', '=', place.company.id)
      .execute()
    await suspend()
    expect((await give({ end_date: inDays(91) })).status).toBe(400)
    expect((await give()).status).toBe(200)
    expect(ends(await stored())).toBe(inDays(90))
  })

  test('cannot be restored by its own user, nor for a user who has been deleted', async () => {
    await suspend()
    await app.db
      .updateTable('users')
      .set({ active: false, deleted_at: new Date() })
      .where('id', '=', place.user.id)
      .execute()
    expect((await give()).failure.code).toBe('user-not-active')
    expect(await stored()).toMatchObject({ suspended_at: expect.any(Date) })
  })

  test('is not suspended twice, and the administrator profile never', async () => {
    expect(await suspend()).toHaveLength(1)
    expect(await suspend()).toEqual([])
    const own = await app.db
      .selectFrom('user_profiles')
      .select('id')
      .where('profile_id', '=', administratorProfileId)
      .execute()
    const ids = own.map(({ id }) => id)
    expect(await suspendAssignments(app.db, ids, app.clock.now())).toEqual([])
    await expect(
      app.db
        .updateTable('user_profiles')
        .set({ suspended_at: new Date() })
        .where('id', 'in', ids)
        .execute(),
    ).rejects.toThrow('user_profiles_suspended_ends')
  })
})
