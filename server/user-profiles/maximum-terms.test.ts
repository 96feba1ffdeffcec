import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import { dayAfter, dayOf } from '../../contract/days.ts'
import { refusalText } from '../../contract/imports.ts'
import { shownDay } from '../../contract/shown.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ImportDesk } from '../../test/testing/import-desk.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { personOf } from '../../test/testing/people.ts'
import { peopleScenario } from '../../test/testing/people-scenario.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient
let place: Awaited<ReturnType<typeof build>>

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  place = await build()
})

async function build() {
  const scenario = await peopleScenario(app)
  const person = await personOf(app, [scenario.companyId])
  const { companyId: company_id, profileId: profile_id } = scenario
  return { ...scenario, person, row: { user_id: person.id, profile_id, company_id, spid: null } }
}

const inDays = (n: number): string => dayAfter(dayOf(app.clock.now()), n)
const limit = (table: 'companies' | 'profiles', days: number | null) =>
  app.db
    .updateTable(table)
    .set({ assignment_days_max: days })
    .where('id', '=', table === 'companies' ? place.companyId : place.profileId)
    .execute()
const give = (period: { begin_date?: string; end_date?: string; reason?: string } = {}) =>
  admin.call('userProfileAdd', { body: [{ ...place.row, ...period }] })
const fieldsOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { result: { fields?: unknown } }).result.fields
const sentence = (last: number, days: number): string =>
  `Informe uma data de fim até ${shownDay(inDays(last))}. O prazo máximo é de ${days === 1 ? '1 dia' : `${days} dias`}.`
const stored = () =>
  app.db.selectFrom('user_profiles').selectAll().where('user_id', '=', place.person.id).execute()

