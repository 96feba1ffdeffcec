import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endBeforeActive, endBeforeNow, wireEndDate } from '../../contract/api-tokens.ts'
import { masterProfileId } from '../../contract/constants.ts'
import { dayOf, startOfDay } from '../../contract/days.ts'
import { after, days, hours } from '../shared/clock.ts'
import { defaultPassword, type Visitor } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { ExpiredRows } from '../../test/testing/expired-rows.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { readMessages } from '../../test/testing/read-messages.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  master = await arriveInConsole(app, await app.build.consoleUser())
})
afterAll(() => app.close())

/** Builds a user of the master's company with access to these screens of the console. */
async function colleague(screens: readonly string[] = ['/user-list']): Promise<Visitor> {
  const profileId = await app.build.profile({ moduleId: 1 })
  for (const url of screens) await hold(profileId, url)
  const { company } = master.person
  const person = await app.build.consoleUser({ profileId, company })
  await link(person.id, company.id)
  return person
}

async function hold(profile_id: number, url: string): Promise<void> {
  const of = app.db.selectFrom('functions').select('id').where('url', '=', url)
  const { id } = await of.where('module_id', '=', 1).executeTakeFirstOrThrow()
  const held = { profile_id, function_id: id, module_id: 1 }
  await app.db.insertInto('profile_functions').values(held).execute()
}

const link = (user_id: number, company_id: number) =>
  app.db.insertInto('user_companies').values({ user_id, company_id }).execute()

/** Builds a user who is also a master user of another company, with the master user of that company. */
async function colleagueOfTwo() {
  const person = await colleague()
  const other = await arriveInConsole(app, await app.build.consoleUser())
  const companyId = other.person.company.id
  await app.build.assign({ userId: person.id, profileId: masterProfileId, companyId })
  await link(person.id, companyId)
  return { person, other }
}

const make = (by: ConsoleClient, userId: number, endDate?: string) =>
  by.call('apiTokenCreate', { body: { userId, ...(endDate !== undefined && { endDate }) } })
const history = async (by: ConsoleClient, userId: number) =>
  (await by.call('apiTokenList', { params: { userId: String(userId) } })).data
const revoke = (by: ConsoleClient, userId: number, tokenId: number) =>
  by.call('apiTokenRevoke', { params: { userId: String(userId), tokenId: String(tokenId) } })
/** Lists users as a program with this token. */
const list = (token: string) => app.client.call('userSearch', { token, body: {} })

const dayAfter = (n: number): string => dayOf(after(app.clock.now(), days(n)))

