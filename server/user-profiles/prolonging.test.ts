/** Prolonging assignments against the rules: seats, scope, own rights, races, and days without midnight. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { dayAfter, dayOf, startOfDay } from '../../contract/days.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

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
  place = await build(9)
  master = await arriveInConsole(app, place.holder)
})

/** A company with a master user, and two persons of whom the first has a profile that ends. */
async function build(seats: number) {
  const holder = await app.build.consoleUser()
  const companyId = holder.company.id
  await linkTo(app, holder.id, companyId)
  const [first, second] = [await personOf(app, [companyId]), await personOf(app, [companyId])]
  const module = await app.build.module()
  await app.build.plan({ companyId, moduleId: module.id, seats })
  const profileId = await app.build.profile({ moduleId: module.id })
  await app.db
    .updateTable('profiles')
    .set({ accredited_enable: true })
    .where('id', '=', profileId)
    .execute()
  await app.build.assign({ userId: first.id, profileId, companyId })
  const rowOf = (user_id: number) => ({
    user_id,
    profile_id: profileId,
    company_id: companyId,
    spid: null,
  })
  return { holder, companyId, first, second, module, profileId, rowOf }
}

const inDays = (n: number): string => dayAfter(dayOf(app.clock.now()), n)
const give = (
  who: ConsoleClient,
  userId: number,
  end_date?: string,
  profile_id = place.profileId,
) =>
  who.call('userProfileAdd', {
    body: [{ ...place.rowOf(userId), profile_id, ...(end_date && { end_date }) }],
  })
const endOf = async (userId: number) =>
  (
    await app.db
      .selectFrom('user_profiles')
      .select('end_at')
      .where('user_id', '=', userId)
      .where('company_id', '=', place.companyId)
      .execute()
  ).map(({ end_at }) => end_at && dayOf(end_at))
const expire = (userId: number) =>
  app.db
    .updateTable('user_profiles')
    .set({ end_at: new Date(Math.min(Date.now(), app.clock.now().getTime()) - 1000) })
    .where('user_id', '=', userId)
    .where('company_id', '=', place.companyId)
    .execute()

describe('the last seat', () => {
  beforeEach(async () => {
    place = await build(1)
  })

  test('goes to one of two ended profiles that are given again at once', async () => {
    await expire(place.first.id)
    expect((await give(admin, place.second.id)).outcome).toBe('200')
    await expire(place.second.id)
    const answers = await Promise.all([
      give(admin, place.first.id, inDays(5)),
      give(admin, place.second.id, inDays(5)),
    ])
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 seat-limit-exceeded',
    ])
  })

  test('stays with the holder who is prolonged while another asks for it', async () => {
    await give(admin, place.first.id, inDays(1))
    const [prolonged, taken] = await Promise.all([
      give(admin, place.first.id, inDays(9)),
      give(admin, place.second.id),
    ])
    expect(prolonged.outcome).toBe('200')
    expect(taken.outcome).toBe('409 seat-limit-exceeded')
  })
})

test('of two saves of different periods at once, one is stored as a whole', async () => {
  const periods = [3, 9].map((n) => ({ end_date: inDays(n), reason: `Motivo ${n}` }))
  const answers = await Promise.all(
    periods.map((period) =>
      admin.call('userProfileAdd', { body: [{ ...place.rowOf(place.first.id), ...period }] }),
    ),
  )
  expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200'])
  const rows = await app.db
    .selectFrom('user_profiles')
    .select(['end_at', 'reason'])
    .where('user_id', '=', place.first.id)
    .execute()
  expect(periods).toContainEqual({
    end_date: dayOf(rows[0]?.end_at ?? new Date(0)),
    reason: rows[0]?.reason,
  })
  expect(rows).toHaveLength(1)
})

describe('prolonging is refused', () => {
  test('to a master user for their own profile', async () => {
    await give(admin, place.holder.id, inDays(5))
    const answer = await give(master, place.holder.id, inDays(90))
    expect(answer.outcome).toBe('409 user-is-oneself')
    expect(await endOf(place.holder.id)).toContain(inDays(5))
  })

  test('to a master user for a profile that they may no longer give', async () => {
    await give(admin, place.first.id, inDays(5))
    expect((await give(master, place.first.id, inDays(6))).outcome).toBe('200')
    await app.db
      .updateTable('profiles')
      .set({ accredited_enable: false })
      .where('id', '=', place.profileId)
      .execute()
    expect((await give(master, place.first.id, inDays(90))).outcome).toBe('404 profile-not-found')
    expect(await endOf(place.first.id)).toEqual([inDays(6)])
  })

  test('to a master user of another company, as if the user did not exist', async () => {
    await give(admin, place.first.id, inDays(5))
    const other = await arriveInConsole(app, await app.build.consoleUser())
    expect((await give(other, place.first.id, inDays(90))).outcome).toBe('404 user-not-found')
    expect(await endOf(place.first.id)).toEqual([inDays(5)])
  })

  test('to a delegate of the master role', async () => {
    await give(admin, place.first.id, inDays(5))
    const borrower = await personOf(app, [place.companyId])
    await app.build.delegation({
      userId: borrower.id,
      companyId: place.companyId,
      by: place.holder.id,
      begin: app.clock.now(),
      end: null,
    })
    const delegate = await arriveInConsole(app, { ...place.holder, ...borrower })
    expect((await give(delegate, place.first.id, inDays(90))).status).toBe(403)
    expect(await endOf(place.first.id)).toEqual([inDays(5)])
  })

  test('to an API token of the master user', async () => {
    await give(admin, place.first.id, inDays(5))
    const { token } = await app.build.apiToken({
      userId: place.holder.id,
      companyId: place.companyId,
    })
    const body = [{ ...place.rowOf(place.first.id), end_date: inDays(90) }]
    const answer = await app.client.call('userProfileAdd', { token, body })
    expect(answer.status).toBe(403)
    expect(await endOf(place.first.id)).toEqual([inDays(5)])
  })
})

test('a token that another user created is revoked when an ended master profile is prolonged', async () => {
  await app.build.assign({
    userId: place.first.id,
    profileId: masterProfileId,
    companyId: place.companyId,
  })
  await expire(place.first.id)
  await app.build.apiToken({
    userId: place.first.id,
    companyId: place.companyId,
    by: place.holder.id,
  })
  await give(admin, place.first.id, inDays(9), masterProfileId)
  const tokens = await app.db
    .selectFrom('api_tokens')
    .select('closed_at')
    .where('user_id', '=', place.first.id)
    .execute()
  expect(tokens).toEqual([{ closed_at: expect.any(Date) }])
})

test.each([
  // The clocks went forward at midnight: the day began at 01:00.
  ['2018-11-04', '2018-11-04T03:00:00.000Z'],
  // They went back at midnight of 2019-02-17: the day before had 25 hours.
  ['2019-02-17', '2019-02-17T03:00:00.000Z'],
  ['2018-11-05', '2018-11-05T02:00:00.000Z'],
])(
  'the day before %s ends a millisecond before its first instant, in the database too',
  async (day, first) => {
    expect(startOfDay(day)?.toISOString()).toBe(first)
    const { rows } = await sql<{ begin: Date; before: Date }>`
    select ${day}::date::timestamp at time zone 'America/Sao_Paulo' as begin,
      (${dayAfter(day, -1)}::date + 1)::timestamp at time zone 'America/Sao_Paulo' - interval '1 millisecond' as before`.execute(
      app.db,
    )
    expect(rows[0]?.begin.toISOString()).toBe(first)
    expect(rows[0]?.before.getTime()).toBe(Date.parse(first) - 1)
  },
)
