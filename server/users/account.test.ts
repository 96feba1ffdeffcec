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
import { lastEvent } from '../../test/testing/last-event.ts'
import { linkTo, masterOf, personOf, subjectsTo, userRow } from '../../test/testing/people.ts'
import { createTestApp, type TestApp, type TestInstance } from '../../test/testing/test-app.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

const ofOthers =
  'Esta pessoa também trabalha para outra empresa: só um administrador altera a conta dela.'
const indispensable =
  'Ninguém bloqueia nem exclui a si mesmo, e a Gestão de Acesso não pode ficar sem administrador.'

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

const block = (email: string, on: boolean, by = admin) =>
  by.call('userBlock', { body: { email, block: on } })
const remove = (email: string, by = admin) => by.call('userDelete', { body: { email } })
const activate = (id: number, by = admin) => by.call('userActivate', { body: { id } })
const stateOf = async (email: string) => {
  const { active, suspended } = (await userRow(app, email)) ?? {}
  return { active, suspended }
}

describe('PUT /user/block', () => {
  test('ends all sessions of the user on every process within a second and sends one notice', async () => {
    const visitor = await app.build.visitor()
    const initial = await app.trips.enter(visitor)
    const who = await app.trips.arrive(initial, visitor.at)
    await expectOnAllInstances([app, second], who, '200')
    expect((await block(visitor.email, true)).outcome).toBe('200')
    await expectOnAllInstances([app, second], who, ended)
    await expectOnAllInstances([app, second], initial, ended)
    expect(await lastEvent(app.db)).toMatchObject({
      event: 'user.block-changed',
      target: `user:${visitor.id}`,
      before: { suspended: false },
      after: { suspended: true },
    })
    expect((await block(visitor.email, true)).outcome).toBe('200')
    const notices = await subjectsTo(app, visitor.email)
    expect(notices.filter((subject) => subject === 'Seu acesso foi bloqueado')).toHaveLength(1)
  })

  test('unblocks without a notice', async () => {
    const { email } = await app.build.user({ blocked: true })
    expect((await block(email, false)).outcome).toBe('200')
    expect(await stateOf(email)).toEqual({ active: true, suspended: false })
    expect(await subjectsTo(app, email)).toEqual([])
  })

  test('requires an active user: a deleted one is neither blocked nor unblocked', async () => {
    const { email } = await app.build.user({ deleted: true, blocked: true })
    for (const on of [true, false])
      expect((await block(email, on)).outcome).toBe('409 user-not-active')
    expect(await stateOf(email)).toEqual({ active: false, suspended: true })
  })

  test('ignores the case of the e-mail', async () => {
    const { email } = await app.build.user()
    expect((await block(email.toUpperCase(), true)).outcome).toBe('200')
    expect(await stateOf(email)).toMatchObject({ suspended: true })
  })
})

describe('POST /user/inactivate and POST /user/activate-user-management', () => {
  test('delete ends every session within a second and frees the seats; activate takes them again', async () => {
    const visitor = await app.build.visitor()
    const initial = await app.trips.enter(visitor)
    const who = await app.trips.arrive(initial, visitor.at)
    const used = async () => {
      const { rows } = await sql<{ used: number }>`select
        seats_used(${visitor.company.id}, ${visitor.module.id}) as used`.execute(app.db)
      return rows[0]?.used
    }
    expect(await used()).toBe(1)
    expect((await remove(visitor.email)).outcome).toBe('200')
    await expectOnAllInstances([app, second], who, ended)
    await expectOnAllInstances([app, second], initial, ended)
    expect(await used()).toBe(0)
    expect((await remove(visitor.email)).outcome).toBe('409 user-not-active')
    expect((await activate(visitor.id)).outcome).toBe('200')
    expect(await used()).toBe(1)
    expect((await activate(visitor.id)).outcome).toBe('409 user-not-deleted')
  })

  test('an activation beyond the seats of a plan is refused', async () => {
    const visitor = await app.build.visitor()
    await remove(visitor.email)
    await app.db
      .updateTable('plans')
      .set({ active: false })
      .where('id', '=', visitor.planId)
      .execute()
    const { failure } = await activate(visitor.id)
    expect([failure.httpStatus, failure.httpMessage]).toEqual([
      409,
      'Limite de usuários neste plano excedido',
    ])
    expect(await stateOf(visitor.email)).toMatchObject({ active: false })
  })

  test('a user blocked before the deletion is blocked after the activation', async () => {
    const { id, email } = await app.build.user({ blocked: true })
    await remove(email)
    await activate(id)
    expect(await stateOf(email)).toEqual({ active: true, suspended: true })
  })

  test('a deletion ends the delegations of the user, a block does not', async () => {
    const lender = await app.build.consoleUser()
    const other = await app.build.user()
    const lent = { companyId: lender.company.id, begin: app.clock.now(), end: null }
    const id = await app.build.delegation({ ...lent, userId: other.id, by: lender.id })
    const isOpen = async () => {
      const row = app.db.selectFrom('delegations').select('closed_at').where('id', '=', id)
      return (await row.executeTakeFirstOrThrow()).closed_at === null
    }
    await block(lender.email, true)
    expect(await isOpen()).toBe(true)
    await block(lender.email, false)
    await remove(lender.email)
    expect(await isOpen()).toBe(false)
    expect((await lastEvent(app.db)).after).toEqual({ status: 0, delegations_ended: [id] })
  })
})