describe('an API token', () => {
  test('is returned once, stored as a hash, and identified by its first characters', async () => {
    const { id } = await colleague()
    const made = (await make(master, id)).data
    expect(made).toMatchObject({ expiration_date: null, token: /^portaria_\w{49}$/ })
    const { rows, active } = await history(master, id)
    expect(active).toEqual({
      id: made.id,
      start: made.token.slice(0, 13),
      expiration_date: null,
    })
    expect(rows).toMatchObject([
      {
        id: made.id,
        start: made.token.slice(0, 13),
        company: { id: master.person.company.id },
        state: 'active',
        revoked: false,
        update_at: null,
        update_user: null,
        create_user: { name: master.who.decodedToken.user.name },
        last_used_at: null,
        last_used_address: null,
      },
    ])
    const stored = JSON.stringify(await app.db.selectFrom('api_tokens').selectAll().execute())
    expect(stored).not.toContain(made.token)
    expect(JSON.stringify(await lastEvent(app.db))).not.toContain(made.token)
    expect(app.log.join('')).not.toContain(made.token)
  })

  test('lists the users of its company as its holder, whatever company the request names', async () => {
    const person = await colleague()
    const { token } = (await make(master, person.id)).data
    const { users } = (await list(token)).data
    expect(users.map(({ id }) => id)).toContain(person.id)
    expect(users.map(({ id }) => id)).not.toContain(admin.person.id)
    // The holder has only this screen, so other reads are refused.
    const params = { id: String(person.id) }
    expect((await app.client.call('userGet', { token, params })).outcome).toBe('403 forbidden')
  })

  test('writes as its holder, and the audit event names the token', async () => {
    const admins = await make(admin, admin.person.id)
    const { id, token } = admins.data
    const service_id = await app.build.service()
    const body = { name: 'Feito por programa', service_id }
    expect((await app.client.call('moduleCreate', { token, body })).outcome).toBe('200')
    expect(await lastEvent(app.db)).toMatchObject({
      operation: 'moduleCreate',
      user_id: admin.person.id,
      session_id: null,
      api_token_id: id,
      company_id: admin.person.company.id,
    })
    expect((await revoke(admin, admin.person.id, id)).outcome).toBe('200')
  })

  test('cannot sign in, confirm, create or read tokens, or make a confirmed write, even with a confirmation of its holder', async () => {
    const { id } = (await make(admin, admin.person.id)).data
    const { token } = (await make(admin, admin.person.id)).data
    const user = await app.build.user()
    const forbidden = '403 forbidden'
    const call = app.client
    const body = { email: user.email, block: true }
    const code = await admin.confirm('userBlock', { body })
    expect((await call.call('userBlock', { token, body, headers: { code } })).outcome).toBe(
      forbidden,
    )
    const params = { userId: String(admin.person.id) }
    expect((await call.call('apiTokenList', { token, params })).outcome).toBe(forbidden)
    expect((await call.call('apiTokenListExport', { token, params })).outcome).toBe(forbidden)
    const made = { token, body: { userId: admin.person.id } }
    expect((await call.call('apiTokenCreate', made)).outcome).toBe(forbidden)
    const tokenId = String(id)
    expect(
      (await call.call('apiTokenRevoke', { token, params: { ...params, tokenId } })).outcome,
    ).toBe(forbidden)
    const proof = { email: admin.person.email, password: defaultPassword, operations: [] }
    expect(
      (
        await call.request('POST', '/api/user-local/validate-password', {
          token,
          body: JSON.stringify(proof),
        })
      ).outcome,
    ).toBe(forbidden)
    for (const [method, path] of [
      ['GET', '/api/user/validate'],
      ['POST', '/api/user-local/code'],
      ['POST', '/api/user/initial-permissions'],
      ['PUT', '/api/user/invalidate-token'],
    ] as const)
      expect(
        (await call.request(method, path, { token, ...(method !== 'GET' && { body: '{}' }) }))
          .outcome,
        path,
      ).toBe(forbidden)
    const inBody = { body: { access_token: token } }
    expect((await call.call('userTokenValidate', inBody)).outcome).toBe('401 access-token-invalid')
    expect(
      (
        await revoke(
          admin,
          admin.person.id,
          (await history(admin, admin.person.id)).active?.id ?? 0,
        )
      ).outcome,
    ).toBe('200')
  })

  test('causes a mail to its holder, without the token or a link', async () => {
    const { id, email } = await colleague()
    const { token } = (await make(master, id, wireEndDate(dayAfter(30)))).data
    const [mail] = await readMessages(app.outbox, { to: email })
    expect(mail).toMatchObject({ subject: 'Um token de acesso foi gerado em seu nome' })
    expect(mail?.text).toContain(master.person.company.name)
    expect(mail?.text).toContain(master.who.decodedToken.user.name)
    expect(mail?.text).not.toContain(token.slice(9))
    expect(mail?.text).not.toMatch(/https?:|www\./)
  })
})