describe('with a maximum term', () => {
  test.each<[string, Parameters<typeof give>[0], number]>([
    ['an assignment without an end', {}, 9],
    ['an end one day after the term', { end_date: inTen(10) }, 9],
    ['a period without an end', { begin_date: inTen(3) }, 12],
    ['an end after a later begin', { begin_date: inTen(3), end_date: inTen(13) }, 12],
    ['a reason alone', { reason: 'Projeto' }, 9],
  ])('%s is refused with the last possible day', async (_, period, last) => {
    await limit('companies', 10)
    const answer = await give(period)
    expect(answer.outcome).toBe('400 invalid-input')
    expect(fieldsOf(answer)).toEqual({ '0.end_date': sentence(last, 10) })
    expect(await stored()).toEqual([])
  })

  test('the last day of the term is accepted, counted from the begin', async () => {
    await limit('companies', 10)
    expect((await give({ end_date: inDays(9) })).outcome).toBe('200')
    expect((await give({ begin_date: inDays(3), end_date: inDays(12) })).outcome).toBe('200')
  })

  test('a term of one day ends today', async () => {
    await limit('profiles', 1)
    expect(fieldsOf(await give())).toEqual({ '0.end_date': sentence(0, 1) })
    expect((await give({ end_date: inDays(0) })).outcome).toBe('200')
  })

  test('the smaller one of company and profile applies', async () => {
    await limit('companies', 10)
    await limit('profiles', 5)
    expect(fieldsOf(await give())).toEqual({ '0.end_date': sentence(4, 5) })
    await limit('profiles', 20)
    expect(fieldsOf(await give())).toEqual({ '0.end_date': sentence(9, 10) })
  })

  test('a held assignment stays, also if it is given again or saved with the same period', async () => {
    await give({ end_date: inDays(90) })
    const before = await stored()
    await limit('companies', 10)
    expect((await give()).outcome).toBe('200')
    expect((await give({ end_date: inDays(90) })).outcome).toBe('200')
    expect(await stored()).toEqual(before)
    expect(fieldsOf(await give({ end_date: inDays(91) }))).toEqual({
      '0.end_date': sentence(9, 10),
    })
  })

  test('a held assignment can end earlier, also after the maximum term', async () => {
    await give({ end_date: inDays(90) })
    await limit('companies', 10)
    expect((await give({ end_date: inDays(80) })).outcome).toBe('200')
    expect(fieldsOf(await give({ end_date: inDays(79), reason: 'Outro' }))).toEqual({
      '0.end_date': sentence(9, 10),
    })
  })

  test('a begin that has passed is prolonged by a whole term from today', async () => {
    await give({ begin_date: inDays(0), end_date: inDays(3) })
    const begin_at = new Date(app.clock.now().getTime() - 20 * 86_400_000)
    await app.db
      .updateTable('user_profiles')
      .set({ begin_at })
      .where('user_id', '=', place.person.id)
      .execute()
    await limit('companies', 10)
    const begin_date = dayOf(begin_at)
    expect(fieldsOf(await give({ begin_date, end_date: inDays(10) }))).toEqual({
      '0.end_date': sentence(9, 10),
    })
    expect((await give({ begin_date, end_date: inDays(9) })).outcome).toBe('200')
  })

  test('the administrator profile is exempt, and takes no maximum itself', async () => {
    await limit('companies', 10)
    await app.build.plan({ companyId: place.companyId, moduleId: consoleModuleId, seats: 5 })
    const body = [{ ...place.row, profile_id: administratorProfileId }]
    expect((await admin.call('userProfileAdd', { body })).outcome).toBe('200')
    await admin.call('userProfileRemove', { body })
    const own = app.db
      .updateTable('profiles')
      .set({ assignment_days_max: 5 })
      .where('id', '=', administratorProfileId)
    await expect(own.execute()).rejects.toThrow('profiles_administrator_without_max')
  })

  test('what can be given names it, and what is held the smaller one', async () => {
    await limit('companies', 20)
    await limit('profiles', 10)
    await give({ end_date: inDays(3) })
    await app.build.plan({ companyId: place.companyId, moduleId: consoleModuleId, seats: 5 })
    const administrator = { ...place.row, profile_id: administratorProfileId }
    await admin.call('userProfileAdd', { body: [administrator] })
    const params = { id: String(place.person.id) }
    const replies = [
      await admin.call('userProfileOffers', { params, query: {} }),
      await admin.call('userProfileOffersNew', { body: { company_id: [place.companyId] } }),
      await admin.call('userProfileOffersMany', { body: { user_id: [place.person.id] } }),
    ]
    for (const { data } of replies) {
      expect(data.companies.map((each) => each.assignment_days_max)).toEqual([20])
      const profile = data.profiles.find(({ id }) => id === place.profileId)
      expect(profile).toMatchObject({ assignment_days_max: 10 })
    }
    const held = (await admin.call('userProfileGet', { params })).data.user_profiles
    expect(new Map(held.map((each) => [each.profile_id, each.days_max]))).toEqual(
      new Map([
        [place.profileId, 10],
        [administratorProfileId, null],
      ]),
    )
  })

  test('a new user with profiles, a replacement and a file follow it', async () => {
    await limit('companies', 10)
    const { profile_id, company_id, spid } = place.row
    const created = await admin.call('userCreate', {
      body: {
        name: 'Ana Souza',
        email: 'ana.termo@operadora.example',
        phone_number: '5511987654321',
        accredit_id: company_id,
        company_id: [company_id],
        profiles: [{ profile_id, company_id, spid }],
      },
    })
    expect(fieldsOf(created)).toEqual({ 'profiles.0.end_date': sentence(9, 10) })
    const replaced = await admin.call('userProfileUpdate', {
      body: { taken: [{ ...place.row, spid: 'VOZ1' }], given: [place.row] },
    })
    expect(fieldsOf(replaced)).toEqual({ 'given.0.end_date': sentence(9, 10) })
    const desk = new ImportDesk(admin, 'users')
    const lineOf = (end: string) =>
      `E-mail;CNPJ;Perfil;Fim\n${place.person.email};${place.document};${place.profile};${end}`
    for (const end of ['', shownDay(inDays(10))]) {
      const [row] = await desk.rows(await desk.draft(lineOf(end)))
      expect(row?.refusals.map((each) => refusalText(each))).toEqual([
        `Fim (D2): ${sentence(9, 10)}`,
      ])
    }
    expect((await desk.draft(lineOf(shownDay(inDays(9))))).totals).toMatchObject({ change: 1 })
  })
})

/** Like `inDays`, before the app exists. */
function inTen(days: number): string {
  return dayAfter(dayOf(new Date()), days)
}

describe('the maximum of a company', () => {
  test('is set, kept when absent, audited and removed', async () => {
    const { id } = await app.build.company()
    const params = { id: String(id) }
    const { name, email, document } = (await admin.call('companyGet', { params })).data
    const save = (more: object) =>
      admin.call('companyUpdate', {
        params,
        body: { name, email, document, active: true, ...more },
      })
    expect((await save({ assignment_days_max: 90 })).data.assignment_days_max).toBe(90)
    expect(await lastEvent(app.db)).toMatchObject({
      before: { assignment_days_max: null },
      after: { assignment_days_max: 90 },
    })
    expect((await save({})).data.assignment_days_max).toBe(90)
    for (const wrong of [-1, 1.5, 3651, '90'])
      expect((await save({ assignment_days_max: wrong })).outcome).toBe('400 invalid-input')
    expect((await save({ assignment_days_max: 0 })).data.assignment_days_max).toBeNull()
  })
})

test('the maximum of a profile is set when it is created, and kept when absent', async () => {
  const body = { name: 'Com prazo', module_id: place.moduleId, assignment_days_max: 30 }
  const { data } = await admin.call('profileCreate', { body })
  expect(data.assignment_days_max).toBe(30)
  const params = { id: String(data.id) }
  const update = { name: 'Com prazo', module_id: place.moduleId, status: 1 as const }
  const kept = await admin.call('profileUpdate', { params, body: update })
  expect(kept.data.assignment_days_max).toBe(30)
})
