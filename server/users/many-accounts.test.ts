import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import { lockAdministrators } from '../scope/administrators.ts'
import {
  administratorOf,
  arriveInConsole,
  type ConsoleClient,
} from '../../test/testing/console-client.ts'
import { ended, expectOnAllInstances } from '../../test/testing/instance-outcomes.ts'
import { linkTo, masterOf, personOf, subjectsTo } from '../../test/testing/people.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

let app: TestApp
let second: TestInstance
let admin: ConsoleClient
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  second = await app.beside()
  admin = await administratorOf(app)
  master = await masterOf(app)
})
afterAll(() => app.close())

const block = (user_id: number[], on = true, by = admin) =>
  by.call('userBlockMany', { body: { user_id, block: on } })
const remove = (user_id: number[], by = admin) => by.call('userDeleteMany', { body: { user_id } })

/** Returns the state of each account, in the given order. */
async function statesOf(ids: readonly number[]) {
  const rows = await app.db
    .selectFrom('users')
    .select(['id', 'active', 'suspended'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id)
    return row && `${row.active ? 'active' : 'deleted'}${row.suspended ? ', blocked' : ''}`
  })
}

/** Returns the newest top-level audit event and its parts. */
async function lastWrite() {
  const events = await app.db.selectFrom('audit_events').selectAll().orderBy('seq').execute()
  const whole = events.findLast(({ part_of }) => part_of === null)
  return { whole, parts: events.filter(({ part_of }) => part_of === whole?.seq) }
}

/** The operations on many users, by name. */
const acts = [
  ['block', (ids: number[], by?: ConsoleClient) => block(ids, true, by)],
  ['delete', remove],
] as const

describe('PUT /user/block/many', () => {
  test('ends the sessions of all users on every process and sends each one notice', async () => {
    const visitors = [await app.build.visitor(), await app.build.visitor()]
    const entered = await Promise.all(
      visitors.map(async (person) => app.trips.arrive(await app.trips.enter(person), person.at)),
    )
    const ids = visitors.map(({ id }) => id)
    expect((await block(ids)).data).toEqual({ user_id: ids })
    for (const who of entered) await expectOnAllInstances([app, second], who, ended)
    for (const { email } of visitors)
      expect(await subjectsTo(app, email)).toContain('Seu acesso foi bloqueado')
    expect(await statesOf(ids)).toEqual(['active, blocked', 'active, blocked'])
  })

  test('sends the notices as bulk mail, even for a single user, so that one-time codes are not delayed', async () => {
    const queuesOf = async (...people: { email: string }[]) =>
      app.db
        .selectFrom('outbox')
        .select('bulk')
        .where(
          'recipient',
          'in',
          people.map(({ email }) => email),
        )
        .execute()
    const [one, other, alone] = [
      await app.build.user(),
      await app.build.user(),
      await app.build.user(),
    ]
    await block([one.id, other.id])
    await block([alone.id])
    expect(await queuesOf(one, other)).toEqual([{ bulk: true }, { bulk: true }])
    expect(await queuesOf(alone)).toEqual([{ bulk: true }])
  })

  test('skips blocked users: no event, no notice, not in the response', async () => {
    const [one, other] = [await app.build.user(), await app.build.user({ blocked: true })]
    expect((await block([other.id, one.id])).data).toEqual({ user_id: [one.id] })
    expect(await subjectsTo(app, other.email)).toEqual([])
    const { whole, parts } = await lastWrite()
    expect(whole).toMatchObject({
      event: 'user.many-block-changed',
      target: null,
      after: { user_id: [one.id] },
      confirmed_by: 'password',
    })
    expect(parts).toMatchObject([
      {
        event: 'user.block-changed',
        target: `user:${one.id}`,
        user_id: admin.person.id,
        before: { suspended: false },
        after: { suspended: true },
      },
    ])
  })

  test('unblocks users without a notice', async () => {
    const people = [
      await app.build.user({ blocked: true }),
      await app.build.user({ blocked: true }),
    ]
    const ids = people.map(({ id }) => id)
    expect((await block(ids, false)).data).toEqual({ user_id: ids })
    expect(await statesOf(ids)).toEqual(['active', 'active'])
    for (const { email } of people) expect(await subjectsTo(app, email)).toEqual([])
  })
})

describe('POST /user/inactivate/many', () => {
  test('frees the seats and ends the delegations of all users, with an audit event for each', async () => {
    const visitor = await app.build.visitor()
    const lender = await app.build.consoleUser()
    const borrower = await app.build.user()
    const lent = { companyId: lender.company.id, begin: app.clock.now(), end: null }
    const delegation = await app.build.delegation({ ...lent, userId: borrower.id, by: lender.id })
    expect((await remove([visitor.id, lender.id])).data).toEqual({
      user_id: [visitor.id, lender.id],
    })
    const { rows } = await sql<{ used: number }>`select
      seats_used(${visitor.company.id}, ${visitor.module.id}) as used`.execute(app.db)
    expect(rows).toEqual([{ used: 0 }])
    const { whole, parts } = await lastWrite()
    expect(whole?.event).toBe('user.many-deleted')
    expect(parts).toMatchObject([
      { event: 'user.deleted', target: `user:${visitor.id}`, after: { delegations_ended: [] } },
      {
        event: 'user.deleted',
        target: `user:${lender.id}`,
        before: { status: 1 },
        after: { status: 0, delegations_ended: [delegation] },
      },
    ])
  })
})

