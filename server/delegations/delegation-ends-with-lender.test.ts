import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { ended } from '../../test/testing/instance-outcomes.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Builds a lender with a delegation without an end, and its borrower, signed in. */
async function lentNow() {
  const lender = await app.build.consoleUser()
  const companyId = lender.company.id
  await linkTo(app, lender.id, companyId)
  const user = await personOf(app, [companyId])
  const lent = { userId: user.id, companyId, by: lender.id, begin: app.clock.now(), end: null }
  const id = await app.build.delegation(lent)
  const borrower = await arriveInConsole(app, { ...lender, ...user })
  const look = async () => (await app.trips.valid(borrower.who, '/user-list')).outcome
  expect(await look()).toBe('200')
  const row = { user_id: lender.id, profile_id: masterProfileId, company_id: companyId, spid: null }
  return { lender, companyId, borrower, look, id, row }
}

describe('a delegation ends with its lender', () => {
  test('when the lender loses the role, and stays ended if the role is given again', async () => {
    const { id, look, row } = await lentNow()
    const taken = await admin.call('userProfileRemove', { body: [row] })
    expect(taken.outcome).toBe('200')
    expect(await look()).toBe(ended)
    expect((await lastEvent(app.db)).after).toEqual({ delegations_ended: [id] })
    expect((await admin.call('userProfileAdd', { body: [row] })).outcome).toBe('200')
    expect(await look()).toBe(ended)
  })

  test('when the lender is unlinked or deleted, but not when blocked', async () => {
    const unlinked = await lentNow()
    const body = { user_id: unlinked.lender.id, company_id: [unlinked.companyId] }
    expect((await admin.call('companyUserUnlink', { body })).outcome).toBe('200')
    expect(await unlinked.look()).toBe(ended)
    expect((await lastEvent(app.db)).before).toMatchObject({ delegations: [unlinked.id] })
    const { lender, look } = await lentNow()
    const { email } = lender
    expect((await admin.call('userBlock', { body: { email, block: true } })).outcome).toBe('200')
    expect(await look()).toBe('200')
    expect((await admin.call('userDelete', { body: { email } })).outcome).toBe('200')
    expect(await look()).toBe(ended)
  })

  test('per profile: it ends with the last profile that the lender loses', async () => {
    const { id, lender, companyId, look, row } = await lentNow()
    const other = await app.build.profile({ moduleId: 1 })
    await app.build.assign({ userId: lender.id, profileId: other, companyId })
    const both = { delegation_id: id, profile_id: other }
    await app.db.insertInto('delegation_profiles').values(both).execute()
    await admin.call('userProfileRemove', { body: [row] })
    expect(await look()).toBe('403 forbidden')
    await admin.call('userProfileRemove', { body: [{ ...row, profile_id: other }] })
    expect(await look()).toBe(ended)
  })

  test('per profile and company: a profile that the lender keeps elsewhere stays ended if it is given again', async () => {
    const { id, lender, companyId, look, row } = await lentNow()
    const other = await app.build.profile({ moduleId: 1 })
    await app.build.assign({ userId: lender.id, profileId: other, companyId })
    const both = { delegation_id: id, profile_id: other }
    await app.db.insertInto('delegation_profiles').values(both).execute()
    const elsewhere = (await app.build.company()).id
    await app.build.plan({ companyId: elsewhere, moduleId: 1, seats: 1 })
    await app.build.assign({
      userId: lender.id,
      profileId: masterProfileId,
      companyId: elsewhere,
    })
    await admin.call('userProfileRemove', { body: [row] })
    expect(await look()).toBe('403 forbidden')
    expect((await admin.call('userProfileAdd', { body: [row] })).outcome).toBe('200')
    expect(await look()).toBe('403 forbidden')
  })

  test('and the preview counts the borrower among those who lose access', async () => {
    const { row } = await lentNow()
    const body = { operation: 'userProfileRemove', params: {}, body: [row] } as const
    const { data } = await admin.call('accessEffectForesee', { body })
    expect(data.losing.count).toBe(2)
  })
})

test('a delegation ends when the plan of the company is deactivated', async () => {
  const { lender, look } = await lentNow()
  const params = { id: String(lender.planId) }
  const { name } = (await admin.call('planGet', { params })).data
  await admin.call('planUpdate', { params, body: { name, active: false } })
  expect(await look()).toBe(ended)
})

test('a deleted user who is activated again has no earlier delegation', async () => {
  const { borrower, id } = await lentNow()
  const { id: userId, email } = borrower.person
  expect((await admin.call('userDelete', { body: { email } })).outcome).toBe('200')
  expect((await lastEvent(app.db)).after).toEqual({ status: 0, delegations_ended: [id] })
  expect((await admin.call('userActivate', { body: { id: userId } })).outcome).toBe('200')
  const initial = await app.trips.signIn(email)
  expect((await app.trips.askForCode(initial, borrower.person.at)).outcome).toBe(
    '404 module-not-found',
  )
})

describe('even without the trigger that ends delegations, access_links shows', () => {
  /**
   * Runs a statement in a transaction that is rolled back. Returns the pairs of delegation and lent profile within it.
   */
  async function lentAfter(statement: RawBuilder<unknown>, borrower: number) {
    const transaction = await app.db.startTransaction().execute()
    try {
      await sql`alter table user_profiles disable trigger user_profiles_end_delegations`.execute(
        transaction,
      )
      await statement.execute(transaction)
      const { rows } = await sql<{ delegation_id: number; profile_id: number }>`
        select delegation_id, profile_id from access_links(${app.clock.now()}::timestamptz)
        where user_id = ${borrower} and module_id = 1 and opens and delegation_id is not null
        order by delegation_id, profile_id`.execute(transaction)
      return rows.map((row) => [row.delegation_id, row.profile_id])
    } finally {
      await transaction.rollback().execute()
    }
  }

  test('only what each lender still holds in that company', async () => {
    const here = await app.build.consoleUser()
    const elsewhere = await app.build.consoleUser()
    const other = await app.build.profile({ moduleId: 1 })
    const borrower = await app.build.user()
    const lend = async (by: number, companyId: number, profiles: number[]) => {
      const period = { begin: app.clock.now(), end: null }
      const id = await app.build.delegation({ userId: borrower.id, companyId, by, ...period })
      const rows = profiles.map((profile_id) => ({ delegation_id: id, profile_id }))
      if (rows.length > 0) await app.db.insertInto('delegation_profiles').values(rows).execute()
      return id
    }
    const [one, two] = [here.company.id, elsewhere.company.id]
    await app.build.assign({ userId: here.id, profileId: other, companyId: one })
    const second = await app.build.lender(two)
    // The first lender also holds the profile in the other company, but another user delegates it there.
    await app.build.assign({ userId: here.id, profileId: masterProfileId, companyId: two })
    const [first, last] = [await lend(here.id, one, [other]), await lend(second.id, two, [])]
    const both = [masterProfileId, other].toSorted((a, b) => a - b).map((id) => [first, id])
    expect(await lentAfter(sql`select 1`, borrower.id)).toEqual([...both, [last, masterProfileId]])

    const removed = (userId: number, companyId: number) => sql`delete from user_profiles
      where user_id = ${userId} and company_id = ${companyId} and profile_id = ${masterProfileId}`
    expect(await lentAfter(removed(here.id, one), borrower.id)).toEqual([
      [first, other],
      [last, masterProfileId],
    ])
    expect(await lentAfter(removed(second.id, two), borrower.id)).toEqual(both)
    expect(await lentAfter(removed(here.id, two), borrower.id)).toEqual([
      ...both,
      [last, masterProfileId],
    ])
  })
})
