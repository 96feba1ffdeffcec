import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import { administratorOf, arriveInConsole, type ConsoleClient } from '../testing/console-client.ts'
import { ended } from '../testing/everywhere.ts'
import { lastEvent } from '../testing/last-event.ts'
import { linkTo, personOf } from '../testing/people.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

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
