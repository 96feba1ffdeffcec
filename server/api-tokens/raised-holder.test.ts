import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokedBy } from '../../contract/api-tokens.ts'
import { masterProfileId } from '../../contract/constants.ts'
import { dayOf } from '../../contract/days.ts'
import { after, days } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
  holderOf,
} from '../../test/testing/console-client.ts'
import { settleNotifications } from '../../test/testing/settle-notifications.ts'
import { linkTo } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let admin: ConsoleClient
/** Two users of one company: one without the master role, who creates tokens, and a master user. */
let maker: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  maker = await holderOf(app, ['/token-management', '/user-list'])
  master = await arriveInConsole(app, await app.build.consoleUser({ company: companyOf() }))
})
afterAll(() => app.close())

const companyOf = () => maker.person.company

/** Builds a user of the company who can only list users. */
async function colleague(): Promise<Visitor> {
  const profileId = await app.build.profile({ moduleId: 1 })
  await sql`insert into profile_functions (profile_id, function_id, module_id)
    select ${profileId}, id, 1 from functions where module_id = 1 and url = '/user-list'`.execute(
    app.db,
  )
  const person = await app.build.consoleUser({ profileId, company: companyOf() })
  await linkTo(app, person.id, companyOf().id)
  return person
}

async function otherMasterProfile(): Promise<number> {
  const values = { module_id: 1, name: 'Outro master', master_profile: true }
  const made = app.db.insertInto('profiles').values(values).returning('id')
  return (await made.executeTakeFirstOrThrow()).id
}

const rowFor = (userId: number, profileId: number, companyId = companyOf().id) => ({
  user_id: userId,
  profile_id: profileId,
  company_id: companyId,
  spid: null,
})

const give = (userId: number, ...profileIds: number[]) =>
  admin.call('userProfileAdd', { body: profileIds.map((id) => rowFor(userId, id)) })

/** Delegates the master's role, starting in `from` days. */
const lend = (user_id: number, from = 0) =>
  master.call('delegationCreate', {
    body: {
      user_id,
      company_id: companyOf().id,
      begin_date: dayOf(after(app.clock.now(), days(from))),
      profiles: [masterProfileId],
    },
  })

const make = (by: ConsoleClient, userId: number) => by.call('apiTokenCreate', { body: { userId } })
const rowsOf = async (userId: number, search?: string) => {
  const params = { userId: String(userId) }
  const query = search === undefined ? {} : { search }
  return (await admin.call('apiTokenList', { params, query })).data.rows
}
/** Lists users as a program with this token. Returns the outcome. */
const list = async (token: string) =>
  (await app.client.call('userSearch', { token, body: {} })).outcome

describe('a token created by a user for a colleague is revoked permanently when the colleague', () => {
  test.each<[string, (id: number) => Promise<{ outcome: string }>]>([
    ['becomes an administrator', (id) => give(id, 1)],
    ['is given profile 4', (id) => give(id, 4)],
    ['becomes a master user', (id) => give(id, masterProfileId)],
    [
      'becomes a master user by another master profile',
      async (id) => give(id, await otherMasterProfile()),
    ],
    ['receives the role by delegation', (id) => lend(id)],
    ['receives a future delegation of the role', (id) => lend(id, 7)],
  ])('%s; the history states the reason', async (_, raise) => {
    const { id } = await colleague()
    const { token } = (await make(maker, id)).data
    expect(await list(token)).toBe('200')
    expect((await raise(id)).outcome).toBe('200')
    expect(await list(token)).toBe('401 access-token-expired')
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({ state: 'revoked', update_user: null, new_role: true })
    expect(row && revokedBy(row)).toBe('Novo papel do usuário')
    expect(await rowsOf(id, 'novo papel')).toHaveLength(1)
    await app.db.deleteFrom('delegations').where('user_id', '=', id).execute()
    await app.db
      .deleteFrom('user_profiles')
      .where('profile_id', '=', masterProfileId)
      .where('user_id', '=', id)
      .execute()
    await settleNotifications(app, app.db)
    expect(await list(token)).toBe('401 access-token-expired')
  })

  test('receives the role in a bulk assignment, but the tokens of other users stay', async () => {
    const people = [await colleague(), await colleague(), await colleague()]
    const tokens: string[] = []
    for (const { id } of people) tokens.push((await make(maker, id)).data.token)
    const ordinary = await app.build.profile({ moduleId: 1 })
    const body = people.map(({ id }, place) => rowFor(id, place === 1 ? masterProfileId : ordinary))
    expect((await admin.call('userProfileAdd', { body })).outcome).toBe('200')
    expect(await Promise.all(tokens.map(list))).toEqual(['200', '401 access-token-expired', '200'])
  })
})

