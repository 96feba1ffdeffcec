import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { dayOf, startOfDay } from '../../contract/days.ts'
import { shownDay } from '../../contract/shown.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days, hours } from '../shared/clock.ts'
import { enqueueAssignmentEndings } from './ending-mails.ts'

let app: TestApp
let admin: ConsoleClient
let start: Date
let place: Awaited<ReturnType<typeof build>>

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  // The trigger that decides whether the first mail is needed uses the time of the database.
  start ??= new Date(Date.now())
  app.clock.advance(Date.now() - app.clock.now().getTime())
  await app.db.updateTable('user_profiles').set({ end_at: null }).execute()
  admin = await administratorOf(app)
  place = await build()
})

/** A company with a master user who gives profiles to a person. */
async function build() {
  const master = await app.build.consoleUser()
  const person = await personOf(app, [master.company.id])
  await linkTo(app, master.id, master.company.id)
  const module = await app.build.module()
  await app.build.plan({ companyId: master.company.id, moduleId: module.id, seats: 9 })
  const profiles = [
    await app.build.profile({ moduleId: module.id }),
    await app.build.profile({ moduleId: module.id }),
  ] as const
  return { master, person, profiles, companyId: master.company.id }
}

const endOf = (inDays: number): Date => {
  const next = startOfDay(dayOf(after(app.clock.now(), days(inDays + 1))))
  return new Date((next?.getTime() ?? 0) - 1)
}

/** Gives a profile until the end of the day in this many days, by the master user. */
async function give(inDays: number, profile: number = place.profiles[0]) {
  await app.db
    .insertInto('user_profiles')
    .values({
      user_id: place.person.id,
      profile_id: profile,
      company_id: place.companyId,
      spid: null,
      created_by: place.master.id,
      end_at: endOf(inDays),
    })
    .execute()
  return endOf(inDays)
}

const round = () => enqueueAssignmentEndings({ ...app.outbox, clock: app.clock })
const moveTo = (instant: Date, by: number) =>
  app.clock.advance(instant.getTime() + by - app.clock.now().getTime())

const mailsTo = async ({ email: to }: { email: string }) =>
  (await readMessages(app.outbox, { to })).filter(({ subject }) => subject.startsWith('Um acesso'))
const subjectsTo = async (user: { email: string }) =>
  (await mailsTo(user)).map(({ subject }) => subject)

const own = { week: 'Um acesso seu termina em breve', day: 'Um acesso seu termina hoje' }
const given = {
  week: 'Um acesso que você deu termina em breve',
  day: 'Um acesso que você deu termina hoje',
}

describe('the person and the user who gave the profile', () => {
  test('get one mail a week before the end and one on the last day', async () => {
    const end = await give(20)
    moveTo(end, -days(7) - 1)
    await round()
    expect(await subjectsTo(place.person)).toEqual([])
    app.clock.advance(1)
    for (let n = 0; n < 3; n++) await round()
    expect(await subjectsTo(place.person)).toEqual([own.week])
    expect(await subjectsTo(place.master)).toEqual([given.week])
    moveTo(end, -days(1))
    await round()
    expect(await subjectsTo(place.person)).toEqual([own.week])
    moveTo(end, -days(1) + 1)
    for (let n = 0; n < 3; n++) await round()
    expect(await subjectsTo(place.person)).toEqual([own.week, own.day])
    expect(await subjectsTo(place.master)).toEqual([given.week, given.day])
    const [mail] = await mailsTo(place.master)
    expect(mail?.text).toContain(`até ${shownDay(dayOf(end))}`)
    expect(mail?.text).not.toMatch(/https?:/)
  })

  test('get one mail for several profiles, and one although several processes run', async () => {
    const end = await give(20)
    await give(19, place.profiles[1])
    moveTo(end, -days(6))
    await Promise.all([round(), round(), round(), round()])
    await round()
    expect(await subjectsTo(place.person)).toEqual([own.week])
    expect(await subjectsTo(place.master)).toEqual([given.week])
    const [mail] = await mailsTo(place.person)
    expect(mail?.text.match(/na empresa/g)).toHaveLength(2)
  })

  test('get only the mail of the day for less than a week, also on the day itself', async () => {
    const end = await give(5)
    await round()
    expect(await subjectsTo(place.person)).toEqual([])
    moveTo(end, -hours(3))
    await round()
    expect(await subjectsTo(place.person)).toEqual([own.day])
    expect(await subjectsTo(place.master)).toEqual([given.day])
  })

  test('get one mail if no process ran before the last day', async () => {
    const end = await give(20)
    moveTo(end, -1)
    await round()
    await round()
    expect(await subjectsTo(place.person)).toEqual([own.day])
  })

  test('get mails about the new end of a prolonged profile', async () => {
    const end = await give(20)
    moveTo(end, -days(7))
    await round()
    const later = after(end, days(30))
    await app.db
      .updateTable('user_profiles')
      .set({ end_at: later })
      .where('user_id', '=', place.person.id)
      .execute()
    moveTo(end, -1)
    await round()
    expect(await subjectsTo(place.person)).toEqual([own.week])
    moveTo(later, -days(7))
    await round()
    expect(await subjectsTo(place.person)).toEqual([own.week, own.week])
  })
})

