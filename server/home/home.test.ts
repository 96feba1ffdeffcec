import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId, masterProfileId } from '../../contract/constants.ts'
import { homeCountMax, signInDays } from '../../contract/home.ts'
import { homePlacesMax, homeSeatsMax } from '../../contract/seat-pressure.ts'
import { screens, type ScreenPath } from '../../contract/screens.ts'
import { recordAudit } from '../audit/audit.ts'
import { after, days, hours } from '../shared/clock.ts'
import {
  administratorOf,
  arriveInConsole,
  ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { linkTo, masterOf, personOf } from '../../test/testing/people.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { basic } from '../../test/testing/test-client.ts'
import { findChanges } from './change-queries.ts'
import { findSeatPressure } from '../plans/seat-pressure-queries.ts'

let app: TestApp
let admin: ConsoleClient
/** Master users of two companies that do not see each other. */
let master: ConsoleClient
let other: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await holderOfEveryScreen()
  other = await holderOfEveryScreen()
})
afterAll(() => app.close())

/** Creates a user with all screens and actions in one company. */
const holderOfEveryScreen = () => holderOf(app, Object.keys(screens) as ScreenPath[])
const home = async (who: ConsoleClient) => (await who.call('homeGet', {})).data
const inDays = (count: number) => after(app.clock.now(), days(count))
const companyOf = (who: ConsoleClient) => who.person.company.id
const setUser = (id: number, values: { created_at?: Date; last_access_at?: Date | null }) =>
  app.db.updateTable('users').set(values).where('id', '=', id).execute()

/** Returns a section as each of the three users sees it. */
async function seenBy<Section>(part: (answer: Awaited<ReturnType<typeof home>>) => Section) {
  return {
    admin: part(await home(admin)),
    master: part(await home(master)),
    other: part(await home(other)),
  }
}

describe('a section is shown to callers who may act on it', () => {
  test('only the caller’s own section without screens, or before a company is chosen', async () => {
    const nobody = await holderOf(app, [])
    const initial = await app.trips.enter(nobody.person)
    const nothing = {
      own: { password_ends_at: null, delegation: null, first_steps: null },
      delegations: null,
      ending_profiles: null,
      last_masters: null,
      access_requests: null,
      tokens: null,
      late_requests: null,
      due_requests: null,
      recoveries: null,
      unused_profiles: null,
      without_access: null,
      without_factor: null,
      invitations: null,
      seats: null,
      networks: null,
      messages: null,
      audit_unsealed_since: null,
      secrets: null,
      sign_ins: null,
      changes: [],
    }
    expect(await home(nobody)).toEqual(nothing)
    expect((await app.client.call('homeGet', initial)).data).toEqual(nothing)
  })

  test('sections that belong to no company only to administrators, whatever a profile grants', async () => {
    const { networks, messages, secrets, late_requests, due_requests, ...rest } = await home(master)
    const administrators = [networks, messages, secrets, late_requests, due_requests]
    expect(administrators).toEqual([null, null, null, null, null])
    for (const sections of [rest, await home(admin)]) {
      // The advice about second factors depends on the company's policy.
      const { audit_unsealed_since: _, without_factor: __, ...parts } = sections
      for (const part of Object.values(parts)) expect(part).not.toBeNull()
    }
  })

  test('not with a screen that lacks the action', async () => {
    const { profileId } = (await holderOfEveryScreen()).person
    await app.db.deleteFrom('profile_actions').where('profile_id', '=', profileId).execute()
    const reader = await arriveInConsole(app, await app.build.consoleUser({ profileId }))
    const { delegations, tokens, without_access, invitations } = await home(reader)
    expect([delegations, tokens, without_access, invitations]).toEqual([null, null, null, null])
  })
})

