import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import { after, days, minutes } from '../shared/clock.ts'
import { defaultPassword } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { ExpiredRows } from '../../test/testing/expired-rows.ts'
import { ended, outcomesOf } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let master: ConsoleClient

const newMaster = async (seats?: number) => {
  const person = await app.build.consoleUser()
  const limit = app.db.updateTable('plan_modules').where('plan_id', '=', person.planId)
  if (seats !== undefined) await limit.set({ seat_limit: seats }).execute()
  await linkTo(app, person.id, person.company.id)
  return arriveInConsole(app, person)
}

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
// Each test creates delegations in a company of its own.
beforeEach(async () => {
  master = await newMaster()
})

const colleague = (of = master) =>
  personOf(app, [of.person.company.id], { hash: quickHashOf(defaultPassword) })
const inDays = (n: number): string => dayOf(after(app.clock.now(), days(n)))

/** Returns a valid request body, with overrides. */
const bodyFor = (user_id: number, more: object = {}) => ({
  user_id,
  company_id: master.person.company.id,
  begin_date: inDays(0),
  profiles: [masterProfileId],
  ...more,
})
const lend = (user_id: number, more: object = {}, by = master) =>
  by.call('delegationCreate', { body: bodyFor(user_id, more) })
const remove = (body: { email: string; id?: number }, by = master) =>
  by.call('delegationRemove', { body })
const listed = async (by = master) => {
  const params = { id: String(master.person.company.id) }
  return (await by.call('companyTemporaryMasters', { params })).data.temporary_masters
}
const messageOf = ({ text }: { text: string }): string =>
  (JSON.parse(text) as { result: { httpMessage: string } }).result.httpMessage
const fieldsOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { result: { fields?: unknown } }).result.fields

/**
 * Advances the clock to an instant. A session expires after an hour without use, so tests sign in shortly before the
 * instant.
 */
const advanceTo = (instant: number): void =>
  app.clock.advance(Math.max(instant - app.clock.now().getTime(), 0))

/** Signs in to the console as a delegate. */
const enter = (user: { id: number; email: string }) =>
  arriveInConsole(app, { ...master.person, ...user })

describe('POST /user/delegate-master', () => {
  test('begins now if the first day is today, and ends with the last day in São Paulo', async () => {
    const user = await colleague()
    const now = app.clock.now()
    const made = await lend(user.id, { end_date: `${inDays(2)}T23:59:59.999Z` })
    expect(made.outcome).toBe('200')
    const [row] = await listed()
    expect(row).toMatchObject({
      id: made.data.id,
      user_id: user.id,
      email: user.email,
      company_name: master.person.company.name,
      begin_date: now.toISOString(),
      end_date: new Date(`${inDays(3)}T02:59:59.999Z`).toISOString(),
    })
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'delegation.created',
      target: `user:${user.id}`,
      user_id: master.person.id,
      company_id: master.person.company.id,
      confirmed_by: 'password',
      after: { delegation_id: made.data.id, profiles: [masterProfileId] },
    })
  })

  test('begins on a later day without a further write, and has no end if none is sent', async () => {
    const user = await colleague()
    await lend(user.id, { begin_date: inDays(1), end_date: null })
    const [row] = await listed()
    expect(row?.begin_date).toBe(new Date(`${inDays(1)}T03:00:00Z`).toISOString())
    expect(row?.end_date).toBeNull()
    const begin = Date.parse(row?.begin_date ?? '')
    advanceTo(begin - minutes(30))
    const initial = await app.trips.enter(user)
    const ask = () => app.trips.askForCode(initial, master.person.at)
    advanceTo(begin - 1)
    expect((await ask()).outcome).toBe('404 module-not-found')
    app.clock.advance(1)
    expect((await ask()).outcome).toBe('200')
  })

  test('expires at its end: valid one millisecond before, ended one millisecond after', async () => {
    const user = await colleague()
    const second = await app.beside()
    await lend(user.id, { end_date: inDays(0) })
    const end = Date.parse((await listed())[0]?.end_date ?? '')
    advanceTo(end - minutes(30))
    const { who } = await enter(user)
    advanceTo(end - 1)
    expect(await outcomesOf([app, second], who)).toEqual(['200', '200'])
    advanceTo(end + 1)
    expect(await outcomesOf([app, second], who)).toEqual([ended, ended])
    await second.close()
  })

  test.each([
    [
      'a day that has passed',
      -1,
      undefined,
      'begin_date',
      'Data de início não pode ser menor que a data atual',
    ],
    [
      'a begin after its end',
      3,
      2,
      'begin_date',
      'Data de início não pode ser maior que a data de fim',
    ],
    [
      'a begin in a thousand years',
      365_000,
      undefined,
      'begin_date',
      'Informe uma data dentro dos próximos 10 anos.',
    ],
    [
      'an end in a thousand years',
      0,
      365_000,
      'end_date',
      'Informe uma data dentro dos próximos 10 anos.',
    ],
  ])('refuses %s and creates nothing', async (_, begin, end, field, sentence) => {
    const user = await colleague()
    const answer = await lend(user.id, {
      begin_date: inDays(begin),
      ...(end !== undefined && { end_date: inDays(end) }),
    })
    expect(answer.outcome).toBe('400 invalid-input')
    expect(fieldsOf(answer)).toEqual({ [field]: sentence })
    expect(await listed()).toEqual([])
  })

  test.each([
    ['user_id', null],
    ['begin_date', ''],
    ['begin_date', null],
    ['profiles', []],
  ])('requires %s', async (field, value) => {
    const answer = await lend((await colleague()).id, { [field]: value })
    expect(answer.outcome).toBe('400 invalid-input')
    expect(fieldsOf(answer)).toEqual({
      [field]: 'Por favor, preencha todos os campos obrigatórios.',
    })
  })

  test.each(['2026-02-30', '30/12/2026', '2026-12-30T10:00:00-03:00', '-1', 7])(
    'refuses an end that is not a date: %s',
    async (end_date) => {
      const answer = await lend((await colleague()).id, { end_date })
      expect(answer.outcome).toBe('400 invalid-input')
      expect(fieldsOf(answer)).toEqual({ end_date: 'Informe uma data válida.' })
    },
  )

  test('takes no seat', async () => {
    master = await newMaster(1)
    const user = await colleague()
    expect((await lend(user.id)).outcome).toBe('200')
    const { who } = await enter(user)
    expect((await app.trips.valid(who, '/user-list')).outcome).toBe('200')
  })
})