/** The operations on an account as a whole. */
const accountWide: [
  string,
  (by: ConsoleClient, user: { id: number; email: string }) => Promise<{ outcome: string }>,
][] = [
  ['block', (by, { email }) => block(email, true, by)],
  ['unblock', (by, { email }) => block(email, false, by)],
  ['delete', (by, { email }) => remove(email, by)],
  ['activate', (by, { id }) => activate(id, by)],
  [
    'change name and phone',
    (by, { id }) =>
      by.call('userUpdate', { body: { id, name: 'Ana Lima', phone_number: '5541987650001' } }),
  ],
  ['invite again', (by, { id }) => by.call('userInvite', { body: { id } })],
  ['reset the password', (by, { email }) => by.call('userResetPassword', { body: { email } })],
  ['see the locks', (by, { id }) => by.call('userLockList', { params: { userId: String(id) } })],
  ['lift the locks', (by, { id }) => by.call('userUnlock', { params: { userId: String(id) } })],
  [
    'see the sessions',
    (by, { id }) => by.call('sessionListOfUser', { params: { userId: String(id) } }),
  ],
  [
    'see the factors',
    (by, { id }) => by.call('factorListOfUser', { params: { userId: String(id) } }),
  ],
  [
    'end a session',
    (by, { id }) =>
      by.call('sessionEndOfUser', {
        params: { userId: String(id), id: '00000000-0000-4000-8000-000000000000' },
      }),
  ],
  [
    'end all sessions',
    (by, { id }) => by.call('sessionEndAllOfUser', { params: { userId: String(id) } }),
  ],
]

describe('a master user', () => {
  const own = () => master.person.company.id
  const whole = async (id: number) => {
    const [user, passwords] = await Promise.all([
      app.db.selectFrom('users').selectAll().where('id', '=', id).execute(),
      app.db.selectFrom('passwords').selectAll().where('user_id', '=', id).execute(),
    ])
    return { user, passwords }
  }

  test.each(accountWide)(
    'cannot %s for a user who also works for another company',
    async (_, act) => {
      const elsewhere = await app.build.company()
      const linked = await personOf(app, [own(), elsewhere.id])
      // This user is not linked to the other company, but has a profile there.
      const holding = await app.build.visitor({ user: await personOf(app, [own()]) })
      // This user has only a delegation in the other company.
      const lent = await personOf(app, [own()])
      await app.build.delegation({
        userId: lent.id,
        companyId: elsewhere.id,
        by: admin.person.id,
        begin: app.clock.now(),
        end: null,
      })
      for (const user of [linked, holding, lent]) {
        const before = await whole(user.id)
        const answer = await act(master, user)
        expect(answer.outcome).toBe('403 user-of-other-companies')
        expect(await whole(user.id)).toEqual(before)
      }
    },
  )

  test.each(accountWide)(
    'cannot %s for an administrator or a user of another company, and both are indistinguishable from unknown users',
    async (_, act) => {
      const stranger = await personOf(app, [(await app.build.company()).id])
      const boss = await app.build.consoleUser({
        profileId: administratorProfileId,
        company: master.person.company,
      })
      await linkTo(app, boss.id, own())
      for (const user of [
        stranger,
        boss,
        { id: 2_000_000_000, email: 'ninguem@operadora.example' },
      ]) {
        const before = await whole(user.id)
        expect((await act(master, user)).outcome).toBe('404 user-not-found')
        expect(await whole(user.id)).toEqual(before)
      }
    },
  )

  test('receives the reason as a sentence', async () => {
    const { email } = await personOf(app, [own(), (await app.build.company()).id])
    expect((await block(email, true, master)).failure).toMatchObject({
      httpStatus: 403,
      httpMessage: ofOthers,
    })
  })

  test('may perform all operations on accounts of only the own company', async () => {
    const { id, email } = await personOf(app, [own()])
    expect((await block(email, true, master)).outcome).toBe('200')
    expect((await block(email, false, master)).outcome).toBe('200')
    expect((await remove(email, master)).outcome).toBe('200')
    expect((await activate(id, master)).outcome).toBe('200')
  })
})

describe('the installation keeps an administrator', () => {
  test('neither administrator nor master user can block or delete themselves', async () => {
    await linkTo(app, master.person.id, master.person.company.id)
    for (const by of [admin, master])
      for (const act of [
        () => block(by.person.email, true, by),
        () => remove(by.person.email, by),
      ]) {
        const { failure } = await act()
        expect([failure.code, failure.httpMessage]).toEqual([
          'account-indispensable',
          indispensable,
        ])
        expect(await stateOf(by.person.email)).toEqual({ active: true, suspended: false })
      }
  })

  test.each([
    ['block', (email: string, by: ConsoleClient) => block(email, true, by)],
    ['delete', (email: string, by: ConsoleClient) => remove(email, by)],
  ])('if two administrators %s each other concurrently, one remains', async (_, act) => {
    const house = await createTestApp()
    try {
      const one = await administratorOf(house)
      const { company } = one.person
      const person = await house.build.consoleUser({ profileId: administratorProfileId, company })
      const other = await arriveInConsole(house, person)
      // The call is authorised, and then waits while this transaction blocks its caller.
      const { refused } = await house.db.transaction().execute(async (db) => {
        await lockAdministrators(db)
        const call = act(other.person.email, one)
        await waitingFor(house.db, 'from profiles where id')
        await db
          .updateTable('users')
          .set({ suspended: true })
          .where('id', '=', one.person.id)
          .execute()
        return { refused: call }
      })
      expect((await refused).outcome).toBe('409 account-indispensable')
      expect(await userRow(house, other.person.email)).toMatchObject({
        active: true,
        suspended: false,
      })
    } finally {
      await house.close()
    }
  })

  test("a write on a user who is not an administrator does not wait for the administrators' lock", async () => {
    const { email } = await app.build.user()
    await app.db.transaction().execute(async (db) => {
      await lockAdministrators(db)
      expect((await block(email, true)).outcome).toBe('200')
    })
  })
})
