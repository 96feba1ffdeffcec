import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../../contract/api.ts'
import { administratorProfileId } from '../../contract/constants.ts'
import { type BoundServer, createBoundServer } from '../testing/bound-server.ts'
import type { Visitor } from '../testing/builders.ts'
import { named } from '../testing/console-client.ts'
import { expectFailure } from '../testing/expect-failure.ts'
import { lastEvent } from '../testing/last-event.ts'
import { quickHashOf } from '../testing/quick-hash.ts'
import type { Caller } from '../testing/test-client.ts'
import { type Call, type Handler, OneStatement, type PreparedHandler } from './call.ts'
import { Problem } from './problem.ts'

const password = 'Senha'
const hash = quickHashOf(password)

type Write = Api['userInvalidateToken']
type Long = Api['userLocalAuthValidate']

let server: BoundServer
let person: Visitor
let who: Caller
/** What the handlers of this file do: a write, one that first works for long, and one that asks for proof. */
let write: Handler<Write>
let long: PreparedHandler<Long, unknown>
let removal: Handler<Api['userSessionEndOthers']>

beforeAll(async () => {
  server = await createBoundServer({
    userInvalidateToken: (call) => write(call),
    userLocalAuthValidate: {
      prepare: (call) => long.prepare(call),
      write: (call, prepared) => long.write(call, prepared),
    },
    userSessionEndOthers: (call) => removal(call),
    federatedCompanyCallback: () => Promise.resolve({ location: '/auth' }),
  })
  person = await server.build.consoleUser({
    user: await server.build.user({ hash }),
    profileId: administratorProfileId,
  })
  who = await server.enter(person)
})
afterAll(() => server.close())
beforeEach(() => {
  write = () => Promise.resolve({})
  removal = () => Promise.resolve({ ended: 0 })
})

const body = { access_token: 'x' }
const callWrite = (caller: Caller = who) =>
  server.client.call('userInvalidateToken', { ...caller, body })
const events = async () =>
  (await server.db.selectFrom('audit_events').select('seq').execute()).length
const nameOf = async () =>
  (
    await server.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
  ).name
/** Part of a write: what its transaction keeps or takes back. */
const rename = ({ db }: Pick<Call<Write>, 'db'>, name: string) =>
  db.updateTable('users').set({ name }).where('id', '=', person.id).execute()

