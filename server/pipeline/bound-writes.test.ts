import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../../contract/api.ts'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import { type BoundServer, createBoundServer } from '../../test/testing/bound-server.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { named } from '../../test/testing/console-client.ts'
import { expectFailure } from '../../test/testing/expect-failure.ts'
import { lastEvent } from '../../test/testing/last-event.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import type { Caller } from '../../test/testing/test-client.ts'
import type { Call } from './call.ts'
import {
  type Run,
  statement,
  type StatementPlan,
  type Transaction,
  transaction,
} from './handler.ts'
import { Problem } from './problem.ts'

const password = 'Senha'
const hash = quickHashOf(password)

type Write = Api['userInvalidateToken']
type Long = Api['userLocalAuthValidate']
type Planned = Api['companyInvitationDecline']

let server: BoundServer
let person: Visitor
let who: Caller
/**
 * The handlers that the tests set: a transaction, a transaction with slow work before it, a transaction with a
 * confirmation, and a statement.
 */
let write: Run<Write>
let long: Omit<Transaction<Long>, 'kind'>
let removal: Run<Api['userSessionEndOthers']>
let plan: (call: Call<Planned>) => StatementPlan<Planned>

beforeAll(async () => {
  server = await createBoundServer({
    userInvalidateToken: (call) => write(call),
    userLocalAuthValidate: transaction({
      beforeTransaction: (call) => long.beforeTransaction?.(call) ?? Promise.resolve(),
      run: (call, prepared) => long.run(call, prepared),
    }),
    companyInvitationDecline: statement((call) => Promise.resolve(plan(call))),
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
/** Renames the user. The tests expect that this write is committed or rolled back. */
const rename = ({ db }: Pick<Call<Write>, 'db'>, name: string) =>
  db.updateTable('users').set({ name }).where('id', '=', person.id).execute()

describe('a write', () => {
  test('writes one event with user, event, address and target', async () => {
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

  test('writes no event if it changes nothing', async () => {
    write = ({ nothingChanged }) => {
      nothingChanged()
      return Promise.resolve({})
    }
    const before = await events()
    await callWrite(who)
    expect(await events()).toBe(before)
  })

  test('audits the delegation that grants it, but not in the log of another company', async () => {
    const guest = await server.build.visitor({ user: await server.build.user({ hash }) })
    const { company } = person
    await server.build.plan({ companyId: company.id, moduleId: consoleModuleId })
    const lender = await server.build.lender(company.id)
    const lent = { userId: guest.id, companyId: company.id, by: lender.id }
    const delegation = await server.build.delegation({
      ...lent,
      begin: server.clock.now(),
      end: null,
    })
    const entered = await server.enter({ ...guest, company, module: person.module })
    await callWrite(entered)
    expect(await lastEvent(server.db)).toMatchObject({
      user_id: guest.id,
      company_id: company.id,
      delegation_id: delegation,
    })
    const { id: companyId } = await server.build.company()
    write = ({ audit }) => {
      audit({ companyId })
      return Promise.resolve({})
    }
    await callWrite(entered)
    expect(await lastEvent(server.db)).toMatchObject({
      user_id: guest.id,
      company_id: companyId,
      delegation_id: null,
    })
  })

  test('with a token without a place audits no company', async () => {
    await callWrite(await server.enter(person, 'nowhere yet'))
    expect(await lastEvent(server.db)).toMatchObject({ user_id: person.id, company_id: null })
  })

  test('without a caller writes an event too', async () => {
    await server.client.request('GET', '/api/federated/callback/7?code=abc')
    expect(await lastEvent(server.db)).toMatchObject({
      event: 'federation.returned',
      user_id: null,
      session_id: null,
      company_id: null,
    })
  })

  test('that is refused adds neither rows nor an event', async () => {
    write = async (call) => {
      await rename(call, 'Não fica')
      throw new Problem('access-token-invalid')
    }
    const before = [await events(), await nameOf()]
    expect((await callWrite()).outcome).toBe('401 access-token-invalid')
    expect([await events(), await nameOf()]).toEqual(before)
  })

  test('that is refused before it returns a promise is recorded like any other', async () => {
    const before = await events()
    write = () => {
      throw new Problem('access-token-invalid', { recorded: true })
    }
    expect((await callWrite()).outcome).toBe('401 access-token-invalid')
    expect(await events()).toBe(before + 1)
  })

  test('that is refused and recorded writes its rows and an event with the reason', async () => {
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

  test('that fails unexpectedly returns 500 and writes nothing', async () => {
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

describe('a write with slow work', () => {
  const call = () =>
    server.client.call('userLocalAuthValidate', { ...who, body: { basic: 'YTpi' } })

  test('does the work outside the transaction and passes the result on', async () => {
    long = {
      async beforeTransaction({ db, body: { basic } }) {
        const { id } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
        expect(db.isTransaction).toBe(false)
        return { id, basic }
      },
      run({ db, audit }, prepared) {
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
    ['that must be recorded adds an event', true, 1],
    ['that need not be recorded adds none', false, 0],
  ])('and a refusal during the slow work %s', async (_, recorded, count) => {
    long = {
      beforeTransaction({ audit }) {
        audit({ target: 'user:7', after: { meant: 'this' } })
        throw new Problem('password-invalid', { recorded, auditDetails: { refusals: 3 } })
      },
      run: () => Promise.resolve({}),
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

describe('a statement', () => {
  const decline = () =>
    server.client.call('companyInvitationDecline', { ...who, params: { id: '1' } })
  /** Renames the person if the name is still `from`. */
  const renamed = (from: string, to: string) => ({
    accepted: sql`update users set name = ${to} where id = ${person.id} and name = ${from} returning id`,
  })
  /** Lets each call of the handler return the next of these plans. */
  const planEach = (...plans: StatementPlan<Planned>[]) => {
    plan = ({ audit }) => {
      audit({ target: `user:${person.id}`, after: { plans: plans.length } })
      const next = plans.shift()
      if (!next) throw new Error('No more plans.')
      return next
    }
  }

  test('is written with its event before the response is sent', async () => {
    const [from, before] = [await nameOf(), await events()]
    let committed = 0
    planEach({ write: renamed(from, 'Um'), output: {}, onCommitted: () => committed++ })
    expect((await decline()).outcome).toBe('200')
    expect([await nameOf(), await events(), committed]).toEqual(['Um', before + 1, 1])
    expect(await lastEvent(server.db)).toMatchObject({
      operation: 'companyInvitationDecline',
      user_id: person.id,
      target: `user:${person.id}`,
      after: { plans: 1 },
    })
  })

  test('whose plan is outdated writes nothing and is planned again with an empty event', async () => {
    const [from, before] = [await nameOf(), await events()]
    let committed = 0
    const rest = { output: {}, onCommitted: () => committed++ }
    planEach(
      { write: renamed('Ninguém', 'Nunca'), ...rest },
      { write: renamed(from, 'Dois'), ...rest },
    )
    expect((await decline()).outcome).toBe('200')
    expect([await nameOf(), await events(), committed]).toEqual(['Dois', before + 1, 1])
    expect((await lastEvent(server.db)).after).toEqual({ plans: 1 })
  })

  test('whose plan is always outdated fails after five plans and writes no event', async () => {
    const before = await events()
    const late = { write: renamed('Ninguém', 'Nunca'), output: {} }
    const plans = Array.from({ length: 9 }, () => late)
    planEach(...plans)
    let asked = 0
    const next = plan
    plan = (call) => {
      asked++
      return next(call)
    }
    const answer = await server.client.request('DELETE', '/api/user/company-invitation/1', who)
    expect([answer.outcome, asked]).toEqual(['500 internal', 5])
    expect(await events()).toBe(before)
  })

  test('that refuses is written; its event contains the reason unless the problem is not audited', async () => {
    const [from, before] = [await nameOf(), await events()]
    const refused = (audited: boolean) =>
      new Problem('invitation-not-found', {
        recorded: true,
        audited,
        auditDetails: { tries: 3 },
      })
    planEach({ write: renamed(from, 'Três'), refused: refused(true) })
    expect((await decline()).outcome).toBe('404 invitation-not-found')
    expect([await nameOf(), await events()]).toEqual(['Três', before + 1])
    expect((await lastEvent(server.db)).after).toEqual({
      plans: 1,
      refused: 'invitation-not-found',
      tries: 3,
    })
    planEach({ write: renamed('Três', 'Quatro'), refused: refused(false) })
    expect((await decline()).outcome).toBe('404 invitation-not-found')
    expect([await nameOf(), await events()]).toEqual(['Quatro', before + 1])
  })

  test('without a write returns its output and writes no event', async () => {
    const before = await events()
    planEach({ output: {} })
    expect((await decline()).outcome).toBe('200')
    expect(await events()).toBe(before)
  })

  test('that needs several statements runs as a transaction with its event', async () => {
    const before = await events()
    planEach({
      transaction: async ({ db, audit }) => {
        expect(db.isTransaction).toBe(true)
        await rename({ db }, 'Cinco')
        audit({ before: { name: 'Quatro' } })
        return {}
      },
    })
    expect((await decline()).outcome).toBe('200')
    expect([await nameOf(), await events()]).toEqual(['Cinco', before + 1])
    expect(await lastEvent(server.db)).toMatchObject({
      before: { name: 'Quatro' },
      after: { plans: 1 },
    })
  })
})

describe('a write that needs a confirmation', () => {
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

  test('is refused without it; the event has its method', async () => {
    expect((await call()).outcome).toBe('403 identity-confirmation-required')
    const code = await proof()
    expect((await call(code)).outcome).toBe('200')
    expect((await lastEvent(server.db)).confirmed_by).toBe('password')
    expect((await call(code)).outcome).toBe('403 identity-confirmation-required')
  })

  test('keeps the confirmation valid when it is refused', async () => {
    const code = await proof()
    removal = () => Promise.reject(new Error('Something broke.'))
    const headers = { code }
    const refused = await server.client.request('DELETE', '/api/user/sessions', { ...who, headers })
    expect(refused.outcome).toBe('500 internal')
    removal = () => Promise.resolve({ ended: 0 })
    expect((await call(code)).outcome).toBe('200')
  })

  test('returns the declared problem of a violated constraint', async () => {
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