describe('own password and delegation', () => {
  test('the password, from 14 days before it expires', async () => {
    const person = await masterOf(app)
    const setAt = (date: Date) =>
      app.db
        .updateTable('passwords')
        .set({ created_at: date })
        .where('user_id', '=', person.person.id)
        .execute()
    await setAt(after(inDays(-76), hours(1)))
    expect((await home(person)).own.password_ends_at).toBeNull()
    await setAt(after(inDays(-76), -hours(1)))
    expect((await home(person)).own.password_ends_at).toBe(
      after(inDays(14), -hours(1)).toISOString(),
    )
  })

  test('the delegation in use, in its last 7 days', async () => {
    const company = master.person.company
    const borrower = await app.build.consoleUser({
      user: await personOf(app, [company.id]),
      company,
    })
    await sql`delete from user_profiles where user_id = ${borrower.id}`.execute(app.db)
    const id = await app.build.delegation({
      userId: borrower.id,
      companyId: company.id,
      by: master.person.id,
      begin: inDays(-1),
      end: inDays(8),
    })
    const initial = await app.trips.enter(borrower)
    const own = async () => (await app.client.call('homeGet', initial)).data.own.delegation
    expect(await own()).toBeNull()
    await app.db
      .updateTable('delegations')
      .set({ end_at: inDays(6) })
      .where('id', '=', id)
      .execute()
    expect(await own()).toEqual({
      company: { id: company.id, name: company.name },
      ends_at: inDays(6).toISOString(),
    })
    const { admin: all, master: ours, other: theirs } = await seenBy((answer) => answer.delegations)
    for (const seen of [all, ours])
      expect(seen).toMatchObject({
        count: 1,
        more: false,
        rows: [{ id, user: { id: borrower.id } }],
      })
    expect(theirs).toEqual({ count: 0, more: false, rows: [] })
    // A delegation that has not begun is not shown, however soon it ends.
    await app.db
      .updateTable('delegations')
      .set({ begin_at: inDays(1) })
      .where('id', '=', id)
      .execute()
    expect(await own()).toBeNull()
    for (const seen of Object.values(await seenBy((answer) => answer.delegations)))
      expect(seen).toEqual({ count: 0, more: false, rows: [] })
    await app.db.deleteFrom('delegations').where('id', '=', id).execute()
  })
})

describe('first steps of a company', () => {
  test('are done as soon as the data shows it, and only for users who manage a company', async () => {
    const company = await app.build.company()
    const first = await arriveInConsole(
      app,
      await app.build.consoleUser({ company, profileId: masterProfileId }),
    )
    const steps = async (who = first) => (await home(who)).own.first_steps
    const none = { spid: false, person: false, profile: false, delegation: false }
    expect(await steps()).toEqual(none)
    await app.db
      .insertInto('spids')
      .values({ company_id: company.id, spid: '00999', description: 'SPID' })
      .execute()
    expect(await steps()).toEqual({ ...none, spid: true })
    const { id: userId } = await personOf(app, [company.id])
    expect(await steps()).toEqual({ ...none, spid: true, person: true })
    const profileId = await app.build.profile({ moduleId: 1 })
    await app.build.assign({ userId, profileId, companyId: company.id })
    expect(await steps()).toEqual({ spid: true, person: true, profile: true, delegation: false })
    await app.build.assign({ userId, profileId: masterProfileId, companyId: company.id })
    expect((await steps())?.delegation).toBe(true)
    expect(await steps(admin)).toBeNull()
    expect((await steps(other))?.spid).toBe(false)
  })
})