describe('the holder of a new token', () => {
  test('needs a profile of this console in the company of the user who creates it', async () => {
    const elsewhere = await app.build.consoleUser()
    await link(elsewhere.id, master.person.company.id)
    const enters = async (who: ConsoleClient, userId: number) =>
      (await who.call('apiTokenList', { params: { userId: String(userId) } })).data.enters
    // The list of tokens already reports that a token can't be created.
    expect(await enters(master, elsewhere.id)).toBe(false)
    expect(await enters(admin, elsewhere.id)).toBe(false)
    expect(await enters(master, (await colleague()).id)).toBe(true)
    const answer = await make(master, elsewhere.id)
    expect(answer.failure).toMatchObject({
      httpMessage: 'User permissions not found',
      code: 'user-permissions-not-found',
    })
    // Even an administrator can create tokens only for the administrator's own company.
    expect((await make(admin, elsewhere.id)).outcome).toBe('409 user-permissions-not-found')
  })

  test('may not have more rights there than the user who creates it, including future delegations', async () => {
    const maker = await holderOf(app, ['/token-management', '/user-list'])
    const { company } = maker.person
    const profileId = await app.build.profile({ moduleId: 1 })
    await hold(profileId, '/user-list')
    const person = await app.build.consoleUser({ company, profileId })
    await link(person.id, company.id)
    expect((await make(maker, person.id)).outcome).toBe('200')
    const begin = after(app.clock.now(), days(2))
    await app.build.delegation({
      userId: person.id,
      companyId: company.id,
      by: (await app.build.lender(company.id)).id,
      begin,
      end: null,
    })
    expect((await make(maker, person.id)).outcome).toBe('403 api-token-beyond-own')
    await app.db
      .updateTable('delegations')
      .set({ closed_at: app.clock.now() })
      .where('user_id', '=', person.id)
      .execute()
    expect((await make(maker, person.id)).outcome).toBe('200')
    await hold(profileId, '/plan-list')
    expect((await make(maker, person.id)).outcome).toBe('403 api-token-beyond-own')
  })

  test('may have had more rights before, by delegations and tokens that have ended', async () => {
    const maker = await holderOf(app, ['/token-management', '/user-list'])
    const { company } = maker.person
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ company, profileId })
    await link(person.id, company.id)
    await new ExpiredRows(app).add(person.id, company.id)
    const made = await make(maker, person.id)
    expect(made.outcome).toBe('200')
    expect((await lastEvent(app.db)).after).toMatchObject({ revoked_api_token_id: null })
    expect((await make(maker, person.id)).outcome).toBe('200')
    expect((await lastEvent(app.db)).after).toMatchObject({ revoked_api_token_id: made.data.id })
  })

  test('may not be a master user if a delegate creates it', async () => {
    const { company } = master.person
    const profileId = await app.build.profile({ moduleId: 1 })
    const person = await app.build.consoleUser({ company, profileId })
    await app.build.delegation({
      userId: person.id,
      companyId: company.id,
      by: master.person.id,
      begin: after(app.clock.now(), -1000),
      end: null,
    })
    await link(person.id, company.id)
    await link(master.person.id, company.id)
    const delegate = await arriveInConsole(app, person)
    for (const id of [person.id, master.person.id])
      expect((await make(delegate, id)).outcome).toBe('403 delegation-grants-nothing')
    await hold(profileId, '/token-management')
    await app.db
      .insertInto('profile_actions')
      .columns(['profile_id', 'function_id', 'action_id'])
      .expression((eb) =>
        eb
          .selectFrom('actions as a')
          .innerJoin('functions as f', 'f.id', 'a.function_id')
          .select([eb.val(profileId).as('profile_id'), 'a.function_id', 'a.id'])
          .where('f.module_id', '=', 1)
          .where('f.url', '=', '/token-management')
          .where('a.path', '=', 'create'),
      )
      .execute()
    await settleNotifications(app, app.db)
    expect((await make(delegate, master.person.id)).outcome).toBe('403 api-token-beyond-own')
    // A delegate cannot give others more than the delegate's own rights either: the token would outlive the delegation.
    const other = await colleague(['/user-list'])
    expect((await make(delegate, other.id)).outcome).toBe('403 api-token-beyond-own')
    await hold(profileId, '/user-list')
    await settleNotifications(app, app.db)
    expect((await make(delegate, other.id)).outcome).toBe('200')
  })

  test('must be in scope: an administrator is hidden from a master user', async () => {
    const { company } = master.person
    await link(admin.person.id, company.id)
    expect((await make(master, admin.person.id)).outcome).toBe('404 user-not-found')
    const params = { userId: String(admin.person.id) }
    expect((await master.call('apiTokenList', { params })).outcome).toBe('404 user-not-found')
  })
})

describe('the end of a token', () => {
  test('is the start of the day in São Paulo, to the millisecond', async () => {
    const { id } = await colleague()
    const { token, expiration_date } = (await make(master, id, wireEndDate(dayAfter(3)))).data
    const end = startOfDay(dayAfter(3))
    expect(expiration_date).toBe(end?.toISOString())
    const left = Number(end) - app.clock.now().getTime()
    app.clock.advance(left - 1)
    expect((await list(token)).outcome).toBe('200')
    app.clock.advance(1)
    expect((await list(token)).outcome).toBe('401 access-token-expired')
    // The sessions have expired by now.
    app.clock.advance(hours(1))
    admin = await arriveInConsole(app, admin.person)
    master = await arriveInConsole(app, master.person)
  })

  test.each<[string, (id: number) => Promise<string | undefined>]>([
    [endBeforeNow, async () => dayAfter(0)],
    [endBeforeNow, async () => '2020-02-29'],
    [
      endBeforeActive,
      async (id) => {
        await make(master, id, wireEndDate(dayAfter(40)))
        return dayAfter(39)
      },
    ],
    ['Esta data não existe.', async () => '2027-02-29'],
  ])('is refused with %j, and nothing changes', async (sentence, prepare) => {
    const { id } = await colleague()
    const day = await prepare(id)
    const before = await history(master, id)
    const answer = await make(master, id, wireEndDate(day ?? ''))
    expect(answer.failure).toMatchObject({ code: 'invalid-input', fields: { endDate: sentence } })
    expect(await history(master, id)).toEqual(before)
  })

  test.each(['2027-01-01', '2027-01-01 12:00:00', '01/01/2027 00:00:00', 'never'])(
    'refuses the format %j',
    async (endDate) => {
      const { id } = await colleague()
      expect((await make(master, id, endDate)).failure.fields).toHaveProperty('endDate')
    },
  )

  test('may equal the end of the active token, be absent, or be any date if the active token is endless', async () => {
    const { id } = await colleague()
    for (const end of [wireEndDate(dayAfter(20)), wireEndDate(dayAfter(20)), undefined])
      expect((await make(master, id, end)).outcome).toBe('200')
    expect((await make(master, id, wireEndDate(dayAfter(1)))).outcome).toBe('200')
  })
})