describe('delegation is refused', () => {
  test('for another company, or for a profile that the lender does not hold there by assignment', async () => {
    const user = await colleague()
    const other = await newMaster()
    const { id: foreign } = other.person.company
    await linkTo(app, user.id, foreign)
    expect((await lend(user.id, { company_id: foreign })).outcome).toBe('404 company-not-found')
    // Administrators see every company but hold no master profile there.
    const admin = await administratorOf(app)
    expect((await lend(user.id, {}, admin)).outcome).toBe('404 profile-not-found')
    const plain = await app.build.profile({ moduleId: 1 })
    const { id: userId, company } = master.person
    await app.build.assign({ userId, profileId: plain, companyId: company.id })
    for (const profiles of [[plain], [1], [masterProfileId, plain], [2_000_000_000]])
      expect((await lend(user.id, { profiles })).outcome).toBe('404 profile-not-found')
    expect(await listed()).toEqual([])
  })

  test('to a user of another company, an administrator, a deleted or blocked user, or the lender', async () => {
    const stranger = await colleague(await newMaster())
    const boss = await app.build.consoleUser({ profileId: 1, company: master.person.company })
    await linkTo(app, boss.id, master.person.company.id)
    for (const id of [stranger.id, boss.id, 2_000_000_000])
      expect((await lend(id)).outcome).toBe('404 user-not-found')
    for (const change of [{ suspended: true }, { active: false }]) {
      const { id } = await colleague()
      await app.db.updateTable('users').set(change).where('id', '=', id).execute()
      expect((await lend(id)).outcome).toBe('409 user-not-active')
    }
    expect((await lend(master.person.id)).outcome).toBe('409 user-is-oneself')
    expect(await listed()).toEqual([])
  })

  test('for a profile that the lender only holds by delegation', async () => {
    const [user, next] = [await colleague(), await colleague()]
    await lend(user.id)
    const lent = await enter(user)
    const params = { companyId: String(master.person.company.id) }
    const own = await master.call('delegationProfileList', { params })
    expect(own.data).toEqual({
      profiles: [expect.objectContaining({ id: masterProfileId })],
      limit: 2,
      masters: [],
    })
    // A delegate sees who can delegate: the lender, and neither delegates nor blocked users.
    const blocked = await colleague()
    await app.build.assign({
      userId: blocked.id,
      profileId: masterProfileId,
      companyId: master.person.company.id,
    })
    await app.db
      .updateTable('users')
      .set({ suspended: true })
      .where('id', '=', blocked.id)
      .execute()
    const { name } = await app.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', master.person.id)
      .executeTakeFirstOrThrow()
    expect((await lent.call('delegationProfileList', { params })).data).toMatchObject({
      profiles: [],
      masters: [{ id: master.person.id, name }],
    })
    expect((await lend(next.id, {}, lent)).outcome).toBe('403 delegation-grants-nothing')
  })

  test('for a profile that is being removed: the creation waits for the removal, then fails', async () => {
    const body = bodyFor((await colleague()).id)
    const code = await master.confirm('delegationCreate', { body })
    const { answer } = await app.db.transaction().execute(async (db) => {
      await db.deleteFrom('user_profiles').where('user_id', '=', master.person.id).execute()
      const call = master.callWith({ code }, 'delegationCreate', { body })
      await waitingFor(app.db, 'from "user_profiles"')
      return { answer: call }
    })
    expect((await answer).outcome).toBe('404 profile-not-found')
    const lent = app.db.selectFrom('delegations').select('id')
    expect(await lent.where('company_id', '=', body.company_id).execute()).toEqual([])
  })
})

