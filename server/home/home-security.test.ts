/** Recoveries to approve, and people without a second factor (decisions 95 and 96). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditorProfileId, supportProfileId } from '../../contract/constants.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { insertedPasskey, insertedTotp } from '../../test/testing/factor-rows.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { insertedRecovery } from '../../test/testing/recovery-rows.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days, hours } from '../shared/clock.ts'

let app: TestApp
let admin: ConsoleClient
/** Holders of every screen and action in two companies. */
let master: ConsoleClient
let other: ConsoleClient

const everyScreen = Object.keys(screens) as ScreenPath[]

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await holderOf(app, everyScreen)
  other = await holderOf(app, everyScreen)
  await sql`insert into profile_functions (profile_id, function_id, module_id)
    select profile, id, 1 from functions, unnest(${[auditorProfileId, supportProfileId]}::integer[]) as profile
    where module_id = 1 and environment = 'front' and url = any (${['/user-list', '/user-edit', '/home']})
    on conflict do nothing`.execute(app.db)
})
afterAll(() => app.close())

const home = async (who: ConsoleClient) => (await who.call('homeGet', {})).data
const companyOf = (who: ConsoleClient) => who.person.company.id
const personAt = (who: ConsoleClient, options = {}) => personOf(app, [companyOf(who)], options)

/** Returns the ids of the users that the filters find. */
async function found(who: ConsoleClient, filters: object): Promise<number[]> {
  const body = { filters, pagination: { take: 50 as const } }
  return (await who.call('userSearch', { body })).data.users.map(({ id }) => id).toSorted()
}

/** Signs a user in who has this profile beside all rights of the master user's company. */
async function alsoWith(profileId: number): Promise<ConsoleClient> {
  const { person } = await holderOf(app, everyScreen)
  await app.build.assign({ userId: person.id, profileId, companyId: person.company.id })
  return arriveInConsole(app, person)
}

/** A user who acts by a delegation of all rights of the master user. */
async function delegate(): Promise<ConsoleClient> {
  const user = await personAt(master)
  const { id: by, profileId } = master.person
  const lent = { userId: user.id, companyId: companyOf(master), by, profileId, end: null }
  await app.build.delegation({ ...lent, begin: after(app.clock.now(), -days(1)) })
  return arriveInConsole(app, { ...master.person, ...user })
}

describe('recoveries to approve', () => {
  test('are those of the filter, one row per person, the oldest first', async () => {
    const [first, second] = [await personAt(master), await personAt(master)]
    await insertedRecovery(app, second.id, { age: hours(1) })
    const oldest = await insertedRecovery(app, first.id, { age: hours(3) })
    await insertedRecovery(app, first.id, { kind: 'factors' })
    // Expired, in effect, of a blocked user, and started by the caller.
    await insertedRecovery(app, (await personAt(master)).id, { waits: -hours(1), expires: -1 })
    await insertedRecovery(app, (await personAt(master)).id, { waits: 0 })
    await insertedRecovery(app, (await personAt(master, { blocked: true })).id)
    const own = await personAt(master)
    await insertedRecovery(app, own.id, { startedBy: master.person.id })
    const elsewhere = await personAt(other)
    await insertedRecovery(app, elsewhere.id)
    // Only administrators see a user without a company, and an administrator who works for the company.
    const [unlinked, above] = [await app.build.user(), await administratorOf(app)]
    await linkTo(app, above.person.id, companyOf(master))
    for (const { id } of [unlinked, above.person]) await insertedRecovery(app, id)
    const { recoveries } = await home(master)
    expect(recoveries).toMatchObject({ count: 2, more: false })
    expect(recoveries?.rows).toEqual([
      {
        id: oldest,
        user: { id: first.id, name: expect.any(String) as string },
        started_at: after(app.clock.now(), -hours(3)).toISOString(),
      },
      expect.objectContaining({ user: expect.objectContaining({ id: second.id }) as object }),
    ])
    const mine = [first.id, second.id].toSorted()
    expect(await found(master, { pending: 'recovery' })).toEqual(mine)
    expect(await found(other, { pending: 'recovery' })).toEqual([elsewhere.id])
    expect((await home(admin)).recoveries?.count).toBe(6)
    expect(await found(admin, { pending: 'recovery' })).toEqual(
      [...mine, own.id, elsewhere.id, unlinked.id, above.person.id].toSorted(),
    )
    const { text } = await master.call('userExport', { query: { pending: 'recovery' } })
    expect(text).toContain(first.email)
    expect(text).not.toContain(own.email)
  })

  test('are not shown, nor found, without the right by assignment', async () => {
    await insertedRecovery(app, (await personAt(master)).id)
    const callers = [await delegate()]
    for (const profileId of [auditorProfileId, supportProfileId])
      callers.push(await arriveInConsole(app, await app.build.consoleUser({ profileId })))
    for (const who of callers) {
      expect((await home(who)).recoveries).toBeNull()
      expect(await found(who, { pending: 'recovery' })).toEqual([])
    }
  })

  test('are those of the own company for somebody who only reads the others', async () => {
    const who = await alsoWith(auditorProfileId)
    await insertedRecovery(app, (await personAt(master)).id)
    const user = await personAt(who)
    await insertedRecovery(app, user.id)
    expect((await home(who)).recoveries?.count).toBe(1)
    expect(await found(who, { pending: 'recovery' })).toEqual([user.id])
  })
})

describe('people without a second factor', () => {
  const requireFactor = (who: ConsoleClient, policy: string) =>
    app.db
      .updateTable('companies')
      .set({
        sign_in_policy: policy,
        sign_in_policy_begins_at: policy === 'none' ? null : after(app.clock.now(), days(30)),
      })
      .where('id', '=', companyOf(who))
      .execute()

  test('are counted as the filter lists them, for administrators', async () => {
    await insertedTotp(app, (await personAt(master)).id)
    await insertedPasskey(app, (await personAt(other)).id)
    await personAt(master, { federated: true })
    await personAt(master, { blocked: true })
    const { pagination } = (
      await admin.call('userSearch', { body: { filters: { no_factor: true } } })
    ).data
    expect((await home(admin)).without_factor).toEqual({
      count: pagination.totalRecords,
      more: false,
    })
    await personAt(other)
    expect((await home(admin)).without_factor?.count).toBe(pagination.totalRecords + 1)
  })

  test('are counted for those who manage people of a company that requires one, from now on', async () => {
    await linkTo(app, master.person.id, companyOf(master))
    for (const policy of ['second-factor', 'passkey']) {
      await requireFactor(master, policy)
      const people = await found(master, { no_factor: true })
      expect(people).toContain(master.person.id)
      expect((await home(master)).without_factor?.count).toBe(people.length)
      expect((await home(other)).without_factor).toBeNull()
    }
    await requireFactor(master, 'none')
    expect((await home(master)).without_factor).toBeNull()
  })

  test('are not shown to readers of every company, nor without the right to block', async () => {
    for (const profileId of [auditorProfileId, supportProfileId]) {
      const who = await alsoWith(profileId)
      await requireFactor(who, 'second-factor')
      expect((await home(who)).without_factor).toBeNull()
    }
    const reader = await holderOf(app, ['/user-list'])
    await requireFactor(reader, 'second-factor')
    expect((await home(reader)).without_factor).toBeNull()
  })
})
