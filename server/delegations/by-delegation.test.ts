import { afterAll, beforeAll, expect, test } from 'vitest'
import { after, days } from '../shared/clock.ts'
import { arriveInConsole, holderOf } from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Builds a user with one screen by assignment and with the master role by delegation. */
async function lentBeside() {
  const own = await holderOf(app, ['/user-edit'])
  const { person } = own
  const lender = await app.build.lender(person.company.id)
  const now = app.clock.now()
  const of = { userId: person.id, companyId: person.company.id, by: lender.id }
  const end = after(now, days(2))
  const id = await app.build.delegation({ ...of, begin: now, end })
  await settleNotifications(app, app.db)
  return { own, person, lender, id, end }
}

test('the audit event names the delegation only if the own profiles do not allow the write', async () => {
  const { own, person, id, lender } = await lentBeside()
  const other = await personOf(app, [person.company.id])
  const unlocked = await own.call('userUnlock', { params: { userId: String(other.id) } })
  expect(unlocked.outcome).toBe('200')
  expect(await lastEvent(app.db)).toMatchObject({ event: 'user.unlock', delegation_id: null })
  const of = { userId: other.id, companyId: person.company.id, by: lender.id }
  await app.build.delegation({ ...of, begin: app.clock.now(), end: null })
  const removed = await own.call('delegationRemove', { body: { email: other.email } })
  expect(removed.outcome).toBe('200')
  expect(await lastEvent(app.db)).toMatchObject({ event: 'delegation.removed', delegation_id: id })
})

test('the token contains the current name of the lender and the end of the delegation', async () => {
  const { person, lender, end } = await lentBeside()
  const { who } = await arriveInConsole(app, person)
  const own = who.decodedToken.delegation?.own
  expect(own).toContain('/user-edit update')
  expect(own).not.toContain('/user-list')
  const delegation = { delegated_by: 'Ana Vice', end_date: end.toISOString() }
  expect(who.decodedToken.delegation?.end_date).toBe(delegation.end_date)
  const rename = app.db.updateTable('users').set({ name: delegation.delegated_by })
  await rename.where('id', '=', lender.id).execute()
  await expect
    .poll(async () => {
      const body = { access_token: who.token }
      const { data } = await app.client.call('userTokenValidate', { cookie: who.cookie, body })
      return data.decodedToken.delegation
    })
    .toEqual({ ...delegation, own })
  const master = await arriveInConsole(app, await app.build.consoleUser())
  expect(master.who.decodedToken.delegation).toBeNull()
})