describe('no mail', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['after the end', () => Promise.resolve(app.clock.advance(days(30)))],
    [
      'about a removed profile',
      () => app.db.deleteFrom('user_profiles').where('user_id', '=', place.person.id).execute(),
    ],
    [
      'to a blocked person',
      () =>
        app.db
          .updateTable('users')
          .set({ suspended: true })
          .where('id', '=', place.person.id)
          .execute(),
    ],
    [
      'about a deleted profile',
      () =>
        app.db
          .updateTable('profiles')
          .set({ active: false })
          .where('id', '=', place.profiles[0])
          .execute(),
    ],
    [
      'about an inactive company',
      () =>
        app.db
          .updateTable('companies')
          .set({ active: false })
          .where('id', '=', place.companyId)
          .execute(),
    ],
  ])('%s', async (_, change) => {
    const end = await give(20)
    moveTo(end, -days(6))
    await change()
    await round()
    expect(await subjectsTo(place.person)).toEqual([])
    expect(await subjectsTo(place.master)).toEqual([])
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'is blocked',
      () =>
        app.db
          .updateTable('users')
          .set({ suspended: true })
          .where('id', '=', place.master.id)
          .execute(),
    ],
    [
      'is no longer a master user of the company',
      () =>
        app.db
          .deleteFrom('user_profiles')
          .where('user_id', '=', place.master.id)
          .where('profile_id', '=', masterProfileId)
          .execute(),
    ],
    [
      'is now a master user of another company',
      async () => {
        const other = await app.build.consoleUser()
        await app.db
          .updateTable('user_profiles')
          .set({ company_id: other.company.id })
          .where('user_id', '=', place.master.id)
          .execute()
      },
    ],
  ])('to the user who gave it, if that user %s', async (_, change) => {
    const end = await give(20)
    moveTo(end, -days(6))
    await change()
    await round()
    expect(await subjectsTo(place.person)).toEqual([own.week])
    expect(await subjectsTo(place.master)).toEqual([])
  })
})

test('a row that is being changed is examined by the next run', async () => {
  const end = await give(20)
  moveTo(end, -days(6))
  await app.db.transaction().execute(async (changing) => {
    await changing
      .updateTable('user_profiles')
      .set({ end_at: after(end, days(90)) })
      .where('user_id', '=', place.person.id)
      .execute()
    await round()
  })
  await round()
  expect(await subjectsTo(place.person)).toEqual([])
})

test('the screen writes cause the same mails', async () => {
  const body = [
    {
      user_id: place.person.id,
      profile_id: place.profiles[0],
      company_id: place.companyId,
      spid: null,
      end_date: dayOf(after(app.clock.now(), days(20))),
    },
  ]
  expect((await admin.call('userProfileAdd', { body })).outcome).toBe('200')
  moveTo(endOf(20), -days(7))
  await round()
  expect(await subjectsTo(place.person)).toEqual([own.week])
})