describe('a token stays if', () => {
  test('the new profile is an ordinary one', async () => {
    const { id } = await colleague()
    const { token } = (await make(maker, id)).data
    expect((await give(id, await app.build.profile({ moduleId: 1 }))).outcome).toBe('200')
    expect(await list(token)).toBe('200')
  })

  test('its holder created it', async () => {
    const { id } = await colleague()
    const { token } = await app.build.apiToken({ userId: id, companyId: companyOf().id })
    expect((await give(id, masterProfileId)).outcome).toBe('200')
    expect(await list(token)).toBe('200')
  })

  test('an administrator created it, unless that administrator has been blocked', async () => {
    const former = await app.build.consoleUser({ profileId: 1 })
    const blocked = app.db.updateTable('users').set({ suspended: true })
    await blocked.where('id', '=', former.id).execute()
    const outcomes: string[] = []
    for (const by of [admin.person.id, former.id]) {
      const { id } = await colleague()
      const { token } = await app.build.apiToken({ userId: id, companyId: companyOf().id, by })
      expect((await give(id, masterProfileId)).outcome).toBe('200')
      outcomes.push(await list(token))
    }
    expect(outcomes).toEqual(['200', '401 access-token-expired'])
  })

  test('the role is for another company', async () => {
    const { id } = await colleague()
    const elsewhere = await app.build.company()
    await linkTo(app, id, elsewhere.id)
    await app.build.plan({ companyId: elsewhere.id, moduleId: 1 })
    const { token } = (await make(maker, id)).data
    const body = [rowFor(id, masterProfileId, elsewhere.id)]
    expect((await admin.call('userProfileAdd', { body })).outcome).toBe('200')
    expect(await list(token)).toBe('200')
  })

  test('it has expired: its state stays, and it is closed', async () => {
    const { id } = await colleague()
    const made = { userId: id, companyId: companyOf().id, by: maker.person.id }
    await app.build.apiToken({ ...made, expiresAt: new Date(0) })
    expect((await give(id, masterProfileId)).outcome).toBe('200')
    const row = app.db.selectFrom('api_tokens').where('user_id', '=', id)
    expect(
      await row
        .select(['revoked_at', 'new_role', sql<boolean>`closed_at is not null`.as('closed')])
        .execute(),
    ).toEqual([{ revoked_at: null, new_role: false, closed: true }])
  })
})

describe('concurrent changes', () => {
  test('the creation of a token waits for a role assignment in progress, and is refused', async () => {
    const { id } = await colleague()
    const companyId = companyOf().id
    const body = { userId: id }
    const code = await maker.confirm('apiTokenCreate', { body })
    const { resolve: isGiven, promise: given } = Promise.withResolvers<void>()
    const giving = app.db.transaction().execute(async (db) => {
      const link = db.selectFrom('user_companies').select('user_id').where('user_id', '=', id)
      await link.forKeyShare().execute()
      await db
        .insertInto('user_profiles')
        .values({ user_id: id, profile_id: masterProfileId, company_id: companyId })
        .execute()
      isGiven()
      await waitingFor(app.db, 'from "user_companies"')
    })
    await given
    const [made] = await Promise.all([maker.callWith({ code }, 'apiTokenCreate', { body }), giving])
    expect(made.outcome).toBe('403 api-token-beyond-own')
    expect(await rowsOf(id)).toEqual([])
  })

  test.each<[string, string, (id: number) => Promise<{ outcome: string }>]>([
    ['assigns', 'select from user_companies', (id) => give(id, masterProfileId)],
    ['delegates', 'from "user_companies"', (id) => lend(id)],
  ])(
    'a write that %s a role waits for a token creation in progress, and revokes the token',
    async (_, statement, raise) => {
      const { id } = await colleague()
      const { resolve: release, promise: released } = Promise.withResolvers<void>()
      const { resolve: isHeld, promise: held } = Promise.withResolvers<void>()
      // The creation has checked the holder's rights and now waits for this insert, which is rolled back later.
      const inTheWay = app.db.transaction().execute(async (db) => {
        const row = {
          user_id: id,
          company_id: companyOf().id,
          created_by: id,
          start: 'portaria_Meio',
        }
        await db
          .insertInto('api_tokens')
          .values({ ...row, digest: Buffer.alloc(32, id) })
          .execute()
        isHeld()
        await released
        await db.deleteFrom('api_tokens').where('user_id', '=', id).execute()
      })
      await held
      const making = make(maker, id)
      await waitingFor(app.db, 'insert into "api_tokens"')
      const raising = raise(id)
      await waitingFor(app.db, statement)
      release()
      await inTheWay
      const [made, raised] = await Promise.all([making, raising])
      expect([made.outcome, raised.outcome]).toEqual(['200', '200'])
      expect(await list(made.data.token)).toBe('401 access-token-expired')
    },
  )
})