describe('one active token per company', () => {
  test('a new token revokes the previous one immediately, with user and time', async () => {
    const { id } = await colleague()
    const first = (await make(master, id)).data
    expect((await list(first.token)).outcome).toBe('200')
    const second = (await make(master, id)).data
    expect((await list(first.token)).outcome).toBe('401 access-token-expired')
    expect((await list(second.token)).outcome).toBe('200')
    const { rows, active } = await history(master, id)
    expect(active?.id).toBe(second.id)
    expect(rows.map(({ state }) => state)).toEqual(['active', 'revoked'])
    expect(rows[1]).toMatchObject({
      update_at: app.clock.now().toISOString(),
      update_user: { name: master.who.decodedToken.user.name },
    })
    expect((await lastEvent(app.db)).after).toMatchObject({
      api_token_id: second.id,
      company_id: master.person.company.id,
      revoked_api_token_id: first.id,
    })
  })

  test('an expired token can be replaced and stays expired', async () => {
    const { id } = await colleague()
    const expiresAt = app.clock.now()
    await app.build.apiToken({ userId: id, companyId: master.person.company.id, expiresAt })
    expect((await history(master, id)).active).toBeNull()
    expect((await make(master, id)).outcome).toBe('200')
    const { rows } = await history(master, id)
    expect(rows.map(({ state, revoked }) => [state, revoked])).toEqual([
      ['active', false],
      ['expired', false],
    ])
  })

  test('of ten concurrent creations each returns a token or reports the other one, and one token is active', async () => {
    const { id } = await colleague()
    const body = { userId: id }
    const codes: string[] = []
    for (let n = 0; n < 10; n++) codes.push(await master.confirm('apiTokenCreate', { body }))
    const answers = await Promise.all(
      codes.map((code) => master.callWith({ code }, 'apiTokenCreate', { body })),
    )
    const outcomes = new Set(answers.map(({ outcome }) => outcome))
    expect(
      [...outcomes].filter((one) => !['200', '409 api-token-made-meanwhile'].includes(one)),
    ).toEqual([])
    const living = await app.db
      .selectFrom('api_tokens')
      .select('id')
      .where('user_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
    expect(living).toHaveLength(1)
  })

  test('of two concurrent creations one is refused, and the token of the other stays', async () => {
    const { id } = await colleague()
    const pressed: ReturnType<typeof make>[] = []
    await app.db.transaction().execute(async (db) => {
      const stored = db.selectFrom('user_companies').select('user_id').where('user_id', '=', id)
      await stored.forKeyShare().execute()
      pressed.push(make(master, id), make(master, id))
      await waitingFor(app.db, 'from "user_companies"', 2)
    })
    const answers = await Promise.all(pressed)
    expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual([
      '200',
      '409 api-token-made-meanwhile',
    ])
    expect(await history(master, id)).toMatchObject({ rows: [{ state: 'active' }] })
  })

  test('each company sees and revokes its own tokens, an administrator all', async () => {
    const { person, other } = await colleagueOfTwo()
    const ours = (await make(master, person.id)).data
    const theirs = (await make(other, person.id)).data
    for (const { token } of [ours, theirs]) expect((await list(token)).outcome).toBe('200')
    expect((await history(master, person.id)).rows.map(({ id }) => id)).toEqual([ours.id])
    expect((await history(admin, person.id)).rows).toHaveLength(2)
    expect((await revoke(master, person.id, theirs.id)).outcome).toBe('404 api-token-not-found')
    expect((await revoke(admin, person.id, theirs.id)).outcome).toBe('200')
    expect((await list(theirs.token)).outcome).toBe('401 access-token-expired')
    expect((await list(ours.token)).outcome).toBe('200')
  })

  test('each company sees its own token as the active one, and replaces it', async () => {
    const { person, other } = await colleagueOfTwo()
    const ours = (await make(master, person.id)).data
    const theirs = (await make(other, person.id)).data
    expect((await history(master, person.id)).active?.id).toBe(ours.id)
    expect((await history(other, person.id)).active?.id).toBe(theirs.id)
    expect((await make(other, person.id)).outcome).toBe('200')
    expect((await lastEvent(app.db)).after).toMatchObject({ revoked_api_token_id: theirs.id })
    expect((await make(master, person.id)).outcome).toBe('200')
    expect((await lastEvent(app.db)).after).toMatchObject({ revoked_api_token_id: ours.id })
  })
})

describe('a token is revoked', () => {
  test('with effect on the next call; a second revocation is refused', async () => {
    const { id } = await colleague()
    const made = (await make(master, id)).data
    expect((await list(made.token)).outcome).toBe('200')
    expect((await revoke(master, id, made.id)).outcome).toBe('200')
    expect((await list(made.token)).outcome).toBe('401 access-token-expired')
    expect((await revoke(master, id, made.id)).outcome).toBe('409 api-token-not-active')
    expect((await history(master, id)).active).toBeNull()
  })

  test('with a body that matches the path, or without a body', async () => {
    const { id } = await colleague()
    const { id: tokenId } = (await make(master, id)).data
    const params = { userId: String(id), tokenId: String(tokenId) }
    const outcomeOf = async (body: { token_id: number; user_id: number }) =>
      (await master.call('apiTokenRevoke', { params, body })).outcome
    expect(await outcomeOf({ token_id: tokenId + 1, user_id: id })).toBe('400 invalid-input')
    expect(await outcomeOf({ token_id: tokenId, user_id: id + 1 })).toBe('400 invalid-input')
    expect(await outcomeOf({ token_id: tokenId, user_id: id })).toBe('200')
  })

  test('only under the id of its own holder; under another id it is not found', async () => {
    const [one, other] = [await colleague(), await colleague()]
    const { id } = (await make(master, one.id)).data
    expect((await revoke(master, other.id, id)).outcome).toBe('404 api-token-not-found')
  })

  test.each<[string, (person: Visitor) => Promise<unknown>]>([
    ['a block', ({ email }) => admin.call('userBlock', { body: { email, block: true } })],
    ['a deletion', ({ email }) => admin.call('userDelete', { body: { email } })],
    ['a new password', ({ email }) => admin.call('userResetPassword', { body: { email } })],
  ])('permanently by %s, without a revoker; an unblocking does not restore it', async (_, end) => {
    const person = await colleague()
    const { token } = (await make(master, person.id)).data
    expect((await list(token)).outcome).toBe('200')
    await end(person)
    expect((await list(token)).outcome).toBe('401 access-token-expired')
    await app.db
      .updateTable('users')
      .set({ suspended: false, active: true })
      .where('id', '=', person.id)
      .execute()
    await settleNotifications(app, app.db)
    expect((await list(token)).outcome).toBe('401 access-token-expired')
    expect((await history(admin, person.id)).rows).toMatchObject([
      { state: 'revoked', update_user: null },
    ])
  })

  test('not by a block after its expiry: it stays expired, without a revocation', async () => {
    const { id, email } = await colleague()
    const companyId = master.person.company.id
    await app.build.apiToken({ userId: id, companyId, expiresAt: new Date(0) })
    expect((await admin.call('userBlock', { body: { email, block: true } })).outcome).toBe('200')
    expect((await history(admin, id)).rows).toMatchObject([
      { state: 'expired', revoked: false, update_at: null },
    ])
  })

  test('by a concurrent block: the creation waits for it and is refused', async () => {
    const person = await colleague()
    const body = { userId: person.id }
    const code = await master.confirm('apiTokenCreate', { body })
    const { resolve: isBlocked, promise: blocked } = Promise.withResolvers<void>()
    const block = app.db.transaction().execute(async (db) => {
      const users = db.updateTable('users').set({ suspended: true })
      await users.where('id', '=', person.id).execute()
      isBlocked()
      // Beginning of the statement that locks the user; pg_stat_activity truncates the rest.
      await waitingFor(app.db, 'select "users"."id", "users"."name", "users"."email"')
    })
    await blocked
    const [made] = await Promise.all([master.callWith({ code }, 'apiTokenCreate', { body }), block])
    expect(made.outcome).toBe('409 user-not-active')
    expect((await history(admin, person.id)).rows).toEqual([])
  })
})