describe.each(acts)('%s of many users', (_, act) => {
  test('is atomic: refused users are named and nothing changes', async () => {
    const fine = await app.build.user()
    const gone = await app.build.user({ deleted: true })
    const ids = [fine.id, 2_000_000_000, gone.id]
    const { failure, outcome } = await act(ids)
    expect(outcome).toBe('404 user-not-found')
    expect(failure.fields).toEqual({
      'user_id.1': 'Usuário não encontrado.',
      'user_id.2': 'O usuário não está ativo.',
    })
    expect(await statesOf([fine.id])).toEqual(['active'])
  })

  test('refuses a duplicate user', async () => {
    const { id } = await app.build.user()
    const { failure, outcome } = await act([id, id])
    expect(outcome).toBe('400 invalid-input')
    expect(failure.fields).toEqual({ 'user_id.1': 'Este usuário já está na lista.' })
    expect(await statesOf([id])).toEqual(['active'])
  })

  test('changes 500 users with as many statements as two users, and refuses more than 500', async () => {
    const people = await sql<{ id: number }>`
      insert into users (name, email) select 'Ana ' || n, ${crypto.randomUUID()} || n || '@muitos.example'
      from generate_series(1, 502) n returning id`.execute(app.db)
    const ids = people.rows.map(({ id }) => id)
    const few = await statementsOf(() => act(ids.slice(0, 2)))
    let outcome = ''
    const many = await statementsOf(async () => {
      ;({ outcome } = await act(ids.slice(2)))
    })
    expect(outcome).toBe('200')
    expect(many).toHaveLength(few.length)
    const { failure } = await act(ids.slice(1))
    expect(failure.fields).toEqual({ user_id: 'Selecione no máximo 500 usuários por vez.' })
    expect((await act([])).failure.fields).toEqual({
      user_id: 'Selecione ao menos um usuário.',
    })
  })

  test('requires account-wide scope of a master user, and names the reason for each refused user', async () => {
    const own = master.person.company.id
    const mine = await personOf(app, [own])
    const shared = await personOf(app, [own, (await app.build.company()).id])
    const stranger = await personOf(app, [(await app.build.company()).id])
    const { failure, outcome } = await act([mine.id, shared.id], master)
    expect(outcome).toBe('403 user-of-other-companies')
    expect(Object.keys(failure.fields ?? {})).toEqual(['user_id.1'])
    expect((await act([mine.id, stranger.id], master)).outcome).toBe('404 user-not-found')
    expect(await statesOf([mine.id, shared.id, stranger.id])).toEqual([
      'active',
      'active',
      'active',
    ])
    expect((await act([mine.id], master)).outcome).toBe('200')
  })

  test('refuses the caller’s own account', async () => {
    const { id } = await personOf(app, [master.person.company.id])
    await linkTo(app, master.person.id, master.person.company.id)
    for (const by of [admin, master]) {
      const { failure, outcome } = await act([id, by.person.id], by)
      expect(outcome).toBe('409 account-indispensable')
      expect(Object.keys(failure.fields ?? {})).toEqual(['user_id.1'])
    }
    expect(await statesOf([id])).toEqual(['active'])
    await app.db.deleteFrom('user_companies').where('user_id', '=', master.person.id).execute()
  })

  test('leaves one administrator who can sign in if two administrators act on each other concurrently', async () => {
    const house = await createTestApp()
    try {
      const one = await administratorOf(house)
      const { company } = one.person
      const other = await house.build.consoleUser({ profileId: administratorProfileId, company })
      await arriveInConsole(house, other)
      const somebody = await house.build.user()
      const { refused } = await house.db.transaction().execute(async (db) => {
        await lockAdministrators(db)
        const call = act([somebody.id, other.id], one)
        await waitingFor(house.db, 'from profiles where id')
        await db
          .updateTable('users')
          .set({ suspended: true })
          .where('id', '=', one.person.id)
          .execute()
        return { refused: call }
      })
      const { outcome, failure } = await refused
      expect(outcome).toBe('409 account-indispensable')
      expect(Object.keys(failure.fields ?? {})).toEqual(['user_id.1'])
      const states = house.db.selectFrom('users').select(['active', 'suspended'])
      expect(await states.where('id', 'in', [somebody.id, other.id]).execute()).toEqual([
        { active: true, suspended: false },
        { active: true, suspended: false },
      ])
    } finally {
      await house.close()
    }
  })
})

describe('preview of a write for many users (POST /access-effect)', () => {
  test('counts all of them and names refused users', async () => {
    const [one, other] = [await app.build.visitor(), await app.build.visitor()]
    const ask = (user_id: number[]) =>
      admin.call('accessEffectForesee', {
        body: { operation: 'userBlockMany', params: {}, body: { user_id, block: true } },
      })
    expect((await ask([one.id, other.id])).data).toMatchObject({
      refused: null,
      losing: { count: 2, more: false },
    })
    expect((await ask([one.id, 2_000_000_000])).data.refused).toEqual({
      code: 'user-not-found',
      message: 'Usuário não encontrado.',
      fields: { 'user_id.1': 'Usuário não encontrado.' },
    })
    expect(await statesOf([one.id, other.id])).toEqual(['active', 'active'])
  })

  test('counts the borrowers of a deleted lender', async () => {
    const lender = await app.build.consoleUser()
    const borrower = await personOf(app, [lender.company.id])
    const lent = { companyId: lender.company.id, begin: app.clock.now(), end: null }
    await app.build.delegation({ ...lent, userId: borrower.id, by: lender.id })
    const body = { user_id: [lender.id] }
    const { data } = await admin.call('accessEffectForesee', {
      body: { operation: 'userDeleteMany', params: {}, body },
    })
    expect(data.losing).toEqual({ count: 2, more: false })
  })
})
