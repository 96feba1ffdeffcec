/** Invalidation messages to other processes. The writing process invalidates its own caches directly (decision 2). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../server/database/database.ts'
import { rollBackWork } from '../../server/database/roll-back-work.ts'
import { defaultPassword, type Visitor } from '../testing/builders.ts'
import { administratorOf, type ConsoleClient, named } from '../testing/console-client.ts'
import { ended } from '../testing/instance-outcomes.ts'
import { statementsOf } from '../testing/statements.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { basic } from '../testing/test-client.ts'
import type { SignedIn } from '../testing/test-trips.ts'

let app: TestApp
let admin: ConsoleClient
let listener: pg.Client
let notified: string[] = []

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
  listener = new pg.Client({ connectionString: app.databaseUrl })
  await listener.connect()
  await listener.query('listen portaria')
  listener.on('notification', ({ payload }) => notified.push(payload ?? ''))
})
afterAll(async () => {
  await listener.end()
  await app.close()
})

/** Returns the keys that the database notifies while the work runs. */
async function notifiedBy(work: () => Promise<unknown>): Promise<string[]> {
  await drainNotifications()
  notified = []
  await work()
  await drainNotifications()
  return notified.slice(0, -1)
}

/** Waits until all earlier notifications have arrived. */
async function drainNotifications(): Promise<void> {
  const key = `test:${randomUUID()}`
  await sql`select pg_notify('portaria', ${key})`.execute(app.db)
  while (notified.at(-1) !== key) await listener.query('select 1')
}

describe('frequent calls send no invalidation', () => {
  let person: Visitor
  let elsewhere: Visitor
  let initial: SignedIn
  let who: SignedIn

  const steps: Record<string, () => Promise<unknown>> = {
    'a sign-in, with its message': async () => (initial = await app.trips.signIn(person.email)),
    'a code, and its exchange by the console': async () =>
      (who = await app.trips.arrive(initial, person.at)),
    'a code, and its exchange by a module': () => app.trips.arrive(initial, elsewhere.at),
    'permission checks, open and closed': async () => {
      expect((await app.trips.valid(who)).outcome).toBe('200')
      expect((await app.trips.valid(who, '/plan-list')).outcome).toBe('403 forbidden')
      expect((await app.trips.validate(initial.token, initial.cookie)).outcome).toBe('200')
    },
    'calls of an API token, and its last use': async () => {
      const { id: userId, company } = person
      const { token } = await app.build.apiToken({ userId, companyId: company.id })
      expect((await app.client.request('GET', '/api/function', { token })).outcome).toBe('200')
      await app.app.apiTokens.flush()
    },
    'the choice of a module': () =>
      app.client.call('userInitialPermissions', {
        ...initial,
        body: { access_token: initial.token },
      }),
    'the last access': () =>
      app.client.call('userVerifyLastAccess', { ...initial, body: { token: initial.token } }),
    'a confirmation of identity': async () => {
      const answer = await app.client.call('userLocalValidatePassword', {
        ...who,
        body: {
          email: person.email,
          password: defaultPassword,
          operations: [named('userBlock', undefined, { email: person.email, block: true })],
        },
      })
      expect(answer.outcome).toBe('200')
    },
    'a wrong password': () =>
      app.client.call('authLocal', { headers: basic(person.email, 'Errada-1234567') }),
    'last uses, written in batches': async () => {
      app.clock.advance(60_000)
      await app.trips.valid(who)
      await app.app.sessionCache.flush()
    },
  }

  beforeAll(async () => {
    person = await app.build.consoleUser()
    elsewhere = await app.build.visitor({ user: person })
  })

  test.each(Object.keys(steps))('%s', async (name) => {
    expect(await notifiedBy(async () => steps[name]?.())).toEqual([])
  })
})

