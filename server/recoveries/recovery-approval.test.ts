import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditorProfileId, masterProfileId } from '../../contract/constants.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { insertPendingChange } from '../../test/testing/email-change-rows.ts'
import { linkTo, masterOf, personOf } from '../../test/testing/people.ts'
import { insertedRecovery } from '../../test/testing/recovery-rows.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days } from '../shared/clock.ts'

let app: TestApp
let master: ConsoleClient
let companyId: number

beforeAll(async () => {
  app = await createTestApp()
  master = await masterOf(app)
  companyId = master.person.company.id
  await linkTo(app, master.person.id, companyId)
})
afterAll(() => app.close())

const set = (id: number, values: { suspended?: boolean; recovery_frozen_until?: Date }) =>
  app.db.updateTable('users').set(values).where('id', '=', id).execute()

/** Returns whether the record offers the approval of the recovery, and the outcome of the approval. */
async function approvalOf(by: ConsoleClient, { id: userId }: { id: number }, recovery: number) {
  const params = { userId: String(userId) }
  const list = await by.call('recoveryListOfUser', { params })
  const rows = list.outcome === '200' ? list.data.recoveries : []
  const offered = rows.find(({ id }) => id === recovery)?.may_approve ?? 'not shown'
  const given = await by.call('recoveryApproveOfUser', {
    params: { ...params, id: String(recovery) },
  })
  return [offered, given.outcome]
}

/** A user who acts by a delegation of the master user. */
async function delegate(): Promise<ConsoleClient> {
  const user = await personOf(app, [companyId])
  const lent = { userId: user.id, companyId, by: master.person.id, end: null }
  await app.build.delegation({ ...lent, begin: after(app.clock.now(), -days(1)) })
  return arriveInConsole(app, { ...master.person, ...user })
}

/** A master user of another company who also reads every company. */
async function readingMaster(): Promise<ConsoleClient> {
  await sql`insert into profile_functions (profile_id, function_id, module_id)
    select ${auditorProfileId}, id, 1 from functions
    where module_id = 1 and environment = 'front' and url = '/user-edit' on conflict do nothing`.execute(
    app.db,
  )
  const { person } = await masterOf(app)
  const assigned = { userId: person.id, companyId: person.company.id }
  await app.build.assign({ ...assigned, profileId: auditorProfileId })
  return arriveInConsole(app, person)
}

test('an API token of a master user is offered no approval', async () => {
  const user = await personOf(app, [companyId])
  await insertedRecovery(app, user.id)
  const { token } = await app.build.apiToken({ userId: master.person.id, companyId })
  const params = { userId: String(user.id) }
  const { recoveries } = (await app.client.call('recoveryListOfUser', { params, token })).data
  expect(recoveries).toMatchObject([{ may_approve: false }])
})

describe('the approval of a recovery is offered, and accepted,', () => {
  test('once, to a master user of the company, and to an administrator', async () => {
    for (const by of [master, await administratorOf(app)]) {
      const user = await personOf(app, [companyId])
      const recovery = await insertedRecovery(app, user.id)
      expect(await approvalOf(by, user, recovery)).toEqual([true, '200'])
      expect(await approvalOf(by, user, recovery)).toEqual([false, '404 not-found'])
    }
  })

  test('not to the user, nor to the person who started it', async () => {
    const own = await insertedRecovery(app, master.person.id)
    expect(await approvalOf(master, master.person, own)).toEqual([false, '409 user-is-oneself'])
    const user = await personOf(app, [companyId])
    const started = await insertedRecovery(app, user.id, { startedBy: master.person.id })
    expect(await approvalOf(master, user, started)).toEqual([false, '409 recovery-own'])
  })

  test('not to a caller whom the user outranks', async () => {
    const clerk = await holderOf(app, ['/user-list', '/user-edit'])
    const at = clerk.person.company.id
    const [equal, above] = [await personOf(app, [at]), await personOf(app, [at])]
    await app.build.assign({ userId: above.id, profileId: masterProfileId, companyId: at })
    const refused = await insertedRecovery(app, above.id)
    expect(await approvalOf(clerk, above, refused)).toEqual([false, '403 account-beyond-own'])
    const accepted = await insertedRecovery(app, equal.id)
    expect(await approvalOf(clerk, equal, accepted)).toEqual([true, '200'])
  })

  test('not to a caller without the action, or with it only by delegation', async () => {
    const user = await personOf(app, [companyId])
    const recovery = await insertedRecovery(app, user.id)
    const outcome = '403 delegation-grants-nothing'
    expect(await approvalOf(await delegate(), user, recovery)).toEqual([false, outcome])
    const reader = await holderOf(app, ['/user-edit'])
    const { profileId, company } = reader.person
    await app.db.deleteFrom('profile_actions').where('profile_id', '=', profileId).execute()
    const without = await arriveInConsole(app, reader.person)
    const colleague = await personOf(app, [company.id])
    const theirs = await insertedRecovery(app, colleague.id)
    expect(await approvalOf(without, colleague, theirs)).toEqual([false, '403 forbidden'])
  })

  test('not for users of another company, of two companies, or that the caller only reads', async () => {
    const user = await personOf(app, [companyId])
    const recovery = await insertedRecovery(app, user.id)
    const other = await masterOf(app)
    expect(await approvalOf(other, user, recovery)).toEqual(['not shown', '404 user-not-found'])
    expect(await approvalOf(await readingMaster(), user, recovery)).toEqual([
      false,
      '404 user-not-found',
    ])
    const both = await personOf(app, [companyId, other.person.company.id])
    const shared = await insertedRecovery(app, both.id)
    expect(await approvalOf(master, both, shared)).toEqual([
      'not shown',
      '403 user-of-other-companies',
    ])
  })

  test('not for a blocked account, while recovery is frozen, or while the e-mail changes', async () => {
    const blocked = await personOf(app, [companyId], { blocked: true })
    const frozen = await personOf(app, [companyId])
    await set(frozen.id, { recovery_frozen_until: after(app.clock.now(), 1) })
    const changing = await personOf(app, [companyId])
    await insertPendingChange(app, changing)
    const outcomes = []
    for (const user of [blocked, frozen, changing])
      outcomes.push(await approvalOf(master, user, await insertedRecovery(app, user.id)))
    expect(outcomes).toEqual([
      [false, '409 user-not-active'],
      [false, '409 recovery-frozen'],
      [false, '409 email-change-pending'],
    ])
  })

  test('not once the wait is over, nor after it expired beside a newer one', async () => {
    const user = await personOf(app, [companyId])
    const expired = await insertedRecovery(app, user.id, { waits: -days(2), expires: -1 })
    expect(await approvalOf(master, user, expired)).toEqual(['not shown', '404 not-found'])
    const removal = await insertedRecovery(app, user.id, { kind: 'factors' })
    expect(await approvalOf(master, user, removal)).toEqual([true, '200'])
    const waited = await personOf(app, [companyId])
    const effective = await insertedRecovery(app, waited.id, { waits: 0 })
    expect(await approvalOf(master, waited, effective)).toEqual([false, '404 not-found'])
  })
})
