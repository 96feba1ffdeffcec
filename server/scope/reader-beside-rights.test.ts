import { afterAll, beforeAll, expect, test } from 'vitest'
import { administratorProfileId, auditorProfileId } from '../../contract/constants.ts'
import { arriveInConsole, holderOf } from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { masterOf, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

/** Users who hold profile 4 and other rights in the same company (decision 53). */
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('a write that profile 4 does not grant is recorded as made by delegation', async () => {
  const { id: function_id } = await app.db
    .insertInto('functions')
    .values({
      module_id: 1,
      name: 'Bloqueio',
      url: '/user/block',
      environment: 'back',
      method: 'PUT',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const held = { profile_id: auditorProfileId, function_id, module_id: 1 }
  await app.db.insertInto('profile_functions').values(held).execute()
  const master = await masterOf(app)
  const { company } = master.person
  const reader = await app.build.consoleUser({ company, profileId: auditorProfileId })
  const delegation_id = await app.build.delegation({
    userId: reader.id,
    companyId: company.id,
    by: master.person.id,
    begin: app.clock.now(),
    end: null,
  })
  await settleNotifications(app, app.db)
  const delegate = await arriveInConsole(app, reader)
  const { email } = await personOf(app, [company.id])
  expect((await delegate.call('userBlock', { body: { email, block: true } })).outcome).toBe('200')
  expect(await lastEvent(app.db)).toMatchObject({ event: 'user.block-changed', delegation_id })
})

test('an export lists companies only of users whose assignments the caller may read', async () => {
  const reader = await holderOf(app, ['/user-edit-profile'])
  const { company, id: userId } = reader.person
  await app.build.assign({ userId, profileId: auditorProfileId, companyId: company.id })
  await settleNotifications(app, app.db)
  const colleague = await personOf(app, [company.id])
  const administrator = await personOf(app, [company.id])
  const role = { profileId: administratorProfileId, companyId: company.id }
  await app.build.assign({ userId: administrator.id, ...role })
  const linesOf = async (email: string) =>
    (await reader.call('userExport', { query: { email } })).text.trim().split(/\r?\n/).slice(1)
  const cnpj = /\d\d\.\d{3}\.\d{3}\/\d{4}-\d\d/
  expect(await linesOf(colleague.email)).toEqual([expect.stringMatching(cnpj)])
  expect(await linesOf(administrator.email)).toEqual([expect.not.stringMatching(cnpj)])
})
