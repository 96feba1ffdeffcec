import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayAfter, dayOf } from '../../contract/days.ts'
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
  await app.db
    .updateTable('access_uses')
    .set({ unused_since: dayOf(app.clock.now()) })
    .execute()
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
  return { master: holder, person, profileId, companyId }
}

/** Sets the last use of the person's assignment, or its creation if `used` is false. */
async function unusedFor(count: number, used = true) {
  const at = after(app.clock.now(), -days(count))
  await app.db
    .updateTable('access_uses')
    .set({
      unused_since: dayAfter(dayOf(app.clock.now()), -count),
      last_used_at: used ? at : null,
    })
    .where('user_profile_id', 'in', (query) =>
      query.selectFrom('user_profiles').select('id').where('user_id', '=', place.person.id),
    )
    .execute()
}
const setPeriod = (period: { begin_at?: Date; end_at?: Date }) =>
  app.db.updateTable('user_profiles').set(period).where('user_id', '=', place.person.id).execute()
const shownTo = async (who: ConsoleClient) =>
  (await who.call('homeGet', {})).data.unused_profiles?.rows.map(({ user }) => user.id)
const listedTo = async (who: ConsoleClient) =>
  (await who.call('userSearch', { body: { filters: { pending: 'unused' } } })).data.users.map(
    ({ id }) => id,
  )
const onRecord = async (who: ConsoleClient) =>
  (await who.call('userProfileGet', { params: { id: String(place.person.id) } })).data
    .user_profiles[0]

/** Expects the same at HOME, in the list and on the record, for an administrator and the master user. */
async function expectUnused(unused: boolean) {
  for (const who of [admin, master]) {
    expect(await shownTo(who)).toEqual(unused ? [place.person.id] : [])
    expect(await listedTo(who)).toEqual(unused ? [place.person.id] : [])
    expect((await onRecord(who))?.unused).toBe(unused)
  }
}

describe('a profile without a use for 90 days', () => {
  test.each([
    [89, true, false],
    [90, true, true],
    [400, true, true],
    [89, false, false],
    [90, false, true],
  ])('last used or given %s days ago (used: %s) is unused: %s', async (count, used, unused) => {
    await unusedFor(count, used)
    await expectUnused(unused)
    expect((await onRecord(admin))?.last_used_at).toBe(
      used ? after(app.clock.now(), -days(count)).toISOString() : null,
    )
  })

  test('is unused only once it has granted access for 90 days', async () => {
    await unusedFor(200, false)
    await setPeriod({ begin_at: after(app.clock.now(), -days(80)) })
    await expectUnused(false)
    await setPeriod({ begin_at: after(app.clock.now(), -days(91)) })
    await expectUnused(true)
  })

  test('is not unused if it has ended', async () => {
    await unusedFor(200)
    await setPeriod({ end_at: after(app.clock.now(), -1) })
    await expectUnused(false)
    await setPeriod({ end_at: after(app.clock.now(), 1) })
    await expectUnused(true)
  })

  test('of another company is shown to administrators only', async () => {
    await unusedFor(100)
    const other = await arriveInConsole(app, await app.build.consoleUser())
    expect(await shownTo(other)).toEqual([])
    expect(await listedTo(other)).toEqual([])
    expect(await shownTo(admin)).toEqual([place.person.id])
  })

  test('of a blocked person or a deleted profile is not listed', async () => {
    await unusedFor(100)
    const { id } = place.person
    await app.db.updateTable('users').set({ suspended: true }).where('id', '=', id).execute()
    expect([await shownTo(admin), await listedTo(admin)]).toEqual([[], []])
    await app.db.updateTable('users').set({ suspended: false }).where('id', '=', id).execute()
    await app.db
      .updateTable('profiles')
      .set({ active: false })
      .where('id', '=', place.profileId)
      .execute()
    expect([await shownTo(admin), await listedTo(admin)]).toEqual([[], []])
  })

  test('is named once on HOME, by the one unused for longest', async () => {
    await unusedFor(100)
    const profileId = await app.build.profile({ moduleId: 1 })
    const { person, companyId } = place
    await app.build.assign({ userId: person.id, profileId, companyId })
    const since = dayAfter(dayOf(app.clock.now()), -120)
    await app.db
      .updateTable('access_uses')
      .set({ unused_since: since })
      .where('user_profile_id', 'in', (query) =>
        query.selectFrom('user_profiles').select('id').where('profile_id', '=', profileId),
      )
      .execute()
    expect((await admin.call('homeGet', {})).data.unused_profiles).toMatchObject({
      count: 1,
      more: false,
      rows: [{ user: { id: person.id }, company: { id: companyId }, unused_since: since }],
    })
  })

  test('is removed, or gets an end, by the writes of profiles', async () => {
    await unusedFor(100)
    await app.db
      .updateTable('profiles')
      .set({ accredited_enable: true })
      .where('id', '=', place.profileId)
      .execute()
    const row = {
      user_id: place.person.id,
      profile_id: place.profileId,
      company_id: place.companyId,
      spid: null,
    }
    const end_date = dayAfter(dayOf(app.clock.now()), 15)
    const ended = await master.call('userProfileAdd', { body: [{ ...row, end_date }] })
    expect(ended.outcome).toBe('200')
    expect((await onRecord(master))?.unused).toBe(true)
    expect((await master.call('userProfileRemove', { body: [row] })).outcome).toBe('200')
    expect(await listedTo(master)).toEqual([])
  })
})

test('who may not change profiles gets no item on HOME', async () => {
  const visitor = await app.build.visitor({
    module: await app.build.console(),
    profileId: await app.build.profile({ moduleId: 1 }),
  })
  const who = await arriveInConsole(app, visitor)
  expect((await who.call('homeGet', {})).data.unused_profiles).toBeNull()
})