describe('the problems Duplicate and Exceeded', () => {
  test('Duplicate is an overlapping delegation for the same user and company; a later period is accepted', async () => {
    const user = await colleague()
    await lend(user.id, { end_date: inDays(2) })
    for (const body of [
      {},
      { begin_date: inDays(2) },
      { begin_date: inDays(1), end_date: inDays(1) },
    ]) {
      const answer = await lend(user.id, body)
      expect([answer.outcome, messageOf(answer)]).toEqual(['409 delegation-duplicate', 'Duplicate'])
    }
    expect((await lend(user.id, { begin_date: inDays(3) })).outcome).toBe('200')
  })

  test('a finished or removed delegation does not count', async () => {
    const user = await colleague()
    const before = { userId: user.id, companyId: master.person.company.id, by: master.person.id }
    const now = app.clock.now()
    // Adds as many ended delegations as the limit allows open ones.
    for (const daysAgo of [5, 1])
      await app.build.delegation({
        ...before,
        begin: after(now, -days(daysAgo + 3)),
        end: after(now, -days(daysAgo)),
      })
    expect((await lend(user.id)).outcome).toBe('200')
    expect((await remove({ email: user.email })).outcome).toBe('200')
    expect((await lend(user.id)).outcome).toBe('200')
  })

  test('Exceeded counts running and future delegations of this company only', async () => {
    const people = [await colleague(), await colleague(), await colleague()]
    const [one, two, three] = people.map(({ id }) => id)
    await lend(one ?? 0)
    await lend(two ?? 0, { begin_date: inDays(5) })
    const answer = await lend(three ?? 0, { begin_date: inDays(20) })
    expect([answer.outcome, messageOf(answer)]).toEqual(['409 delegation-exceeded', 'Exceeded'])
    master = await newMaster()
    expect((await lend((await colleague()).id)).outcome).toBe('200')
  })

  test('Exceeded does not count delegations that have ended or were removed', async () => {
    const expired = new ExpiredRows(app)
    const { id } = master.person.company
    for (let n = 0; n < 2; n++) await expired.add((await colleague()).id, id)
    const user = await colleague()
    await expired.add(user.id, id)
    expect((await lend(user.id)).outcome).toBe('200')
    expect((await lend((await colleague()).id)).outcome).toBe('200')
    expect((await lend((await colleague()).id)).outcome).toBe('409 delegation-exceeded')
  })

  /** Sends the creations concurrently, each with its own confirmation. */
  async function lendConcurrently(ids: readonly number[]): Promise<string[]> {
    const ready: [ReturnType<typeof bodyFor>, string][] = []
    for (const id of ids) {
      const body = bodyFor(id)
      ready.push([body, await master.confirm('delegationCreate', { body })])
    }
    const answers = await Promise.all(
      ready.map(([body, code]) => master.callWith({ code }, 'delegationCreate', { body })),
    )
    return answers.map(({ outcome }) => outcome).toSorted()
  }

  test('of eight concurrent delegations to one user, one succeeds', async () => {
    const { id } = await colleague()
    const rest = Array.from({ length: 7 }, () => '409 delegation-duplicate')
    expect(await lendConcurrently(Array.from({ length: 8 }, () => id))).toEqual(['200', ...rest])
    expect(await listed()).toHaveLength(1)
  })

  test('of eight concurrent delegations to different users, two succeed', async () => {
    const people: number[] = []
    for (let n = 0; n < 8; n++) people.push((await colleague()).id)
    const rest = Array.from({ length: 6 }, () => '409 delegation-exceeded')
    expect(await lendConcurrently(people)).toEqual(['200', '200', ...rest])
    expect(await listed()).toHaveLength(2)
  })
})

