import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { dayOf, startOfDay } from '../../contract/days.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances, outcomesOf } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { after, days } from '../shared/clock.ts'

let app: TestApp
let second: TestInstance
let admin: ConsoleClient
let place: Awaited<ReturnType<typeof worker>>

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
})
afterAll(() => app.close())
// Tests move the clock, so each has a session of its own.
beforeEach(async () => {
  admin = await administratorOf(app)
  place = await worker()
})

/** A user of a company without profiles, and a profile of its module. */
async function worker(seats = 9) {
  const [company, module] = [await app.build.company(), await app.build.module()]
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const [user, other] = [await app.build.user(), await app.build.user()]
  const company_id = company.id
  for (const { id: user_id } of [user, other])
    await app.db.insertInto('user_companies').values({ user_id, company_id }).execute()
  const profile_id = await app.build.profile({ moduleId: module.id })
  const row = { user_id: user.id, profile_id, company_id, spid: null }
  return { company, module, user, other, row, at: { module, companyId: company.id } }
}

const inDays = (n: number): string => dayOf(after(app.clock.now(), days(n)))
const start = (day: string): string => startOfDay(day)?.toISOString() ?? ''
/** The last millisecond of a day. */
const end = (day: string): string =>
  new Date(Date.parse(start(dayOf(new Date(Date.parse(start(day)) + days(1.2))))) - 1).toISOString()

interface Period {
  begin_date?: string
  end_date?: string
  reason?: string
}
const give = (period: Period, row = place.row) =>
  admin.call('userProfileAdd', { body: [{ ...row, ...period }] })
const held = async () => {
  const params = { id: String(place.user.id) }
  const { data } = await admin.call('userProfileGet', { params })
  return data.user_profiles.map(({ begin_date, end_date, reason }) => ({
    begin_date,
    end_date,
    reason,
  }))
}
const fieldsOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { result: { fields?: unknown } }).result.fields
const stored = () =>
  app.db
    .selectFrom('user_profiles')
    .selectAll()
    .where('company_id', '=', place.company.id)
    .execute()
/** Moves the end of the assignment into the past, also for the clock of the database. */
const expire = () =>
  app.db
    .updateTable('user_profiles')
    .set({ begin_at: null, end_at: new Date(Date.now() - 1000) })
    .where('company_id', '=', place.company.id)
    .execute()

describe('an assignment with a period', () => {
  test('grants access from the first instant of its first day to the last one of its last day', async () => {
    const [begin_date, end_date] = [inDays(1), inDays(3)]
    expect((await give({ begin_date, end_date, reason: ' Auditoria anual ' })).data.given).toEqual([
      {
        ...place.row,
        begin_date: start(begin_date),
        end_date: end(end_date),
        reason: 'Auditoria anual',
      },
    ])
    const ask = async () =>
      (await app.trips.askForCode(await app.trips.enter(place.user), place.at)).outcome
    const moveTo = (instant: string, by: number) =>
      app.clock.advance(Date.parse(instant) + by - app.clock.now().getTime())
    moveTo(start(begin_date), -1)
    expect(await ask()).toBe('404 module-not-found')
    app.clock.advance(1)
    const who = await app.trips.arrive(await app.trips.enter(place.user), place.at)
    await expectOnAllInstances([app, second], who, '200')
    moveTo(end(end_date), -1)
    const late = await app.trips.arrive(await app.trips.enter(place.user), place.at)
    expect(await outcomesOf([app, second], late)).toEqual(['200', '200'])
    app.clock.advance(2)
    expect(await outcomesOf([app, second], late)).toEqual([ended, ended])
  })

  test('is explained by its missing begin or end', async () => {
    const why = async () => {
      const params = { id: String(place.user.id) }
      const query = { company_id: place.company.id, module_id: place.module.id }
      return (await admin.call('userProfileWhy', { params, query })).data.ways[0]
    }
    await give({ begin_date: inDays(1), end_date: inDays(2) })
    expect(await why()).toMatchObject({ by: 'assignment', missing: ['assignment-not-begun'] })
    await expire()
    expect(await why()).toMatchObject({ allowed: false, missing: ['assignment-ended'] })
  })

  test('is replaced when it is given again with a period, and unchanged without one', async () => {
    const first = { begin_date: inDays(0), end_date: inDays(5), reason: 'Projeto' }
    await give(first)
    for (const nothing of [{}, { begin_date: '', end_date: '', reason: '' }])
      expect((await give(nothing)).data.given).toEqual([])
    const [before] = await held()
    expect((await give({ begin_date: inDays(0), end_date: inDays(9) })).data.given).toHaveLength(1)
    const after9 = { begin_date: start(inDays(0)), end_date: end(inDays(9)), reason: null }
    expect(await held()).toEqual([after9])
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user-profile.given',
      before: { user_profiles: [{ ...place.row, ...before }] },
      after: {
        user_profiles: [{ ...place.row, begin_date: after9.begin_date, end_date: after9.end_date }],
      },
    })
    expect((await give({ begin_date: inDays(0), end_date: inDays(9) })).data.given).toEqual([])
    await give({ begin_date: inDays(0) })
    expect(await held()).toEqual([{ ...after9, end_date: null }])
  })

  test('keeps a begin that has passed', async () => {
    await give({ begin_date: inDays(0), end_date: inDays(5) })
    const begin_date = inDays(0)
    app.clock.advance(days(2))
    admin = await administratorOf(app)
    expect((await give({ begin_date, end_date: inDays(4) })).outcome).toBe('200')
    const wrong = await give({ begin_date: inDays(-1), end_date: inDays(4) })
    expect(fieldsOf(wrong)).toEqual({
      '0.begin_date': 'Data de início não pode ser menor que a data atual',
    })
  })

  test('that has ended is given again like a new one', async () => {
    await give({ end_date: inDays(0) })
    await expire()
    expect((await give({})).data.given).toHaveLength(1)
    expect(await held()).toEqual([{ begin_date: null, end_date: null, reason: null }])
  })
})

