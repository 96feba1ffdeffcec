import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days } from '../shared/clock.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient
let place: Awaited<ReturnType<typeof build>>

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.updateTable('user_profiles').set({ begin_at: null, end_at: null }).execute()
  place = await build()
  master = await arriveInConsole(app, place.master)
})

/** A company with a master user, and a person who has a profile there. */
async function build() {
  const holder = await app.build.consoleUser()
  const companyId = holder.company.id
  await linkTo(app, holder.id, companyId)
  const person = await personOf(app, [companyId])
  const module = await app.build.module()
  await app.build.plan({ companyId, moduleId: module.id, seats: 9 })
  const profileId = await app.build.profile({ moduleId: module.id })
  await app.build.assign({ userId: person.id, profileId, companyId })
  return { master: holder, person, profileId, companyId, company: holder.company }
}

const endIn = (userId: number, inDays: number | null) =>
  app.db
    .updateTable('user_profiles')
    .set({ end_at: inDays === null ? null : after(app.clock.now(), days(inDays)) })
    .where('user_id', '=', userId)
    .where('company_id', '=', place.companyId)
    .execute()
const homeOf = async (who: ConsoleClient) => (await who.call('homeGet', {})).data
const endingFor = async (who: ConsoleClient) =>
  (await homeOf(who)).ending_profiles?.rows.map(({ user }) => user.id)
const listed = async (who: ConsoleClient) =>
  (await who.call('userSearch', { body: { filters: { pending: 'profile' } } })).data.users.map(
    ({ id }) => id,
  )

describe('profiles that end within 7 days', () => {
  test.each<[number | null, boolean]>([
    [null, false],
    [7.1, false],
    [6.9, true],
    [0.01, true],
    [-0.01, false],
  ])('an end in %s days is shown: %s, and found by the filter of the list', async (end, shown) => {
    await endIn(place.person.id, end)
    const expected = shown ? [place.person.id] : []
    for (const who of [admin, master]) {
      expect(await endingFor(who)).toEqual(expected)
      expect(await listed(who)).toEqual(expected)
    }
  })

  test('of another company are shown to administrators only', async () => {
    await endIn(place.person.id, 3)
    const other = await arriveInConsole(app, await app.build.consoleUser())
    expect(await endingFor(other)).toEqual([])
    expect(await listed(other)).toEqual([])
    expect(await endingFor(admin)).toEqual([place.person.id])
  })

  test('of a deleted profile or a blocked person are not shown', async () => {
    await endIn(place.person.id, 3)
    await app.db
      .updateTable('users')
      .set({ suspended: true })
      .where('id', '=', place.person.id)
      .execute()
    expect(await endingFor(admin)).toEqual([])
    await app.db
      .updateTable('users')
      .set({ suspended: false })
      .where('id', '=', place.person.id)
      .execute()
    await app.db
      .updateTable('profiles')
      .set({ active: false })
      .where('id', '=', place.profileId)
      .execute()
    expect(await endingFor(admin)).toEqual([])
  })
})

describe('a company whose last master profile by assignment ends within 30 days', () => {
  const lastFor = async (who: ConsoleClient) =>
    (await homeOf(who)).last_masters?.rows.map(({ id }) => id)

  test.each<[number | null, boolean]>([
    [null, false],
    [31, false],
    [29, true],
  ])('an end in %s days is shown: %s', async (end, shown) => {
    await endIn(place.master.id, end)
    for (const who of [admin, master])
      expect(await lastFor(who)).toEqual(shown ? [place.companyId] : [])
  })

  test('is not shown if another master user stays', async () => {
    await endIn(place.master.id, 20)
    const other = await personOf(app, [place.companyId])
    await app.build.assign({
      userId: other.id,
      profileId: masterProfileId,
      companyId: place.companyId,
    })
    expect(await lastFor(admin)).toEqual([])
    await app.db.updateTable('users').set({ suspended: true }).where('id', '=', other.id).execute()
    expect(await lastFor(admin)).toEqual([place.companyId])
    await app.db.updateTable('users').set({ suspended: false }).where('id', '=', other.id).execute()
    await endIn(other.id, 10)
    const [row] = (await homeOf(admin)).last_masters?.rows ?? []
    expect(row?.ends_at).toBe(after(app.clock.now(), days(20)).toISOString())
  })
})

test('an ended profile of another user is no first step', async () => {
  const stepsOf = async () => (await homeOf(master)).own.first_steps
  expect(await stepsOf()).toMatchObject({ profile: true })
  await endIn(place.person.id, -1)
  expect(await stepsOf()).toMatchObject({ profile: false })
})
