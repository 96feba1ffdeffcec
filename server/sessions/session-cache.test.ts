import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '../database/changes.ts'
import { after, hours, minutes, seconds } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { statementsOf } from '../../test/testing/statements.ts'

const hash = quickHashOf('Senha')

let world: SessionWorld
let person: Visitor
let id: string

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  const user = await world.build.user({ hash })
  person = await world.build.visitor({ user, spids: ['SPID1', 'SPID2'] })
  id = (await world.begin(person.id)).sessionId
  await world.settle()
})

const live = async (session = id) => (await world.sessionCache.liveSession(session)) !== undefined
const place = (change: { companyId?: number; moduleId?: number; spid?: string } = {}) => ({
  moduleId: person.module.id,
  companyId: person.company.id,
  spid: null,
  ...change,
})
const grants = (of = place(), userId = person.id) => world.sessionCache.grants(userId, of)
const statementCount = async (work: () => Promise<unknown>) => (await statementsOf(work)).length
const rowOf = (session = id) =>
  world.db
    .selectFrom('sessions')
    .select(['last_used_at', 'ended_at', 'end_reason', 'expires_at'])
    .where('id', '=', session)
    .executeTakeFirstOrThrow()

describe('a session', () => {
  test('is live for an hour after its last use; each read counts as a use', async () => {
    world.clock.advance(hours(1) - 1)
    expect(await live()).toBe(true)
    world.clock.advance(hours(1) - 1)
    expect(await live()).toBe(true)
    world.clock.advance(hours(1))
    expect(await live()).toBe(false)
  })

  test('expires twelve hours after it began, even in constant use', async () => {
    for (let hour = 0; hour < 23; hour++) {
      world.clock.advance(minutes(30))
      expect(await live()).toBe(true)
    }
    world.clock.advance(minutes(30) - 1)
    expect(await live()).toBe(true)
    world.clock.advance(1)
    expect(await live()).toBe(false)
  })

  test('that does not exist or has ended is not returned', async () => {
    expect(await live(randomUUID())).toBe(false)
    await world.db
      .updateTable('sessions')
      .set({ ended_at: world.clock.now(), end_reason: 'sign-out' })
      .where('id', '=', id)
      .execute()
    expect(await live()).toBe(false)
  })

  test('is read once and then cached', async () => {
    expect(await statementCount(() => live())).toBe(1)
    expect(await statementCount(() => live())).toBe(0)
  })

  test('that looks idle is read again, since another process may have written a later use', async () => {
    await live()
    world.clock.advance(hours(1))
    await world.db
      .updateTable('sessions')
      .set({ last_used_at: world.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await live()).toBe(true)
  })

  test('that this process has used is not idle when it is read again', async () => {
    world.clock.advance(minutes(50))
    await live()
    await world.announce({ kind: 'rows', keys: [`session:${id}`] })
    world.clock.advance(minutes(50))
    expect(await live()).toBe(true)
  })

  test('is read in the transaction of the caller', async () => {
    const seen = await world.db.transaction().execute(async (db) => {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
      return world.sessionCache.liveSession(id, db)
    })
    expect(seen).toBeUndefined()
  })
})

describe('grants in a place', () => {
  test('are read once and then cached by user, module, company and SPID', async () => {
    const otherUser = await world.build.visitor({
      user: await world.build.user({ hash }),
      module: person.module,
    })
    const elsewhere = await world.build.visitor({ user: person })
    await world.settle()
    const all = [
      () => grants(),
      () => grants(place({ spid: 'SPID1' })),
      () => grants(place({ spid: 'SPID2' })),
      () => grants({ ...place(), moduleId: elsewhere.module.id, companyId: elsewhere.company.id }),
      () => grants({ ...place(), companyId: otherUser.company.id }, otherUser.id),
    ]
    for (const read of all) expect(await statementCount(read)).toBe(1)
    for (const read of all) expect(await statementCount(read)).toBe(0)
    expect((await grants())?.held.company.id).toBe(person.company.id)
  })

  test('are undefined without permissions, which is not cached', async () => {
    const closed = place({ companyId: 0 })
    expect(await grants(closed)).toBeUndefined()
    expect(await statementCount(() => grants(closed))).toBe(1)
  })

  test('are read again when a delegation begins or ends', async () => {
    const begin = new Date(world.clock.now().getTime() + minutes(10))
    const by = person.id
    await world.build.delegation({
      userId: person.id,
      companyId: person.company.id,
      by,
      begin,
      end: null,
    })
    await world.settle()
    expect((await grants())?.until).toBe(begin.getTime())
    world.clock.advance(minutes(10) - 1)
    expect(await statementCount(() => grants())).toBe(0)
    world.clock.advance(1)
    expect(await statementCount(() => grants())).toBe(1)
    expect(await statementCount(() => grants())).toBe(0)
  })

  test('are read in the transaction of the caller', async () => {
    const seen = await world.db.transaction().execute(async (db) => {
      await db.deleteFrom('user_profiles').where('user_id', '=', person.id).execute()
      return world.sessionCache.grants(person.id, place(), db)
    })
    expect(seen).toBeUndefined()
  })
})

/** Returns which sessions and grants of two users must be read again after a change. */
async function invalidatedBy(change: () => Promise<unknown>): Promise<string[]> {
  const otherUser = await world.build.visitor({ user: await world.build.user({ hash }) })
  const other = (await world.begin(otherUser.id)).sessionId
  await world.settle()
  const at = { moduleId: otherUser.module.id, companyId: otherUser.company.id, spid: null }
  const reads: Record<string, () => Promise<unknown>> = {
    'own session': () => live(),
    'own grants': () => grants(),
    "another's session": () => live(other),
    "another's grants": () => grants(at, otherUser.id),
  }
  for (const read of Object.values(reads)) await read()
  await change()
  const invalidated: string[] = []
  for (const [name, read] of Object.entries(reads))
    if (await statementCount(read)) invalidated.push(name)
  return invalidated
}

describe('a change notification', () => {
  test.each<[string, () => Change, string[]]>([
    ['of the outbox', () => ({ kind: 'outbox' }), []],
    ['of another user', () => ({ kind: 'rows', keys: ['user:0', `session:${randomUUID()}`] }), []],
    [
      'of everything',
      () => ({ kind: 'everything' }),
      ['own session', 'own grants', "another's session", "another's grants"],
    ],
  ])('%s invalidates only what depends on it', async (_, change, invalidated) => {
    expect(await invalidatedBy(() => world.announce(change()))).toEqual(invalidated)
  })

  test('a lost connection invalidates everything', async () => {
    await live()
    await grants()
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'portaria changes' and datname = current_database()`.execute(
      world.db,
    )
    await vi.waitFor(() => expect(world.changes.connected).toBe(false), {
      timeout: 5000,
      interval: 5,
    })
    await vi.waitFor(() => expect(world.changes.connected).toBe(true), {
      timeout: 5000,
      interval: 5,
    })
    expect(await statementCount(() => live())).toBe(1)
    expect(await statementCount(() => grants())).toBe(1)
  })

  test('the cache is bypassed while notifications are disconnected', async () => {
    await live()
    await grants()
    world.changes.connected = false
    expect(await statementCount(() => live())).toBe(1)
    expect(await statementCount(() => grants())).toBe(1)
    world.changes.connected = true
    expect(await statementCount(() => live())).toBe(0)
  })

  test.each([
    ['session', 'sessions', () => live()],
    ['grants', 'user_profiles', () => grants()],
  ])(
    'during the read of a %s prevents its caching; a notification about other rows does not',
    async (_, table, read) => {
      for (const [key, statements] of [
        [`user:${person.id}`, 1],
        ['user:0', 0],
      ] as const) {
        await world.announce({ kind: 'everything' })
        const lock = await world.db.startTransaction().execute()
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(lock)
        const reading = read()
        await world.announce({ kind: 'rows', keys: [key] })
        await lock.commit().execute()
        expect(await reading).toBeTruthy()
        expect(await statementCount(read)).toBe(statements)
      }
    },
  )
})

describe('the flush', () => {
  test('writes the last use of each session once', async () => {
    const began = await rowOf()
    world.clock.advance(minutes(7))
    await live()
    expect(await rowOf()).toEqual(began)
    await world.sessionCache.flush()
    expect((await rowOf()).last_used_at).toEqual(world.clock.now())
    await world.db.updateTable('sessions').set({ last_used_at: began.last_used_at }).execute()
    await world.sessionCache.flush()
    expect((await rowOf()).last_used_at).toEqual(began.last_used_at)
  })

  test('keeps a later use that another process has written', async () => {
    await live()
    const later = after(world.clock.now(), minutes(1))
    await world.db
      .updateTable('sessions')
      .set({ last_used_at: later })
      .where('id', '=', id)
      .execute()
    await world.sessionCache.flush()
    expect((await rowOf()).last_used_at).toEqual(later)
  })

  test('ends sessions after an hour and a minute without use, because another process may write a use a minute late', async () => {
    world.clock.advance(hours(1) + minutes(1) - 1)
    await world.sessionCache.flush()
    expect((await rowOf()).ended_at).toBeNull()
    world.clock.advance(1)
    await world.sessionCache.flush()
    expect(await rowOf()).toMatchObject({ ended_at: world.clock.now(), end_reason: 'idle' })
  })

  test('runs every 30 seconds and once more at the end', async () => {
    const used = async () => (await rowOf()).last_used_at
    const stop = new AbortController()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const flushing = world.sessionCache.keepFlushing(stop.signal, () => undefined)
      world.clock.advance(minutes(1))
      await live()
      const began = await used()
      vi.advanceTimersByTime(seconds(30) - 1)
      expect(await used()).toEqual(began)
      vi.advanceTimersByTime(1)
      await vi.waitFor(async () => expect(await used()).toEqual(world.clock.now()), {
        timeout: 5000,
      })
      world.clock.advance(minutes(1))
      await live()
      stop.abort()
      await flushing
      expect(await used()).toEqual(world.clock.now())
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('reports an error and keeps running', async () => {
    const errors: unknown[] = []
    const stop = new AbortController()
    await sql`alter table sessions rename to hidden`.execute(world.db)
    const flushing = world.sessionCache.keepFlushing(stop.signal, (error) => errors.push(error))
    stop.abort()
    await flushing
    await sql`alter table hidden rename to sessions`.execute(world.db)
    expect(errors).toEqual([expect.objectContaining({ code: '42P01' })])
  })
})
