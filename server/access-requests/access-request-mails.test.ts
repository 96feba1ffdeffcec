import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessRequestDays, accessRequestReminderDays } from '../../contract/access-requests.ts'
import { masterProfileId } from '../../contract/constants.ts'
import { lockKeys } from '../../database/lock-keys.ts'
import { AccessRequestScenario } from '../../test/testing/access-request-scenario.ts'
import { administratorOf, type ConsoleClient } from '../../test/testing/console-client.ts'
import { linkTo } from '../../test/testing/people.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { after, days, minutes } from '../shared/clock.ts'
import { enqueueAccessRequestMails } from './access-request-mails.ts'

let app: TestApp
let admin: ConsoleClient
let place: AccessRequestScenario

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('access_requests').execute()
  app.clock.advance(Date.now() - app.clock.now().getTime())
  admin = await administratorOf(app)
  place = await AccessRequestScenario.create(app)
})

type User = Readonly<{ id: number; email: string }>

const round = () => enqueueAccessRequestMails({ ...app.outbox, clock: app.clock })

/** Texts of the mails about waiting requests to a user, oldest first. */
const mailsTo = async ({ email: to }: User) =>
  (await readMessages(app.outbox, { to }))
    .filter(({ subject }) => subject === 'Há pedidos de acesso à sua espera')
    .map(({ text }) => text)
const countOf = async (user: User) => (await mailsTo(user)).length
const expiriesTo = async ({ email: to }: User) =>
  (await readMessages(app.outbox, { to })).filter(({ subject }) => /vence(u|ram)$/.test(subject))
const toldAt = async (id: number) => (await place.row(id)).told_at

/** Inserts a request of a scenario's requester. Returns its id. */
async function insert(
  {
    person,
    companyId,
    moduleId,
  }: Pick<AccessRequestScenario, 'companyId' | 'moduleId'> & {
    person: User
  },
  spid: string | null = null,
  told_at: Date | null = null,
): Promise<number> {
  const now = app.clock.now()
  const ids = { requester_id: person.id, company_id: companyId, module_id: moduleId }
  const times = { created_at: now, expires_at: after(now, days(accessRequestDays)), told_at }
  const values = { ...ids, spid, ...times, reason: 'Projeto' }
  const row = app.db.insertInto('access_requests').values(values)
  return (await row.returning('id').executeTakeFirstOrThrow()).id
}

/** Makes a user a master user of a company. */
async function makeMaster({ id: userId }: User, companyId: number): Promise<void> {
  await linkTo(app, userId, companyId)
  await app.build.assign({ userId, profileId: masterProfileId, companyId })
}

type Change = Partial<Record<'active' | 'suspended', boolean>>
const change = (table: 'users' | 'companies', id: number, values: Change) =>
  app.db.updateTable(table).set(values).where('id', '=', id).execute()

describe('approvers', () => {
  test('get one mail for several requests, although several processes run', async () => {
    const colleague = await app.build.user()
    await makeMaster(colleague, place.companyId)
    for (const spid of ['1', '2']) await insert(place, spid)
    await Promise.all([round(), round(), round(), round()])
    await round()
    expect(await countOf(colleague)).toBe(1)
    const [mail, ...others] = await mailsTo(place.master.person)
    expect(others).toEqual([])
    expect(mail).toContain('SPID 1')
    expect(mail).toContain('SPID 2')
    expect(await countOf(admin.person)).toBe(0)
  })

  test('get mails from one process at a time', async () => {
    const id = await insert(place)
    await app.db.transaction().execute(async (within) => {
      const key = sql.lit(lockKeys.accessRequestMails)
      await sql`select pg_advisory_xact_lock(${key})`.execute(within)
      await round()
    })
    expect(await toldAt(id)).toBeNull()
    await round()
    expect(await countOf(place.master.person)).toBe(1)
  })

  test('get a mail about a request that was made within ten minutes when these are over', async () => {
    await insert(place, '1')
    await round()
    app.clock.advance(minutes(1))
    const id = await insert(place, '2')
    app.clock.advance(minutes(9) - 1)
    await round()
    expect(await countOf(place.master.person)).toBe(1)
    expect(await toldAt(id)).toBeNull()
    app.clock.advance(1)
    await round()
    const [, second] = await mailsTo(place.master.person)
    expect(second).toContain('SPID 2')
    expect(second).not.toContain('SPID 1')
  })

  test('wait also if many requests were mailed within ten minutes', async () => {
    const other = await AccessRequestScenario.create(app)
    const now = app.clock.now()
    for (let n = 0; n < 200; n++) await insert(other, `N${n}`, now)
    await insert(place, '1', now)
    const id = await insert(place, '2')
    await round()
    expect(await toldAt(id)).toBeNull()
  })

  test('get a mail after ten minutes even if one of them had another meanwhile', async () => {
    const [second, third] = [
      await AccessRequestScenario.create(app),
      await AccessRequestScenario.create(app),
    ]
    await makeMaster(place.master.person, second.companyId)
    await makeMaster(second.master.person, third.companyId)
    await insert(place)
    await round()
    app.clock.advance(minutes(5))
    const id = await insert(second)
    await round()
    app.clock.advance(minutes(4))
    await insert(third)
    await round()
    app.clock.advance(minutes(6) - 1)
    await round()
    expect(await toldAt(id)).toBeNull()
    app.clock.advance(1)
    await round()
    expect(await toldAt(id)).toEqual(app.clock.now())
    expect(await countOf(place.master.person)).toBe(2)
  })

  test('are reminded once, after two days', async () => {
    await insert(place)
    await round()
    app.clock.advance(days(accessRequestReminderDays) - 1)
    await round()
    expect(await countOf(place.master.person)).toBe(1)
    app.clock.advance(1)
    for (let n = 0; n < 2; n++) await round()
    app.clock.advance(days(2))
    await round()
    const [, reminder, ...others] = await mailsTo(place.master.person)
    expect(reminder).toContain('há 2 dias ou mais')
    expect(others).toEqual([])
  })

  test('are the administrators if the only master user is blocked', async () => {
    await change('users', place.master.person.id, { suspended: true })
    await insert(place)
    await round()
    expect(await countOf(place.master.person)).toBe(0)
    expect(await countOf(admin.person)).toBe(1)
  })
})

