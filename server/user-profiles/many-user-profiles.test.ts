import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { dayAfter, dayOf, startOfDay } from '../../contract/days.ts'
import type { BuiltCompany } from '../../test/testing/catalogue-builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { personOf } from '../../test/testing/people.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

const offersOf = (user_id: number[], by = admin) =>
  by.call('userProfileOffersMany', { body: { user_id } })

/** Builds a company with three users, and a module with this number of seats and one profile. */
async function office({ seats = 9 } = {}) {
  const company = await app.build.company({ spids: ['7101', '7102'] })
  const module = await app.build.module()
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats })
  const profileId = await app.build.profile({ moduleId: module.id })
  const [ana, bia, caio] = [
    await personOf(app, [company.id]),
    await personOf(app, [company.id]),
    await personOf(app, [company.id]),
  ]
  const row = (user_id: number, spid: string | null = null, profile_id = profileId) => ({
    user_id,
    profile_id,
    company_id: company.id,
    spid,
  })
  return { company, module, profileId, ana, bia, caio, row }
}

/** Builds a master user of the company, who is signed in. */
async function masterIn(company: BuiltCompany) {
  const person = await app.build.consoleUser({ profileId: masterProfileId, company })
  return arriveInConsole(app, person)
}

describe('POST /user-profile/many', () => {
  test('returns offered profiles, eligible users, occupied seats and current assignments', async () => {
    const { company, module, profileId, ana, bia, caio, row } = await office()
    await admin.call('userProfileAdd', {
      body: [row(ana.id, '7101'), row(bia.id, '7101'), row(ana.id)],
    })
    const { data } = await offersOf([ana.id, bia.id, caio.id])
    expect(data.companies).toMatchObject([
      { id: company.id, spids: [{ spid: '7101' }, { spid: '7102' }] },
    ])
    expect(data.companies[0]?.user_id).toEqual([ana.id, bia.id, caio.id])
    expect(data.profiles).toMatchObject([{ id: profileId, company_id: [company.id] }])
    expect(data.seats).toMatchObject([
      {
        company_id: company.id,
        module_id: module.id,
        limit: 9,
        used: 2,
        user_id: [ana.id, bia.id],
      },
    ])
    expect(
      data.held.map(({ profile, spid, user_id }) => ({ id: profile.id, spid, user_id })),
    ).toEqual([
      { id: profileId, spid: null, user_id: [ana.id] },
      { id: profileId, spid: '7101', user_id: [ana.id, bia.id] },
    ])
  })

  test('counts only the seats that the users occupy in the same company', async () => {
    const { company, module, profileId, ana } = await office()
    const elsewhere = await app.build.company()
    await app.build.plan({ companyId: elsewhere.id, moduleId: module.id, seats: 1 })
    await app.build.assign({ userId: ana.id, profileId, companyId: elsewhere.id })
    const { data } = await offersOf([ana.id])
    expect(data.seats).toMatchObject([{ company_id: company.id, used: 0, user_id: [] }])
  })

  test('returns the periods of assignments, and an ended one takes no seat and is given again', async () => {
    const { company, profileId, ana, bia, caio, row } = await office({ seats: 2 })
    const inDays = (days: number) => dayAfter(dayOf(app.clock.now()), days)
    await admin.call('userProfileAdd', { body: [{ ...row(ana.id), end_date: inDays(2) }] })
    const endedAt = new Date(Math.min(Date.now(), app.clock.now().getTime()) - 1000)
    await app.db
      .updateTable('user_profiles')
      .set({ end_at: endedAt })
      .where('profile_id', '=', profileId)
      .execute()
    await admin.call('userProfileAdd', {
      body: [{ ...row(bia.id), begin_date: inDays(3) }, row(caio.id)],
    })
    const { data } = await offersOf([ana.id, bia.id, caio.id])
    expect(data.seats).toMatchObject([{ used: 2, free: 0, user_id: [bia.id, caio.id] }])
    expect(data.held).toMatchObject([
      {
        company: { id: company.id },
        user_id: [ana.id, bia.id, caio.id],
        periods: [
          { user_id: ana.id, begin_date: null, end_date: endedAt.toISOString() },
          { user_id: bia.id, begin_date: startOfDay(inDays(3))?.toISOString(), end_date: null },
        ],
      },
    ])
    const refused = await admin.call('userProfileAdd', { body: [row(ana.id)] })
    expect(refused.outcome).toBe('409 seat-limit-exceeded')
    await admin.call('userProfileRemove', { body: [row(caio.id)] })
    expect((await admin.call('userProfileAdd', { body: [row(ana.id)] })).data.given).toMatchObject([
      { user_id: ana.id, end_date: null },
    ])
    const after = await offersOf([ana.id, bia.id])
    expect(after.data.held[0]?.periods.map(({ user_id }) => user_id)).toEqual([bia.id])
  })

  test('offers nothing to deleted users but lists their profiles for removal', async () => {
    const { ana, bia, row } = await office()
    await admin.call('userProfileAdd', { body: [row(bia.id)] })
    await app.db.updateTable('users').set({ active: false }).where('id', '=', bia.id).execute()
    const { data } = await offersOf([ana.id, bia.id])
    expect(data.companies[0]?.user_id).toEqual([ana.id])
    expect(data.held.map(({ user_id }) => user_id)).toEqual([[bia.id]])
  })

  test('offers a master user only the own company, no system profiles, and no profiles for themselves', async () => {
    const { company, profileId, ana } = await office()
    await app.db
      .updateTable('profiles')
      .set({ accredited_enable: true })
      .where('id', '=', profileId)
      .execute()
    const elsewhere = await app.build.visitor({ user: ana })
    await app.db
      .insertInto('user_companies')
      .values({ user_id: ana.id, company_id: elsewhere.company.id })
      .onConflict((on) => on.doNothing())
      .execute()
    const master = await masterIn(company)
    await app.db
      .insertInto('user_companies')
      .values({ user_id: master.person.id, company_id: company.id })
      .onConflict((on) => on.doNothing())
      .execute()
    const { data } = await offersOf([ana.id, master.person.id], master)
    expect(data.companies.map(({ id, user_id }) => ({ id, user_id }))).toEqual([
      { id: company.id, user_id: [ana.id] },
    ])
    expect(data.profiles.map(({ id }) => id)).toEqual([profileId])
    expect(data.held).toEqual([])
  })

  test('responds identically for unknown users and users out of scope', async () => {
    const { company, ana } = await office()
    const stranger = await personOf(app, [(await app.build.company()).id])
    const { failure, outcome } = await offersOf(
      [ana.id, stranger.id, 2_000_000_000],
      await masterIn(company),
    )
    expect(outcome).toBe('404 user-not-found')
    expect(failure.fields).toEqual({
      'user_id.1': 'Usuário não encontrado.',
      'user_id.2': 'Usuário não encontrado.',
    })
  })

  test('takes as many statements for many users as for one user', async () => {
    const { ana, bia, caio } = await office()
    await offersOf([ana.id])
    const few = await statementsOf(() => offersOf([ana.id]))
    const many = await statementsOf(() => offersOf([ana.id, bia.id, caio.id]))
    expect(many).toHaveLength(few.length)
  })
})