describe('a write', () => {
  test('leaves one event that says who, what, from where and on what', async () => {
    write = ({ audit }) => {
      audit({ target: 'user:1', before: { name: 'a' } })
      audit({ target: 'user:2', after: { name: 'b' } })
      return Promise.resolve({})
    }
    const before = await events()
    await callWrite({ ...who, address: '10.9.8.7' })
    expect(await events()).toBe(before + 1)
    const session = await server.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', person.id)
      .orderBy('created_at')
      .executeTakeFirstOrThrow()
    expect(await lastEvent(server.db)).toMatchObject({
      operation: 'userInvalidateToken',
      event: 'session.signed-out',
      user_id: person.id,
      session_id: session.id,
      company_id: person.company.id,
      delegation_id: null,
      confirmed_by: null,
      target: 'user:2',
      before: { name: 'a' },
      after: { name: 'b' },
      address: '10.9.8.7',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
  })

  test('says which delegation it rests on', async () => {
    const guest = await server.build.visitor({ user: await server.build.user({ hash }) })
    const { company } = person
    const lent = { userId: guest.id, companyId: company.id, by: person.id }
    const delegation = await server.build.delegation({
      ...lent,
      begin: server.clock.now(),
      end: null,
    })
    await callWrite(await server.enter({ ...guest, company, module: person.module }))
    expect(await lastEvent(server.db)).toMatchObject({
      user_id: guest.id,
      company_id: company.id,
      delegation_id: delegation,
    })
  })

  test('of a token for no place tells no company', async () => {
    await callWrite(await server.enter(person, 'nowhere yet'))
    expect(await lastEvent(server.db)).toMatchObject({ user_id: person.id, company_id: null })
  })

  test('of nobody known leaves an event too', async () => {
    await server.client.request('GET', '/api/federated/callback/7?code=abc')
    expect(await lastEvent(server.db)).toMatchObject({
      event: 'federation.returned',
      user_id: null,
      session_id: null,
      company_id: null,
    })
  })

  test('that is refused leaves nothing, neither rows nor event', async () => {
    write = async (call) => {
      await rename(call, 'Não fica')
      throw new Problem('access-token-invalid')
    }
    const before = [await events(), await nameOf()]
    expect((await callWrite()).outcome).toBe('401 access-token-invalid')
    expect([await events(), await nameOf()]).toEqual(before)
  })

  test('that is refused and recorded leaves its rows, and an event that says why', async () => {
    write = async (call) => {
      await rename(call, 'Fica')
      call.audit({ target: 'user:1', after: { tried: true } })
      throw new Problem('access-token-invalid', { recorded: true })
    }
    expect((await callWrite()).outcome).toBe('401 access-token-invalid')
    expect(await nameOf()).toBe('Fica')
    expect(await lastEvent(server.db)).toMatchObject({
      target: 'user:1',
      after: { refused: 'access-token-invalid' },
    })
  })

  test('that fails without a declared problem is a 500 and leaves nothing', async () => {
    write = async (call) => {
      await rename(call, 'Não fica')
      throw new Error('Something broke.')
    }
    const before = [await events(), await nameOf()]
    const answer = await server.client.request('PUT', '/api/user/invalidate-token', {
      ...who,
      body: JSON.stringify(body),
    })
    expectFailure(answer, '500 internal')
    expect([await events(), await nameOf()]).toEqual(before)
    expect(server.log.join('')).toContain('Something broke.')
  })
})

describe('a write that works for long', () => {
  const call = () =>
    server.client.call('userLocalAuthValidate', { ...who, body: { basic: 'YTpi' } })

  test('prepares outside the transaction and hands on what it made', async () => {
    long = {
      async prepare({ db, body: { basic } }) {
        const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
        expect(db.isTransaction).toBe(false)
        return { id, basic }
      },
      write({ db, audit }, prepared) {
        expect(db.isTransaction).toBe(true)
        audit({ target: JSON.stringify(prepared) })
        return Promise.resolve({})
      },
    }
    expect((await call()).outcome).toBe('200')
    const { target } = await lastEvent(server.db)
    expect(JSON.parse(target ?? '')).toEqual({ id: expect.any(Number) as number, basic: 'YTpi' })
  })

  test.each([
    ['that is to be recorded leaves an event', true, 1],
    ['leaves none', false, 0],
  ])('and a refusal while it prepares %s', async (_, recorded, count) => {
    long = {
      prepare({ audit }) {
        audit({ target: 'user:7', after: { meant: 'this' } })
        throw new Problem('password-invalid', { recorded, told: { refusals: 3 } })
      },
      write: () => Promise.resolve({}),
    }
    const before = await events()
    expect((await call()).outcome).toMatch(/password-invalid$/)
    expect((await events()) - before).toBe(count)
    if (recorded)
      expect(await lastEvent(server.db)).toMatchObject({
        target: 'user:7',
        after: { meant: 'this', refused: 'password-invalid', refusals: 3 },
      })
  })
})

describe('a write that is one statement', () => {
  const callLong = () =>
    server.client.call('userLocalAuthValidate', { ...who, body: { basic: 'eDp5' } })
  /** Gives the person a name, if nobody gave them another one meanwhile. */
  const renamed = (from: string, to: string) => ({
    written: sql`update users set name = ${to} where id = ${person.id} and name = ${from} returning id`,
  })
  /** Each time it is asked it decides the next of these. */
  const decide = (...decisions: (() => OneStatement<object>)[]) => {
    long = {
      prepare: ({ audit }) => {
        audit({ target: `user:${person.id}`, after: { decisions: decisions.length } })
        return Promise.resolve(decisions.shift()?.())
      },
      write: () => Promise.reject(new Error('Not asked for.')),
    }
  }

  test('is written with its event, and only then answered', async () => {
    const [from, before] = [await nameOf(), await events()]
    let told = 0
    decide(() => new OneStatement(renamed(from, 'Um'), { output: {}, onceWritten: () => told++ }))
    expect((await callLong()).outcome).toBe('200')
    expect([await nameOf(), await events(), told]).toEqual(['Um', before + 1, 1])
    expect(await lastEvent(server.db)).toMatchObject({
      operation: 'userLocalAuthValidate',
      user_id: person.id,
      target: `user:${person.id}`,
      after: { decisions: 1 },
    })
  })

  test('that comes too late writes nothing, and is decided anew, as if for the first time', async () => {
    const [from, before] = [await nameOf(), await events()]
    let told = 0
    const tell = { output: {}, onceWritten: () => told++ }
    decide(
      () => new OneStatement(renamed('Ninguém', 'Nunca'), tell),
      () => new OneStatement(renamed(from, 'Dois'), tell),
    )
    expect((await callLong()).outcome).toBe('200')
    expect([await nameOf(), await events(), told]).toEqual(['Dois', before + 1, 1])
    expect((await lastEvent(server.db)).after).toEqual({ decisions: 1 })
  })

  test('that always comes too late is given up, without a trace', async () => {
    const before = await events()
    const late = () => new OneStatement(renamed('Ninguém', 'Nunca'), { output: {} })
    decide(...Array.from({ length: 9 }, () => late))
    const answer = await server.client.request('POST', '/api/user-local/auth-validate', {
      ...who,
      body: JSON.stringify({ basic: 'eDp5' }),
    })
    expect(answer.outcome).toBe('500 internal')
    expect(await events()).toBe(before)
  })

  test('may refuse: what it wrote stays, and the event says why, unless nothing is to be told', async () => {
    const [from, before] = [await nameOf(), await events()]
    const refusal = (told: Record<string, number> | false) => ({
      refused: new Problem('password-invalid', { recorded: true, told }),
    })
    decide(() => new OneStatement(renamed(from, 'Três'), refusal({ tries: 3 })))
    expect((await callLong()).outcome).toBe('401 password-invalid')
    expect([await nameOf(), await events()]).toEqual(['Três', before + 1])
    expect((await lastEvent(server.db)).after).toEqual({
      decisions: 1,
      refused: 'password-invalid',
      tries: 3,
    })
    decide(() => new OneStatement(renamed('Três', 'Quatro'), refusal(false)))
    expect((await callLong()).outcome).toBe('401 password-invalid')
    expect([await nameOf(), await events()]).toEqual(['Quatro', before + 1])
  })
})

describe('a write that asks for proof of identity', () => {
  const operation = 'userSessionEndOthers'

  async function proof(): Promise<string> {
    const answer = await server.client.call('userLocalValidatePassword', {
      ...who,
      body: { email: person.email, password, operations: [named(operation, {}, undefined)] },
    })
    return answer.data.code
  }
  const call = (code?: string) =>
    server.client.call(operation, { ...who, ...(code !== undefined && { headers: { code } }) })

  test('is refused without it, and the trail tells how it was given', async () => {
    expect((await call()).outcome).toBe('403 identity-confirmation-required')
    const code = await proof()
    expect((await call(code)).outcome).toBe('200')
    expect((await lastEvent(server.db)).confirmed_by).toBe('password')
    expect((await call(code)).outcome).toBe('403 identity-confirmation-required')
  })

  test('gives the proof back when it is refused', async () => {
    const code = await proof()
    removal = () => Promise.reject(new Error('Something broke.'))
    const headers = { code }
    const refused = await server.client.request('DELETE', '/api/user/sessions', { ...who, headers })
    expect(refused.outcome).toBe('500 internal')
    removal = () => Promise.resolve({ ended: 0 })
    expect((await call(code)).outcome).toBe('200')
  })

  test('and breaks a constraint is answered with what that means', async () => {
    const given = { name: 'Credenciamento', description: 'x' }
    const confirmed = await server.client.call('userLocalValidatePassword', {
      ...who,
      body: {
        email: person.email,
        password,
        operations: [named('serviceCreate', {}, given)],
      },
    })
    const headers = { code: confirmed.data.code }
    const answer = await server.client.call('serviceCreate', { ...who, headers, body: given })
    expect(answer.outcome).toMatch(/service-name-in-use$/)
    expect(Object.keys(answer.failure.fields ?? {})).toEqual(['name'])
  })
})