describe('of the users in scope', () => {
  test('delegations to them, except to administrators, whom a master user does not see', async () => {
    const company = await app.build.company()
    const lender = await arriveInConsole(app, await app.build.consoleUser({ company }))
    const lent = { companyId: company.id, by: lender.person.id, begin: inDays(-1), end: inDays(3) }
    const seen = await personOf(app, [company.id])
    const hidden = await app.build.consoleUser({ company, profileId: administratorProfileId })
    await linkTo(app, hidden.id, company.id)
    for (const { id } of [seen, hidden]) await app.build.delegation({ ...lent, userId: id })
    const { delegations } = await home(lender)
    expect(delegations).toMatchObject({ count: 1, rows: [{ user: { id: seen.id } }] })
    await app.db.deleteFrom('delegations').where('company_id', '=', company.id).execute()
  })

  test('tokens that expire within 7 days, unless revoked or already expired', async () => {
    const holder = async (expiresAt?: Date) => {
      const { id: userId } = await personOf(app, [companyOf(master)])
      const { id } = await app.build.apiToken({
        userId,
        companyId: companyOf(master),
        ...(expiresAt && { expiresAt }),
      })
      return { id, userId }
    }
    const soon = await holder(inDays(6))
    for (const end of [inDays(8), inDays(-1), undefined]) await holder(end)
    const revoked = await holder(inDays(3))
    await app.db
      .updateTable('api_tokens')
      .set({ revoked_at: app.clock.now(), closed_at: app.clock.now() })
      .where('id', '=', revoked.id)
      .execute()
    // A token of the same user, for a company that the master user does not see. The user is counted once.
    await app.build.apiToken({
      userId: soon.userId,
      companyId: (await app.build.company()).id,
      expiresAt: inDays(6.5),
    })
    const seen = await seenBy((answer) => answer.tokens)
    const one = { count: 1, rows: [{ id: soon.id, user: { id: soon.userId } }] }
    expect(seen).toMatchObject({
      admin: one,
      master: one,
      other: { count: 0, rows: [] },
    })
    await app.db.deleteFrom('api_tokens').execute()
  })

  test('users without access for 90 days, and users who never signed in', async () => {
    const before = await seenBy(({ without_access, invitations }) => [
      without_access?.count ?? -1,
      invitations?.count ?? -1,
    ])
    const gone = await personOf(app, [companyOf(master)])
    await setUser(gone.id, { last_access_at: inDays(-91) })
    const never = await personOf(app, [companyOf(master)], { temporaryUntil: inDays(-8) })
    // A user who never signed in is listed as invited, not as without access, however old the account is.
    await setUser(never.id, { created_at: inDays(-200) })
    const fresh = await personOf(app, [companyOf(master)], { temporaryUntil: inDays(1) })
    await setUser(fresh.id, { created_at: inDays(-6) })
    const blocked = await personOf(app, [companyOf(master)], { blocked: true })
    await setUser(blocked.id, { last_access_at: inDays(-91) })
    const now = await seenBy(({ without_access, invitations }) => [
      without_access?.count ?? -1,
      invitations?.count ?? -1,
    ])
    const more = (counts: number[]) => counts.map((count) => count + 1)
    expect(now).toEqual({
      admin: more(before.admin),
      master: more(before.master),
      other: before.other,
    })
    const { invitations } = await home(master)
    expect(invitations?.rows.map(({ id }) => id)).toEqual([never.id])
  })

  test('users who never signed in, for those who may invite them again; users of two companies only for administrators', async () => {
    const counts = () => seenBy((answer) => answer.invitations?.count ?? -1)
    const before = await counts()
    const companies = [companyOf(master), companyOf(other)]
    const { id } = await personOf(app, companies, { temporaryUntil: inDays(-8) })
    await setUser(id, { created_at: inDays(-9) })
    expect((await master.call('userInvite', { body: { id } })).outcome).toBe(
      '403 user-of-other-companies',
    )
    expect(await counts()).toEqual({ ...before, admin: before.admin + 1 })
  })

  test('users who never signed in, however many others have not signed in yet', async () => {
    const before = (await home(other)).invitations?.count ?? -1
    await sql`with made as (
        insert into users (name, email, created_at)
        select 'Pessoa Nova', 'nova' || n || '@operadora.example', ${inDays(-1)}
        from generate_series(1, 5001) n returning id)
      insert into user_companies (user_id, company_id) select id, ${companyOf(other)} from made`.execute(
      app.db,
    )
    const { id } = await personOf(app, [companyOf(other)], { temporaryUntil: inDays(-8) })
    await setUser(id, { created_at: inDays(-9), last_access_at: null })
    expect((await home(other)).invitations?.count).toBe(before + 1)
  })

  test('counts stop at a maximum', async () => {
    await sql`with made as (
        insert into users (name, email, last_access_at)
        select 'Pessoa Parada', 'parada' || n || '@operadora.example', ${inDays(-100)}
        from generate_series(1, ${homeCountMax + 1}::integer) n returning id)
      insert into user_companies (user_id, company_id) select id, ${companyOf(other)} from made`.execute(
      app.db,
    )
    expect((await home(other)).without_access).toEqual({ count: homeCountMax, more: true })
    expect((await home(master)).without_access).toMatchObject({ more: false })
  })

  test('sign-ins per day in São Paulo time', async () => {
    const before = await seenBy(({ sign_ins }) => sign_ins?.at(-3)?.count ?? -1)
    const { id: user_id } = await personOf(app, [companyOf(master)])
    const created_at = inDays(-2)
    await app.db
      .insertInto('sessions')
      .values({
        user_id,
        method: 'password',
        browser_digest: randomBytes(32),
        address: '192.0.2.1',
        created_at,
        expires_at: created_at,
      })
      .execute()
    const seen = await seenBy(({ sign_ins }) => sign_ins?.at(-3)?.count ?? -1)
    expect(seen).toEqual({
      admin: before.admin + 1,
      master: before.master + 1,
      other: before.other,
    })
    const { sign_ins } = await home(master)
    expect(sign_ins).toHaveLength(signInDays)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
    expect(sign_ins?.at(-1)?.day).toBe(today.format(app.clock.now()))
  })
})