describe('POST /user-profile/temporary-user-master', () => {
  test('delegates only the profile of master users', async () => {
    const user = await colleague()
    const accredit_id = master.person.company.id
    const body = { accredit_id, user_id: user.id, begin_date: inDays(0), end_date: inDays(1) }
    const made = await master.call('delegationCreateOfMaster', { body })
    expect(made.outcome).toBe('200')
    const rows = app.db.selectFrom('delegation_profiles').select('profile_id')
    expect(await rows.where('delegation_id', '=', made.data.id).execute()).toEqual([
      { profile_id: masterProfileId },
    ])
  })
})

describe('GET /user-profile/temporary-user-master-active/{currentService}', () => {
  test('lists the active delegates by profiles of the service, without future ones', async () => {
    const [now, later] = [await colleague(), await colleague()]
    await lend(now.id)
    await lend(later.id, { begin_date: inDays(1) })
    const ofService = async (id: string) => {
      const answer = await master.call('delegationListOfService', {
        params: { currentService: id },
      })
      return answer.outcome === '200'
        ? answer.data.temporary_masters.map(({ user_id }) => user_id)
        : answer.outcome
    }
    expect(await ofService('1')).toEqual([now.id])
    expect(await ofService('2')).toBe('404 service-not-found')
    expect(await ofService('999')).toBe('404 service-not-found')
    const all = (await listed()).map(({ user_id }) => user_id)
    expect(all.toSorted((one, other) => one - other)).toEqual([now.id, later.id])
  })
})

describe('POST /user/change-user', () => {
  test('removes a delegation and ends its access immediately', async () => {
    const user = await colleague()
    const { data } = await lend(user.id)
    const lent = await enter(user)
    expect((await remove({ email: user.email, id: data.id })).outcome).toBe('200')
    expect((await lent.call('userSearch', { body: {} })).outcome).toBe(ended)
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'delegation.removed',
      target: `user:${user.id}`,
      before: { delegations: [{ delegation_id: data.id }] },
    })
    expect((await remove({ email: user.email })).outcome).toBe('404 delegation-not-found')
  })

  test('without an id removes all delegations of the user in the company, and none elsewhere', async () => {
    const user = await colleague()
    const other = await newMaster()
    await linkTo(app, user.id, other.person.company.id)
    const elsewhere = { company_id: other.person.company.id }
    const kept = (await lend(user.id, elsewhere, other)).data.id
    await lend(user.id, { end_date: inDays(1) })
    await lend(user.id, { begin_date: inDays(3) })
    const own = await listed()
    expect(own).toHaveLength(2)
    expect((await remove({ email: user.email, id: own[0]?.id ?? 0 }, other)).outcome).toBe(
      '404 delegation-not-found',
    )
    expect((await remove({ email: user.email, id: kept })).outcome).toBe('404 delegation-not-found')
    expect((await remove({ email: user.email })).outcome).toBe('200')
    expect(await listed()).toEqual([])
    const row = app.db.selectFrom('delegations').select('closed_at').where('id', '=', kept)
    expect((await row.executeTakeFirstOrThrow()).closed_at).toBeNull()
  })

  test('does not find delegations that have ended or were removed, and does not change them', async () => {
    const { id, email } = await colleague()
    await new ExpiredRows(app).add(id, master.person.company.id)
    const delegations = app.db.selectFrom('delegations').selectAll().where('user_id', '=', id)
    const before = await delegations.orderBy('id').execute()
    const ids = before.map((row) => row.id)
    for (const body of [{ email }, ...ids.map((of) => ({ email, id: of }))])
      expect((await remove(body)).outcome).toBe('404 delegation-not-found')
    expect(await delegations.orderBy('id').execute()).toEqual(before)
  })

  test('requires the e-mail of the delegate: another e-mail removes nothing', async () => {
    const [user, other] = [await colleague(), await colleague()]
    const { data } = await lend(user.id)
    for (const email of [other.email, 'ninguem@operadora.example'])
      expect((await remove({ email, id: data.id })).outcome).toBe('404 delegation-not-found')
    expect(await listed()).toHaveLength(1)
  })
})