describe('assigning to and removing from many users', () => {
  /** Returns the newest top-level audit event and its parts. */
  const lastWrite = async () => {
    const events = await app.db.selectFrom('audit_events').selectAll().orderBy('seq').execute()
    const whole = events.findLast(({ part_of }) => part_of === null)
    return { whole, parts: events.filter(({ part_of }) => part_of === whole?.seq) }
  }

  test('records one audit event with a part for each changed user', async () => {
    const { ana, bia, caio, row } = await office()
    await admin.call('userProfileAdd', { body: [row(caio.id)] })
    await admin.call('userProfileAdd', {
      body: [row(ana.id), row(ana.id, '7101'), row(bia.id), row(caio.id)],
    })
    const given = await lastWrite()
    expect(given.whole).toMatchObject({
      event: 'user-profile.given',
      target: null,
      before: null,
      after: { user_id: [ana.id, bia.id], given: 3, taken: 0 },
    })
    expect(given.parts).toMatchObject([
      {
        target: `user:${ana.id}`,
        before: null,
        after: { user_profiles: [row(ana.id, '7101'), row(ana.id)] },
      },
      { target: `user:${bia.id}`, after: { user_profiles: [row(bia.id)] } },
    ])
    await admin.call('userProfileRemove', { body: [row(ana.id), row(bia.id)] })
    const { parts } = await lastWrite()
    expect(parts).toMatchObject([
      { target: `user:${ana.id}`, before: { user_profiles: [row(ana.id)] }, after: null },
      { target: `user:${bia.id}`, before: { user_profiles: [row(bia.id)] }, after: null },
    ])
  })

  test('is refused as a whole, with a reason for each refused row', async () => {
    const { ana, bia, row } = await office()
    const stranger = await app.build.user()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', bia.id).execute()
    const { failure, outcome } = await admin.call('userProfileAdd', {
      body: [row(ana.id), row(bia.id), row(stranger.id)],
    })
    expect(outcome).toBe('409 user-not-active')
    expect(failure.fields).toEqual({
      1: 'O usuário não está ativo.',
      2: 'Empresa não encontrada.',
    })
    const both = await admin.call('userProfileUpdate', {
      body: { taken: [row(ana.id)], given: [row(ana.id, '7101'), row(bia.id)] },
    })
    expect(both.failure.fields).toEqual({ 'given.1': 'O usuário não está ativo.' })
    const { data } = await admin.call('userProfileGet', { params: { id: String(ana.id) } })
    expect(data.user_profiles).toEqual([])
  })
})
