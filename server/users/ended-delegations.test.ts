import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, days } from '../shared/clock.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { ExpiredRows } from '../../test/testing/expired-rows.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Builds a removed delegation of a company's master profile. */
async function lentOnce(lent: { userId: number; companyId: number; by: number }): Promise<number> {
  const id = await app.build.delegation({ ...lent, begin: new Date(0), end: null })
  await app.db
    .updateTable('delegations')
    .set({ closed_at: new Date(1), closed_by: lent.by })
    .where('id', '=', id)
    .execute()
  return id
}

test('with a removed delegation of another company, an account stays in the scope of its own company’s master user', async () => {
  const master = await masterOf(app)
  const { id: userId, email } = await personOf(app, [master.person.company.id])
  const { id: companyId } = await app.build.company()
  await lentOnce({ userId, companyId, by: admin.person.id })
  const read = await master.call('userGet', { params: { id: String(userId) } })
  expect(read.data.account_wide).toBe(true)
  const blocked = await master.call('userBlock', { body: { email, block: true } })
  expect(blocked.outcome).toBe('200')
})

test('with an expired delegation of another company, an account stays in that scope too', async () => {
  const master = await masterOf(app)
  const { id: userId } = await personOf(app, [master.person.company.id])
  const { id: companyId } = await app.build.company()
  const begin = after(app.clock.now(), -days(9))
  const end = after(app.clock.now(), -days(8))
  await app.build.delegation({ userId, companyId, by: admin.person.id, begin, end })
  const read = await master.call('userGet', { params: { id: String(userId) } })
  expect(read.data.account_wide).toBe(true)
})

test('a deletion neither changes nor audits delegations that have ended before', async () => {
  const lender = await app.build.consoleUser()
  const { id: userId } = await app.build.user()
  const id = await lentOnce({ userId, companyId: lender.company.id, by: lender.id })
  const body = { email: lender.email }
  expect((await admin.call('userDelete', { body })).outcome).toBe('200')
  expect((await lastEvent(app.db)).after).toEqual({ status: 0, delegations_ended: [] })
  const closed = app.db.selectFrom('delegations').select(['closed_at', 'closed_by'])
  expect(await closed.where('id', '=', id).execute()).toEqual([
    { closed_at: new Date(1), closed_by: lender.id },
  ])
})

test('a block, an unlinking and a deletion change neither ended delegations nor expired tokens', async () => {
  const master = await masterOf(app)
  const companyId = master.person.company.id
  const { id, email } = await personOf(app, [companyId])
  await new ExpiredRows(app).add(id, companyId)
  const delegations = app.db.selectFrom('delegations').selectAll().where('user_id', '=', id)
  const tokens = app.db.selectFrom('api_tokens').select(['id', 'revoked_at', 'revoked_by'])
  const rows = async () => [
    await delegations.orderBy('id').execute(),
    await tokens.where('user_id', '=', id).orderBy('id').execute(),
  ]
  const before = await rows()
  const body = { email, block: true }
  expect((await master.call('userBlock', { body })).outcome).toBe('200')
  expect(await rows()).toEqual(before)
  const unlinked = { user_id: id, company_id: [companyId] }
  expect((await admin.call('companyUserUnlink', { body: unlinked })).outcome).toBe('200')
  expect(await rows()).toEqual(before)
  expect((await admin.call('userDelete', { body: { email } })).outcome).toBe('200')
  expect(await rows()).toEqual(before)
})
