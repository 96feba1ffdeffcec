import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultPassword, type Visitor } from '../testing/builders.ts'
import { administratorOf } from '../testing/console-client.ts'
import { settleNotifications } from '../testing/settle-notifications.ts'
import { statementsOf } from '../testing/statements.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'

describe('number of statements of a call', () => {
  let app: TestApp
  let person: Visitor
  let who: SignedIn
  let initial: SignedIn
  let made = 0

  beforeAll(async () => {
    app = await createTestApp()
    person = await app.build.consoleUser()
    initial = await app.trips.enter(person)
    who = await app.trips.arrive(initial, person.at)
  })
  afterAll(() => app.close())

  test('POST /user/valid: none with warm caches, whatever the result', async () => {
    await app.trips.valid(who)
    const statements = await statementsOf(async () => {
      for (let i = 0; i < 20; i++) expect((await app.trips.valid(who)).status).toBe(200)
      expect((await app.trips.valid(who, '/plan-list')).status).toBe(403)
    })
    expect(statements).toEqual([])
  })

  test('POST /user/valid: two with cold caches (session and grants)', async () => {
    const cold = await app.beside()
    const statements = await statementsOf(() => cold.trips.valid(who))
    expect(statements).toHaveLength(2)
    await cold.close()
  })

  test('POST /user/initial-permissions: one, however many choices there are', async () => {
    const ask = () =>
      app.client.call('userInitialPermissions', {
        ...initial,
        body: { access_token: initial.token },
      })
    const few = await statementsOf(ask)
    for (let i = 0; i < 12; i++) await app.build.visitor({ user: person })
    await settle()
    let offered = 0
    const many = await statementsOf(async () => {
      offered = (await ask()).data.companies.length
    })
    expect(offered).toBe(13)
    expect([few.length, many.length]).toEqual([1, 1])
  })

  test('GET /user/sessions: one, however many sessions there are', async () => {
    const ask = () => app.client.call('userSessionList', who)
    await ask()
    const few = await statementsOf(ask)
    for (let i = 0; i < 3; i++) await app.trips.enter(person)
    const many = await statementsOf(ask)
    expect((await ask()).data.sessions).toHaveLength(4)
    expect([few.length, many.length]).toEqual([1, 1])
  })

  test('GET /profile: two, however many profiles there are, with and without a search', async () => {
    const ask = (query: object) => app.client.call('profileList', { ...who, query })
    const both = async () => [
      (await statementsOf(() => ask({ take: '50' }))).length,
      (await statementsOf(() => ask({ take: '50', search: 'perfil' }))).length,
    ]
    await addProfiles(1)
    const few = await both()
    await addProfiles(40)
    expect((await ask({ take: '50' })).data.rows).toHaveLength(41)
    expect([few, await both()]).toEqual([
      [2, 2],
      [2, 2],
    ])
  })

  test('available and held functions of a profile: two for each list, however many functions there are', async () => {
    const [id = 0] = await addProfiles(1)
    const params = { id: String(id) }
    const consult = { params: { profileId: params.id } }
    const choose = () => app.client.call('profileConsultModule', { ...who, ...consult })
    const held = () => app.client.call('profileFunctionList', { ...who, params })
    await choose()
    const few = [await statementsOf(choose), await statementsOf(held)]
    await holdFunctions(id, 300)
    const many = [await statementsOf(choose), await statementsOf(held)]
    expect((await choose()).data.functions.length).toBeGreaterThan(300)
    expect((await held()).data.functions).toHaveLength(300)
    expect([...few, ...many].map((statements) => statements.length)).toEqual([2, 2, 2, 2])
  })

  /** Waits until the server has processed notifications of direct writes, and fills its caches. */
  async function settle(): Promise<void> {
    await settleNotifications(app, app.db)
    await app.trips.valid(who)
    await app.trips.validate(initial.token, initial.cookie)
  }

  /** Adds profiles of the user's company in this console. */
  async function addProfiles(count: number): Promise<number[]> {
    const rows = Array.from({ length: count }, () => ({
      module_id: 1,
      company_id: person.company.id,
      name: `Perfil de contagem ${(made += 1)}`,
    }))
    const added = await app.db.insertInto('profiles').values(rows).returning('id').execute()
    await settle()
    return added.map((row) => row.id)
  }

  async function holdFunctions(profileId: number, count: number): Promise<void> {
    await sql`with made as (
        insert into functions (module_id, name, url, environment, method)
        select 1, 'Função ' || n, '/contagem/' || n, 'back', 'GET' from generate_series(1, ${count}::integer) n returning id)
      insert into profile_functions (profile_id, function_id, module_id) select ${profileId}::integer, id, 1 from made`.execute(
      app.db,
    )
    await settle()
  }

  test('POST /user-profile: the same number for 90 users as for two', async () => {
    const admin = await administratorOf(app)
    const { id: company_id } = await app.build.company()
    const { id: moduleId } = await app.build.module({ secret: false })
    await app.build.plan({ companyId: company_id, moduleId, seats: 99 })
    const profile_id = await app.build.profile({ moduleId })
    const { rows: people } = await sql<{ user_id: number }>`with made as (
        insert into users (name, email) select 'Pessoa Contada', 'contada' || n || '@operadora.example'
        from generate_series(1, 92) n returning id)
      insert into user_companies (user_id, company_id) select id, ${company_id}::integer from made
      returning user_id`.execute(app.db)
    const countOf = async (some: typeof people) => {
      const body = some.map(({ user_id }) => ({ user_id, profile_id, company_id, spid: null }))
      const code = await admin.confirm('userProfileAdd', { body })
      const statements = await statementsOf(async () => {
        expect((await admin.callWith({ code }, 'userProfileAdd', { body })).outcome).toBe('200')
      })
      return statements.length
    }
    const few = await countOf(people.slice(0, 2))
    expect(await countOf(people.slice(2))).toBe(few)
  })

  /** Returns the number of statements of the call. */
  const countOf = async (call: () => Promise<{ outcome: string }>) =>
    (await statementsOf(async () => expect((await call()).outcome).toBe('200'))).length

  test('each step of a sign-in and a confirmation: four, or five if it sends or compares a code', async () => {
    const { email } = await app.build.user()
    const start = () => app.client.call('authLocal', { headers: basic(email, defaultPassword) })
    // Statements: the user, the failure counter before and after the hash, and the write with its event.
    expect(await countOf(start)).toBe(4)
    const session = await app.trips.begin(email)
    const choose = () =>
      app.client.call('userChooseMfa', { body: { session, email, answer: 'EMAIL_OTP' } })
    // Statements: the challenge, the message counter, the lock of the challenge, the code, and the event.
    expect(await countOf(choose)).toBe(5)
    const code = await app.trips.sendCode(session, email)
    // Statements: the challenge, the failure counter, the try, the counter after it, and the write with its event.
    expect(await countOf(() => app.trips.answer(session, email, code))).toBe(5)
    const confirm = () =>
      app.client.call('userLocalValidatePassword', {
        ...who,
        body: {
          email: person.email,
          password: defaultPassword,
          operations: [
            { method: 'DELETE', path: '/user/sessions', body_sha256: hash('sha256', '') },
            { method: 'DELETE', path: '/user/session/1', body_sha256: hash('sha256', '') },
          ],
        },
      })
    expect(await countOf(confirm)).toBe(4)
  })

  test('issue and exchange of a code: three', async () => {
    await app.trips.arrive(initial, person.at)
    const statements = await statementsOf(() => app.trips.arrive(initial, person.at))
    // Statements: insert of the code with its event, lookup of the code, and its use with its event.
    expect(statements).toHaveLength(3)
    // An unused code and its event may be lost in a crash; the use of a code may not.
    expect(statements.map((text) => text.includes('synchronous_commit'))).toEqual([
      true,
      false,
      false,
    ])
  })
})