describe('approvers get no mail', () => {
  test('about a request that was decided before or during the run', async () => {
    const [before, during] = [await insert(place, '1'), await insert(place, '2')]
    const withdraw = (db: typeof app.db, id: number) =>
      db
        .updateTable('access_requests')
        .set({ state: 'withdrawn', decided_at: app.clock.now() })
        .where('id', '=', id)
        .execute()
    await withdraw(app.db, before)
    await app.db.transaction().execute(async (within) => {
      await withdraw(within, during)
      await round()
    })
    await round()
    expect(await countOf(place.master.person)).toBe(0)
    expect(await toldAt(during)).toBeNull()
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the requester is blocked', () => change('users', place.person.id, { suspended: true })],
    ['the requester is deleted', () => change('users', place.person.id, { active: false })],
    [
      'the requester is unlinked',
      () => app.db.deleteFrom('user_companies').where('user_id', '=', place.person.id).execute(),
    ],
    ['the company is inactive', () => change('companies', place.companyId, { active: false })],
  ])('about a request that cannot be approved, because %s', async (_, end) => {
    const id = await insert(place)
    await end()
    await round()
    expect(await countOf(place.master.person)).toBe(0)
    expect(await countOf(admin.person)).toBe(0)
    expect(await toldAt(id)).toBeNull()
  })

  test('if there are none, and the request is mailed as soon as there is one', async () => {
    const { companyId, moduleId } = place
    const user = admin.person
    await linkTo(app, user.id, place.companyId)
    const others = app.db.updateTable('users').where('id', '<>', user.id)
    await others.set({ suspended: true }).execute()
    const id = await insert({ companyId, moduleId, person: user })
    await round()
    expect(await toldAt(id)).toBeNull()
    await others.set({ suspended: false }).execute()
    await round()
    expect(await toldAt(id)).not.toBeNull()
  })
})

describe('the end of the term', () => {
  test('marks requests as expired, and is mailed once to their requester', async () => {
    const ids = [await insert(place, '1'), await insert(place, '2')]
    app.clock.advance(days(accessRequestDays) - 1)
    await round()
    expect(await expiriesTo(place.person)).toEqual([])
    app.clock.advance(1)
    await Promise.all([round(), round()])
    await round()
    for (const id of ids) expect(await place.row(id)).toMatchObject({ state: 'expired' })
    const [mail, ...others] = await expiriesTo(place.person)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2 pedidos de acesso seus venceram')
    expect(mail?.text).toContain('SPID 1')
    expect(mail?.text).toContain('SPID 2')
  })

  test('is not mailed to a blocked requester', async () => {
    const id = await insert(place)
    await change('users', place.person.id, { suspended: true })
    app.clock.advance(days(accessRequestDays))
    await round()
    expect(await place.row(id)).toMatchObject({ state: 'expired' })
    expect(await expiriesTo(place.person)).toEqual([])
  })
})