describe('seats', () => {
  /** Creates a module, a plan that gives the company `seats` seats in it, and users who take `used` of them. */
  async function place(
    companyId: number,
    { seats, used, name }: Record<'seats' | 'used', number> & { name?: string },
  ) {
    const module = await app.build.module()
    if (name !== undefined)
      await app.db.updateTable('modules').set({ name }).where('id', '=', module.id).execute()
    await app.build.plan({ companyId, moduleId: module.id, seats })
    const profileId = await app.build.profile({ moduleId: module.id })
    for (let n = 0; n < used; n++) {
      const { id: userId } = await personOf(app, [companyId])
      await app.build.assign({ userId, profileId, companyId })
    }
    return { ...module, profileId }
  }

  test('the fullest places of the company, and how many are nearly full', async () => {
    const company = master.person.company
    const pressed = (id: number) => (answer: Awaited<ReturnType<typeof home>>) =>
      answer.seats?.places.find((each) => each.module.id === id && each.used === 2)
    const module = await place(company.id, { seats: 2, used: 2 })
    const full = { company: { id: company.id }, limit: 2, used: 2, free: 0, over: 0 }
    const seen = await seenBy(pressed(module.id))
    expect(seen).toMatchObject({ admin: full, master: full })
    expect(seen.other).toBeUndefined()
    expect((await home(master)).seats?.nearly_full).toEqual({ count: 1, more: false })
    const { seats } = await home(other)
    expect(seats?.places.every((each) => each.company.id === companyOf(other))).toBe(true)
  })

  test('sorted by the share in use, then by fewest free seats, then by name', async () => {
    const { id } = await app.build.company()
    const names = ['Zeta da ordem', 'Alfa da ordem', 'Beta da ordem', 'Gama da ordem']
    const of = [
      { seats: 5, used: 4 },
      { seats: 10, used: 8 },
      { seats: 5, used: 4 },
      { seats: 3, used: 3 },
    ]
    for (const [n, each] of of.entries()) await place(id, { ...each, name: names[n] ?? '' })
    const { places } = await findSeatPressure(app.db, { companyId: id })
    const order = places.map(({ module }) => module.name)
    expect(order).toEqual(['Gama da ordem', 'Beta da ordem', 'Zeta da ordem', 'Alfa da ordem'])
  })

  test('of all companies, whatever profiles were assigned last; deleted users and profiles take no seat', async () => {
    const { id: companyId } = await app.build.company()
    const old = await place(companyId, { seats: 3, used: 3 })
    // Then one user is assigned 600 profiles of another module. Together these take only one of its 99 seats, and must
    // not hide the full module.
    const { id: elsewhere } = await app.build.company()
    const roomy = await place(elsewhere, { seats: 99, used: 0 })
    const { id: userId } = await personOf(app, [elsewhere])
    await sql`with made as (
        insert into profiles (name, module_id) select 'Perfil entre muitos ' || n, ${roomy.id} from generate_series(1, 600) n returning id)
      insert into user_profiles (user_id, profile_id, company_id)
      select ${userId}, made.id, ${elsewhere} from made`.execute(app.db)
    const { places, nearly_full } = await findSeatPressure(app.db, 'everything')
    expect(places.map(({ module }) => module.id)).toContain(old.id)
    expect(places.map(({ module }) => module.id)).not.toContain(roomy.id)
    await sql`update users set active = false where id in
      (select user_id from user_profiles where profile_id = ${old.profileId} limit 1)`.execute(
      app.db,
    )
    const fewer = await findSeatPressure(app.db, 'everything')
    expect(fewer.nearly_full).toEqual({ count: nearly_full.count - 1, more: false })
  })

  test('counts the places with the most assigned profiles, and says whether others may be nearly full too', async () => {
    const before = (await findSeatPressure(app.db, 'everything')).nearly_full.count
    const module = await app.build.module()
    const profileId = await app.build.profile({ moduleId: module.id })
    const made = homePlacesMax - before + 1
    await sql`with companies_made as (
        insert into companies (name, email, document)
        select 'Operadora Cheia', 'cheia@operadora.example', '5' || lpad(n::text, 13, '0') from generate_series(1, ${made}::integer) n
        returning id),
      plan as (insert into plans (name) values ('Plano das cheias') returning id),
      given as (insert into plan_modules (plan_id, module_id, seat_limit) select id, ${module.id}, 1 from plan),
      bought as (insert into plan_companies (plan_id, company_id) select plan.id, c.id from plan, companies_made c)
      select 1`.execute(app.db)
    const { id: userId } = await personOf(app, [])
    await sql`insert into user_profiles (user_id, profile_id, company_id)
      select ${userId}, ${profileId}, id from companies where name = 'Operadora Cheia'`.execute(
      app.db,
    )
    const { nearly_full, places } = await findSeatPressure(app.db, 'everything')
    expect(nearly_full.more).toBe(true)
    expect(nearly_full.count).toBeGreaterThan(before)
    expect(nearly_full.count).toBeLessThanOrEqual(homePlacesMax)
    expect(places).toHaveLength(homeSeatsMax)
  })
})

