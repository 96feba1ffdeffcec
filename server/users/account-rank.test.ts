import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterProfileId } from '../../contract/constants.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { linkTo, masterOf, newPerson, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

const refused = '403 account-beyond-own'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Builds a user with all actions on accounts, and a colleague with the master role. */
async function clerkAndMaster(screens: readonly ScreenPath[] = ['/user-list', '/user-edit']) {
  const clerk = await holderOf(app, screens)
  const companyId = clerk.person.company.id
  const master = await personOf(app, [companyId])
  await app.build.assign({ userId: master.id, profileId: masterProfileId, companyId })
  return { clerk, companyId, master }
}

/** Returns the outcomes of all calls that block, delete or unlink an account. */
async function outcomes(
  by: ConsoleClient,
  person: { id: number; email: string },
  companyId: number,
) {
  const { id, email } = person
  const answers = [
    await by.call('userBlock', { body: { email, block: true } }),
    await by.call('userBlockMany', { body: { user_id: [id], block: true } }),
    await by.call('userDelete', { body: { email } }),
    await by.call('userDeleteMany', { body: { user_id: [id] } }),
    await by.call('companyUserUnlink', { body: { user_id: id, company_id: [companyId] } }),
  ]
  return answers.map(({ outcome }) => outcome)
}

const accountOf = (id: number) =>
  app.db
    .selectFrom('users')
    .select(['active', 'suspended', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const rightsIn = (id: number) =>
  app.db.selectFrom('user_profiles').select('profile_id').where('user_id', '=', id).execute()

describe('an account with more console rights than the caller', () => {
  test('cannot be blocked, deleted or unlinked, alone or among many', async () => {
    const { clerk, companyId, master } = await clerkAndMaster()
    const before = [await accountOf(master.id), await rightsIn(master.id)]
    expect(await outcomes(clerk, master, companyId)).toEqual(Array(5).fill(refused))
    const other = await personOf(app, [companyId])
    const many = { user_id: [other.id, master.id], block: true }
    const answer = await clerk.call('userBlockMany', { body: many })
    expect(answer.outcome).toBe(refused)
    expect(Object.keys(answer.failure.fields ?? {})).toEqual(['user_id.1'])
    expect([await accountOf(master.id), await rightsIn(master.id)]).toEqual(before)
    expect((await accountOf(other.id)).suspended).toBe(false)
  })

  test('can get another name but not another e-mail', async () => {
    const { clerk, master } = await clerkAndMaster()
    await app.db.deleteFrom('passwords').where('user_id', '=', master.id).execute()
    const { name, phone_number, email } = newPerson()
    const body = { id: master.id, name, phone_number }
    const corrected = await clerk.call('userUpdate', { body: { ...body, email } })
    expect(corrected.outcome).toBe(refused)
    expect((await accountOf(master.id)).email).toBe(master.email)
    expect((await clerk.call('userUpdate', { body })).outcome).toBe('200')
  })

  test.each([
    ['removed', { closed_at: new Date(0) }],
    ['over', { begin_at: new Date(0), end_at: new Date(1) }],
  ])(
    'keeps its e-mail until the delegation of more rights is %s, so that no other address receives the invitation',
    async (_, ended) => {
      const master = await masterOf(app)
      const companyId = master.person.company.id
      const borrower = await personOf(app, [companyId])
      await app.db.deleteFrom('passwords').where('user_id', '=', borrower.id).execute()
      const begin = app.clock.now()
      const lent = { userId: borrower.id, companyId, by: master.person.id, begin, end: null }
      const delegationId = await app.build.delegation(lent)
      const { person } = await holderOf(app, ['/user-list', '/user-edit'])
      const user = await personOf(app, [companyId])
      await app.build.assign({ userId: user.id, profileId: person.profileId, companyId })
      const clerk = await arriveInConsole(app, { ...master.person, ...user })
      const { name, phone_number, email } = newPerson()
      const correct = async (by: ConsoleClient) =>
        (await by.call('userUpdate', { body: { id: borrower.id, name, phone_number, email } }))
          .outcome
      expect(await correct(clerk)).toBe(refused)
      expect((await accountOf(borrower.id)).email).toBe(borrower.email)
      await app.db.updateTable('delegations').set(ended).where('id', '=', delegationId).execute()
      expect(await correct(clerk)).toBe('200')
    },
  )

  test('is marked in the read response and refused in the preview', async () => {
    const { clerk, companyId, master } = await clerkAndMaster()
    const other = await personOf(app, [companyId])
    const beyond = async ({ id }: { id: number }) =>
      (await clerk.call('userGet', { params: { id: String(id) } })).data.beyond_own
    expect([await beyond(master), await beyond(other)]).toEqual([true, false])
    const ask = {
      operation: 'userBlock',
      params: {},
      body: { email: master.email, block: true },
    } as const
    const { data } = await clerk.call('accessEffectForesee', { body: ask })
    expect(data.refused?.code).toBe('account-beyond-own')
  })

  test('outranks the caller by a single function', async () => {
    const { clerk, companyId } = await clerkAndMaster(['/user-edit'])
    const { id, email } = await personOf(app, [companyId])
    const profileId = await app.build.profile({ moduleId: 1 })
    const { id: function_id } = await app.db
      .selectFrom('functions')
      .select('id')
      .where('module_id', '=', 1)
      .where('url', '=', '/user-list')
      .executeTakeFirstOrThrow()
    await app.build.assign({ userId: id, profileId, companyId })
    const block = async () =>
      (await clerk.call('userBlock', { body: { email, block: true } })).outcome
    expect(await block()).toBe('200')
    await app.db
      .insertInto('profile_functions')
      .values({ profile_id: profileId, function_id, module_id: 1 })
      .execute()
    expect((await clerk.call('userBlock', { body: { email, block: false } })).outcome).toBe('200')
    expect(await block()).toBe(refused)
  })

  test('is the account of the lender, for a delegate', async () => {
    const master = await masterOf(app)
    const companyId = master.person.company.id
    await linkTo(app, master.person.id, companyId)
    const user = await personOf(app, [companyId])
    const lent = {
      userId: user.id,
      companyId,
      by: master.person.id,
      begin: app.clock.now(),
      end: null,
    }
    await app.build.delegation(lent)
    const delegate = await arriveInConsole(app, { ...master.person, ...user })
    expect(await outcomes(delegate, master.person, companyId)).toEqual(Array(5).fill(refused))
    // The lender may block the delegate, because delegated rights don't raise the rank of an account.
    const body = { email: user.email, block: true }
    expect((await master.call('userBlock', { body })).outcome).toBe('200')
  })
})

describe('in spite of account ranks, a caller may make', () => {
  test('changes to an account with the same rights, and any changes as an administrator', async () => {
    const master = await masterOf(app)
    const companyId = master.person.company.id
    const colleague = await personOf(app, [companyId])
    await app.build.assign({ userId: colleague.id, profileId: masterProfileId, companyId })
    const block = { email: colleague.email, block: true }
    expect((await master.call('userBlock', { body: block })).outcome).toBe('200')
    const admin = await administratorOf(app)
    const body = { email: master.person.email, block: true }
    expect((await admin.call('userBlock', { body })).outcome).toBe('200')
  })

  test('an unlinking if the rights belong to another company', async () => {
    const { clerk, companyId } = await clerkAndMaster()
    const elsewhere = await masterOf(app)
    const { id } = elsewhere.person
    await linkTo(app, id, companyId)
    const body = { user_id: id, company_id: [companyId] }
    expect((await clerk.call('companyUserUnlink', { body })).outcome).toBe('200')
  })
})