test.each<[string, Period, string, string]>([
  [
    'a begin in the past',
    { begin_date: '2020-01-01' },
    'begin_date',
    'Data de início não pode ser menor que a data atual',
  ],
  [
    'an end in the past',
    { end_date: '2020-01-01' },
    'end_date',
    'Data de fim não pode ser menor que a data atual',
  ],
  [
    'a begin after the end',
    { begin_date: '2027-12-31', end_date: '2027-12-30' },
    'begin_date',
    'Data de início não pode ser maior que a data de fim',
  ],
  [
    'an end in the distant future',
    { end_date: '2999-12-31' },
    'end_date',
    'Informe uma data dentro dos próximos 10 anos.',
  ],
  ['a day that does not exist', { end_date: '2027-02-30' }, 'end_date', 'Informe uma data válida.'],
  ['a long reason', { reason: 'a'.repeat(201) }, 'reason', 'Use no máximo 200 caracteres.'],
])('%s is refused, and changes nothing', async (_, period, field, sentence) => {
  await give({ end_date: inDays(5) })
  const before = await stored()
  const answer = await give(period)
  expect(answer.outcome).toBe('400 invalid-input')
  expect(fieldsOf(answer)).toEqual({ [`0.${field}`]: sentence })
  expect(await stored()).toEqual(before)
})

test('the same profile with two periods in one call is refused', async () => {
  const body = [place.row, { ...place.row, end_date: inDays(1) }]
  const answer = await admin.call('userProfileAdd', { body })
  expect(fieldsOf(answer)).toEqual({ 1: 'Este perfil está repetido com outro prazo.' })
  expect(await stored()).toEqual([])
})

test('the administrator profile takes no period, also beside the API', async () => {
  const row = { ...place.row, profile_id: administratorProfileId }
  expect((await give({ end_date: inDays(5) }, row)).outcome).toBe('409 profile-takes-no-period')
  const own = app.db.updateTable('user_profiles').where('profile_id', '=', administratorProfileId)
  const ending = own.set({ end_at: after(app.clock.now(), days(1)) }).execute()
  await expect(ending).rejects.toThrow('user_profiles_administrator_always')
})

describe('a seat', () => {
  beforeEach(async () => {
    place = await worker(1)
  })
  const otherRow = () => ({ ...place.row, user_id: place.other.id })

  test('is occupied before the begin, and free after the end', async () => {
    await give({ begin_date: inDays(1), end_date: inDays(2) })
    expect((await give({}, otherRow())).outcome).toBe('409 seat-limit-exceeded')
    await expire()
    expect((await give({}, otherRow())).outcome).toBe('200')
    expect((await give({})).outcome).toBe('409 seat-limit-exceeded')
  })

  test('is occupied again only if free, also when the end changes beside the API', async () => {
    await give({ end_date: inDays(2) })
    await expire()
    await give({}, otherRow())
    const prolong = app.db
      .updateTable('user_profiles')
      .set({ end_at: null })
      .where('user_id', '=', place.user.id)
      .where('company_id', '=', place.company.id)
      .execute()
    await expect(prolong).rejects.toThrow('Limite de usuários neste plano excedido')
  })

  test('stays with a prolonged assignment although the limit is exceeded', async () => {
    await give({ end_date: inDays(2) })
    await app.db.updateTable('plan_modules').set({ seat_limit: 1 }).execute()
    expect((await give({ end_date: inDays(9) })).outcome).toBe('200')
  })
})

test('a delegation rests on the period of its lender, and stays ended when the profile is given again', async () => {
  const master = await app.build.consoleUser()
  const borrower = await app.build.user()
  const at = { module: master.module, companyId: master.company.id }
  const lent = { userId: borrower.id, companyId: master.company.id, by: master.id }
  // An hour before the end of a day: sessions are shorter than a day.
  app.clock.advance(Date.parse(end(inDays(0))) - 3_600_000 - app.clock.now().getTime())
  admin = await administratorOf(app)
  await app.build.delegation({ ...lent, begin: app.clock.now(), end: null })
  const who = await app.trips.arrive(await app.trips.enter(borrower), at)
  const row = {
    user_id: master.id,
    profile_id: masterProfileId,
    company_id: master.company.id,
    spid: null,
  }
  await app.db
    .insertInto('user_companies')
    .values({ user_id: master.id, company_id: master.company.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await give({ end_date: inDays(0) }, row)
  expect(await outcomesOf([app, second], who)).toEqual(['200', '200'])
  app.clock.advance(Date.parse(end(inDays(0))) - app.clock.now().getTime())
  expect(await outcomesOf([app, second], who)).toEqual([ended, ended])
  admin = await administratorOf(app)
  await give({}, row)
  expect(await lastEvent(app.db)).toMatchObject({
    after: { delegations_ended: [expect.any(Number)] },
  })
  const again = await app.trips.askForCode(await app.trips.enter(borrower), at)
  expect(again.outcome).toBe('404 module-not-found')
})