test('data requests due within 5 days and overdue ones, earliest first', async () => {
  const { id: user_id, name } = await app.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', master.person.id)
    .executeTakeFirstOrThrow()
  const made = await app.db
    .insertInto('data_requests')
    .values(
      (
        [
          ['name', -1],
          ['email', 4.9],
          ['code', 5.1],
          ['companies', -3],
          ['profiles', 1],
        ] as const
      ).map(([field, due]) => ({
        user_id,
        field,
        wanted: 'Outro.',
        created_at: inDays(due - 15),
        due_at: inDays(due),
      })),
    )
    .returning('id')
    .execute()
  const ids = made.map(({ id }) => id)
  // Answered requests are not listed.
  await app.db
    .insertInto('data_requests')
    .values({
      user_id,
      field: 'other',
      wanted: 'Outro.',
      created_at: inDays(-20),
      due_at: inDays(-5),
      answered_at: inDays(-6),
      answered_by: admin.person.id,
      accepted: true,
      answer: 'Feito.',
    })
    .execute()
  const { late_requests, due_requests } = await home(admin)
  expect(late_requests).toEqual({
    count: 2,
    more: false,
    rows: [
      { id: ids[3], name, field: 'companies', due_at: inDays(-3).toISOString() },
      { id: ids[0], name, field: 'name', due_at: inDays(-1).toISOString() },
    ],
  })
  expect(due_requests?.rows.map(({ id }) => id)).toEqual([ids[4], ids[1]])
  await app.db.deleteFrom('data_requests').where('user_id', '=', user_id).execute()
})

test('HOME shows administrators an audit log that has not been sealed for a minute', async () => {
  const since = async (who: ConsoleClient) => (await home(who)).audit_unsealed_since
  expect(await since(admin)).toBeNull()
  await app.db.connection().execute(async (hanging) => {
    // Sealing waits for every older transaction.
    await sql`begin`.execute(hanging)
    await sql`select pg_current_xact_id()`.execute(hanging)
    await app.client.call('authLocal', { headers: basic('a@x.example', 'x') })
    const happened = await app.db.transaction().execute(async (db) => {
      await sql`alter table audit_entries disable trigger user`.execute(db)
      const { rows } = await sql<{ at: Date }>`
        update audit_entries set happened_at = clock_timestamp() - interval '61 seconds'
        where seq = (select min(seq) from audit_pending) returning happened_at as at`.execute(db)
      await sql`alter table audit_entries enable trigger user`.execute(db)
      return rows[0]?.at
    })
    expect(await since(admin)).toBe(happened?.toISOString())
    expect(await since(master)).toBeNull()
    const { status } = await app.client.request('GET', '/api/health/ready')
    expect(status).toBe(200)
    await sql`rollback`.execute(hanging)
  })
  await expect.poll(() => since(admin)).toBeNull()
})

