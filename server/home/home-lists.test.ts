import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  administratorProfileId,
  auditorProfileId,
  masterProfileId,
} from '../../contract/constants.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { after, days, hours } from '../shared/clock.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { linkTo, personOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
/** An administrator, master users of two companies, an auditor, and a master user who is also an auditor. */
let callers: Record<'administrator' | 'master' | 'other' | 'auditor' | 'mixed', ConsoleClient>

const inDays = (count: number) => after(app.clock.now(), days(count))
const home = async (who: ConsoleClient) => (await who.call('homeGet', {})).data

beforeAll(async () => {
  app = await createTestApp()
  await sql`insert into profile_functions (profile_id, function_id, module_id)
    select ${auditorProfileId}, id, 1 from functions
    where module_id = 1 and environment = 'front' and url = any (${['/user-list', '/user-edit', '/home']})
    on conflict do nothing`.execute(app.db)
  const everyScreen = Object.keys(screens) as ScreenPath[]
  const mixed = await holderOf(app, everyScreen)
  await app.build.assign({
    userId: mixed.person.id,
    profileId: auditorProfileId,
    companyId: mixed.person.company.id,
  })
  callers = {
    administrator: await administratorOf(app),
    master: await holderOf(app, everyScreen),
    other: await arriveInConsole(app, await app.build.consoleUser({ profileId: masterProfileId })),
    auditor: await arriveInConsole(
      app,
      await app.build.consoleUser({ profileId: auditorProfileId }),
    ),
    mixed: await arriveInConsole(app, mixed.person),
  }
  for (const who of Object.values(callers)) await seed(who.person.company.id)
  // These users belong to two companies, so only administrators may invite them again.
  const { master, other } = callers
  const both = [master.person.company.id, other.person.company.id]
  const shared = await personOf(app, both, { temporaryUntil: inDays(-8) })
  await set(shared.id, { created_at: inDays(-9), last_access_at: null })
  await installation()
})
afterAll(() => app.close())

const set = (id: number, values: { created_at?: Date; last_access_at?: Date | null }) =>
  app.db.updateTable('users').set(values).where('id', '=', id).execute()

/** Creates rows of a company, some of which HOME counts. */
async function seed(companyId: number): Promise<void> {
  const company = [companyId]
  for (const [count, last_access_at, created_at] of [
    [2, inDays(-91), inDays(-200)],
    [1, inDays(-89), inDays(-200)],
  ] as const)
    for (let n = 0; n < count; n++)
      await set((await personOf(app, company)).id, { last_access_at, created_at })
  for (const created of [-8, -30, -6]) {
    const { id } = await personOf(app, company, { temporaryUntil: inDays(-1) })
    await set(id, { created_at: inDays(created), last_access_at: null })
  }
  // This user was invited again two days ago, so the invitation is no longer pending.
  const again = await personOf(app, company, { temporaryUntil: inDays(-1) })
  await set(again.id, { created_at: inDays(-40), last_access_at: null })
  await app.db
    .insertInto('outbox')
    .values({
      channel: 'email',
      recipient: again.email,
      first_access_of: again.id,
      created_at: inDays(-2),
      sent_at: inDays(-2),
    })
    .execute()
  const twice = await personOf(app, company)
  for (const end of [2, 3])
    await app.build.apiToken({ userId: twice.id, companyId, expiresAt: inDays(end) })
  const later = await personOf(app, company)
  await app.build.apiToken({ userId: later.id, companyId, expiresAt: inDays(9) })
  for (const end of [5, 8])
    await app.build.delegation({
      userId: (await personOf(app, company)).id,
      companyId,
      by: twice.id,
      begin: inDays(-1),
      end: inDays(end),
    })
  // An administrator with a delegation that ends soon. Master users do not see administrators.
  const hidden = await app.build.consoleUser({ profileId: administratorProfileId })
  await linkTo(app, hidden.id, companyId)
  const lent = { companyId, by: twice.id, begin: inDays(-1), end: inDays(4) }
  await app.build.delegation({ userId: hidden.id, ...lent })
  for (const [seats, used] of [
    [2, 2],
    [1, 2],
    [9, 1],
  ] as const) {
    const module = await app.build.module()
    await app.build.plan({ companyId, moduleId: module.id, seats: Math.max(seats, used) })
    const profileId = await app.build.profile({ moduleId: module.id })
    for (let n = 0; n < used; n++)
      await app.build.assign({
        userId: (await personOf(app, company)).id,
        profileId,
        companyId,
      })
    await sql`update plan_modules set seat_limit = ${seats} where module_id = ${module.id}`.execute(
      app.db,
    )
  }
  await requests((await personOf(app, company)).id)
}

async function requests(user_id: number): Promise<void> {
  const values = (
    [
      ['name', -1],
      ['email', 4.9],
      ['code', 5.1],
    ] as const
  ).map(([field, due]) => ({
    user_id,
    field,
    wanted: 'Outro.',
    created_at: inDays(due - 15),
    due_at: inDays(due),
  }))
  await app.db.insertInto('data_requests').values(values).execute()
}

/** Creates rows that belong to no company. */
async function installation(): Promise<void> {
  const expire = app.clock.now().getTime() + hours(1)
  const keys = [1000, 999, 1001].map((points, n) => ({
    key: `failures:password:network:192.0.2.${n}`,
    points,
    expire,
  }))
  await app.db.insertInto('rate_limits').values(keys).execute()
  const message = { channel: 'email', next_attempt_at: inDays(1) }
  const sealed = { sealed_text: Buffer.from('x'), key_id: 'nenhuma' }
  await app.db
    .insertInto('outbox')
    .values([
      { ...message, ...sealed, recipient: 'parada@operadora.example', attempts: 3 },
      { ...message, recipient: 'expirada@operadora.example', attempts: 1 },
      { ...message, ...sealed, recipient: 'tentada@operadora.example', attempts: 2 },
    ])
    .execute()
  for (const [created_at, active] of [
    [inDays(-8), true],
    [inDays(-400), true],
    [inDays(-400), false],
    [inDays(-2), true],
  ] as const) {
    const { id } = await app.build.module()
    await app.db
      .updateTable('module_secrets')
      .set({ created_at })
      .where('module_id', '=', id)
      .execute()
    await app.db.updateTable('modules').set({ active }).where('id', '=', id).execute()
  }
}

const searched = async (who: ConsoleClient, filters: object) =>
  (await who.call('userSearch', { body: { filters } })).data.pagination.totalRecords

type Home = Awaited<ReturnType<typeof home>>

/** Each kind of item that counts rows: its count, and the number of rows of the list that it links to. */
const kinds: Record<
  string,
  {
    count: (answer: Home) => { count: number; more: boolean } | null
    listed: (who: ConsoleClient) => Promise<number>
  }
> = {
  invitations: {
    count: (answer) => answer.invitations,
    listed: (who) => searched(who, { pending: 'invitation' }),
  },
  tokens: {
    count: (answer) => answer.tokens,
    listed: (who) => searched(who, { pending: 'token' }),
  },
  delegations: {
    count: (answer) => answer.delegations,
    listed: (who) => searched(who, { pending: 'delegation' }),
  },
  without_access: {
    count: (answer) => answer.without_access,
    listed: (who) => searched(who, { status: 2, no_access: true, invited: false }),
  },
  seats: {
    count: (answer) => answer.seats && answer.seats.nearly_full,
    async listed(who) {
      const { count, places } = (await who.call('seatsNearlyFull', {})).data
      expect(places).toHaveLength(count)
      return count
    },
  },
  late_requests: {
    count: (answer) => answer.late_requests,
    listed: async (who) =>
      (await who.call('dataRequestList', { query: { state: 'late' } })).data.pagination
        .totalRecords,
  },
  due_requests: {
    count: (answer) => answer.due_requests,
    listed: async (who) =>
      (await who.call('dataRequestList', { query: { state: 'due' } })).data.pagination.totalRecords,
  },
  networks: {
    count: (answer) => answer.networks,
    listed: async (who) =>
      (await who.call('networkLockList', { query: { slowed: '1' } })).data.pagination.totalRecords,
  },
  messages: {
    count: (answer) => answer.messages,
    listed: async (who) =>
      (await who.call('messageList', { query: { state: 'failed' } })).data.pagination.totalRecords,
  },
  secrets: {
    count: (answer) => answer.secrets,
    listed: async (who) =>
      (await who.call('moduleList', { query: { status: '1', secret_due: '1' } })).data.pagination
        .totalRecords,
  },
}

describe.each(Object.entries(kinds))(
  'the count of %s is the number of rows in its list',
  (_, { count, listed }) => {
    test('for an administrator, who sees at least one', async () => {
      const found = count(await home(callers.administrator))
      expect(found).toMatchObject({ more: false })
      expect(found?.count).toBeGreaterThan(1)
      expect(await listed(callers.administrator)).toBe(found?.count)
    })

    test.each(['master', 'other', 'auditor', 'mixed'] as const)(
      'for %s, if shown',
      async (name) => {
        const found = count(await home(callers[name]))
        if (found) expect(await listed(callers[name])).toBe(found.count)
      },
    )
  },
)

test('master users of two companies get their own counts, an auditor those of every company', async () => {
  const counts = async (who: ConsoleClient) => {
    const answer = await home(who)
    return [
      answer.invitations?.count,
      answer.tokens?.count,
      answer.delegations?.count,
      answer.without_access?.count,
      answer.seats?.nearly_full.count,
    ]
  }
  expect(await counts(callers.master)).toEqual([2, 1, 1, 2, 2])
  expect(await counts(callers.other)).toEqual([2, 1, 1, 2, 2])
  expect(await counts(callers.auditor)).toEqual([undefined, undefined, undefined, undefined, 10])
  // The invitations are those that the caller may resend: the invitations of the caller's company.
  expect(await counts(callers.mixed)).toEqual([2, 5, 10, 10, 10])
  expect(await counts(callers.administrator)).toEqual([11, 5, 10, 10, 10])
})