describe('invalidations of revocations', () => {
  test('a block sends the keys of the user and of the user’s sessions', async () => {
    const { id, email } = await app.build.user()
    const { token, cookie } = await app.trips.signIn(email)
    const { session_id } = (await app.trips.validate(token, cookie)).data
    const said = await notifiedBy(() => admin.call('userBlock', { body: { email, block: true } }))
    expect(said.toSorted()).toEqual([`session:${session_id}`, `user:${id}`])
  })

  test('a rolled-back block sends none', async () => {
    const { id } = await app.build.user()
    const said = await notifiedBy(() =>
      rollBackWork(
        app.app.db,
        () => false,
        (db) => db.updateTable('users').set({ suspended: true }).where('id', '=', id).execute(),
      ),
    )
    expect(said).toEqual([])
  })

  test('a thousand keys are sent in seven payloads below PostgreSQL’s limit', async () => {
    const said = await notifiedBy(() =>
      sql`select announce(array_agg('session:' || gen_random_uuid())) from generate_series(1, 1000)`.execute(
        app.db,
      ),
    )
    expect(said).toHaveLength(7)
    expect(said.join().split(',')).toHaveLength(1000)
  })

  test('more than ten thousand keys are sent as one message that invalidates everything', async () => {
    const announce = (count: number) =>
      notifiedBy(() =>
        sql`select announce(array_agg('user:' || n)) from generate_series(1, ${count}::integer) n`.execute(
          app.db,
        ),
      )
    expect(await announce(10_001)).toEqual(['everything'])
    expect((await announce(10_000)).join().split(',')).toHaveLength(10_000)
  })
})

describe('the writing process invalidates its own caches after the commit', () => {
  beforeAll(async () => {
    // Disables notifications, so that only the writer itself invalidates.
    await sql`create or replace function announce(keys text[]) returns void language plpgsql as $$
      begin
        if cardinality(keys) > 0 then perform tell_writer(array_to_string(keys, ',')); end if;
      end $$`.execute(app.db)
  })

  const tokenOf = async () => {
    const visitor = await app.build.visitor()
    const initial = await app.trips.signIn(visitor.email)
    const who = await app.trips.arrive(initial, visitor.at)
    expect((await app.trips.validate(who.token)).outcome).toBe('200')
    return { visitor, initial, who }
  }

  test('a signed-out token is refused at the next request', async () => {
    const { initial, who } = await tokenOf()
    const body = { access_token: initial.token }
    await app.client.call('userInvalidateToken', { ...initial, body })
    expect((await app.trips.validate(who.token)).outcome).toBe(ended)
  })

  test.each<[string, (of: Visitor) => Promise<{ outcome: string }>]>([
    ['a block', ({ email }) => admin.call('userBlock', { body: { email, block: true } })],
    [
      'a profile that is deleted',
      async ({ profileId, module }) =>
        admin.call('profileUpdate', {
          params: { id: String(profileId) },
          body: { name: `Perfil ${profileId}`, module_id: module.id, status: 0 },
        }),
    ],
  ])('%s takes effect at the next request', async (_, take) => {
    const { visitor, who } = await tokenOf()
    expect((await take(visitor)).outcome).toBe('200')
    expect((await app.trips.validate(who.token)).outcome).toBe(ended)
  })

  test('a write is not visible in the cache before its commit, and never after a rollback', async () => {
    const { visitor, who } = await tokenOf()
    const ask = () => statementsOf(() => app.trips.validate(who.token))
    const block = (db: Db) =>
      db.updateTable('users').set({ name: 'Outro nome' }).where('id', '=', visitor.id).execute()
    await rollBackWork(app.app.db, () => false, block)
    expect(await ask()).toEqual([])
    const transaction = await app.app.db.startTransaction().execute()
    await block(transaction)
    expect(await ask()).toEqual([])
    await transaction.commit().execute()
    expect(await ask()).not.toEqual([])
    expect(await ask()).toEqual([])
    await block(app.app.db)
    expect(await ask()).toEqual([])
    await app.app.db
      .updateTable('users')
      .set({ name: 'E mais um' })
      .where('id', '=', visitor.id)
      .execute()
    expect(await ask()).not.toEqual([])
  })
})