test('for administrators: blocked networks, stuck messages, unused or old secrets', async () => {
  const { networks, messages, secrets } = await home(admin)
  const expire = app.clock.now().getTime() + hours(1)
  await app.db
    .insertInto('rate_limits')
    .values([
      { key: 'failures:password:network:192.0.2.77', points: 1000, expire },
      { key: 'failures:password:network:192.0.2.78', points: 999, expire },
    ])
    .execute()
  const stuck = { channel: 'email', next_attempt_at: inDays(1) }
  const sealed = { sealed_text: Buffer.from('x'), key_id: 'nenhuma' }
  await app.db
    .insertInto('outbox')
    .values([
      { ...stuck, ...sealed, recipient: 'parada@operadora.example', attempts: 3 },
      { ...stuck, recipient: 'expirada@operadora.example', attempts: 1 },
      { ...stuck, ...sealed, recipient: 'tentada@operadora.example', attempts: 2 },
    ])
    .execute()
  const [unused, old, used, inactive, replaced] = [
    await app.build.module(),
    await app.build.module(),
    await app.build.module(),
    await app.build.module(),
    await app.build.module(),
  ]
  const age = (
    id: number,
    values: { created_at: Date; last_used_at: Date | null; retired_at?: Date },
  ) => app.db.updateTable('module_secrets').set(values).where('module_id', '=', id).execute()
  await age(unused.id, { created_at: inDays(-8), last_used_at: null })
  await age(old.id, { created_at: inDays(-366), last_used_at: inDays(-1) })
  await age(used.id, { created_at: inDays(-360), last_used_at: inDays(-1) })
  // Retired secrets and those of inactive modules are not listed.
  await age(replaced.id, {
    created_at: inDays(-400),
    last_used_at: null,
    retired_at: inDays(-1),
  })
  await age(inactive.id, { created_at: inDays(-400), last_used_at: null })
  await app.db.updateTable('modules').set({ active: false }).where('id', '=', inactive.id).execute()
  const now = await home(admin)
  expect(now.networks?.count).toBe((networks?.count ?? 0) + 1)
  expect(now.messages?.count).toBe((messages?.count ?? 0) + 2)
  expect(now.secrets?.count).toBe((secrets?.count ?? 0) + 2)
  expect(now.secrets?.rows[0]).toMatchObject({ id: old.id, unused: false })
})

describe('changes of today by others', () => {
  test('of records in scope, with their author; not refused writes or other companies', async () => {
    const { id } = await personOf(app, [companyOf(master)])
    const colleague = await arriveBeside(master)
    const before = await seenBy(({ changes }) => changes.length)
    expect(before).toEqual({ admin: 0, master: 0, other: 0 })
    const { email } = await app.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await colleague.call('userBlock', { body: { email, block: true } })).outcome).toBe(
      '200',
    )
    const change = {
      operation: 'userBlock',
      record: { kind: 'user', id, owner_id: null },
    }
    const seen = await seenBy(({ changes }) => changes)
    expect(seen.admin).toMatchObject([change])
    expect(seen.master).toMatchObject([change])
    expect(seen.other).toEqual([])
    // The caller's own changes are not listed.
    expect((await home(colleague)).changes).toEqual([])
    // Changes of yesterday are not listed.
    app.clock.advance(days(1))
    expect((await home(await arriveInConsole(app, master.person))).changes).toEqual([])
  })

  test('of a module with its service, of an action with its function, which their screens need', async () => {
    const action = await app.db
      .selectFrom('actions')
      .innerJoin('functions', 'functions.id', 'actions.function_id')
      .innerJoin('modules', 'modules.id', 'functions.module_id')
      .select(['actions.id', 'function_id', 'module_id', 'service_id'])
      .executeTakeFirstOrThrow()
    const by = { userId: master.person.id, address: '192.0.2.1', requestId: 'of-the-test' }
    const module = { operation: 'moduleUpdate', target: `module:${action.module_id}` }
    await recordAudit(app.db, { ...by, ...module, event: 'module.updated' })
    const changed = { operation: 'actionUpdate', target: `action:${action.id}` }
    await recordAudit(app.db, { ...by, ...changed, event: 'action.updated' })
    const kinds = ['module', 'action'] as const
    const asked = { userId: admin.person.id, kinds, now: new Date() }
    const records = (await findChanges(app.db, 'everything', asked)).map(({ record }) => record)
    expect(records).toMatchObject([
      { kind: 'action', id: action.id, owner_id: action.function_id },
      { kind: 'module', id: action.module_id, owner_id: action.service_id },
    ])
  })

  async function arriveBeside({ person }: ConsoleClient): Promise<ConsoleClient> {
    const colleague = await holderOfEveryScreen()
    await linkTo(app, colleague.person.id, person.company.id)
    const { id: userId, profileId } = colleague.person
    await app.build.assign({ userId, profileId, companyId: person.company.id })
    const at = { module: colleague.person.module, companyId: person.company.id }
    const initial = await app.trips.enter(colleague.person)
    const who = await app.trips.arrive(initial, at)
    return new ConsoleClient(app, colleague.person, who)
  }
})

test('takes a fixed number of statements, however many rows there are', async () => {
  const fresh = await administratorOf(app)
  await home(fresh)
  const few = await statementsOf(() => home(fresh))
  for (let n = 0; n < 5; n++) await personOf(app, [companyOf(master)])
  const many = await statementsOf(() => home(fresh))
  expect(many.length).toBe(few.length)
})
