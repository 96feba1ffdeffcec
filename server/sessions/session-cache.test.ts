import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '../database/changes.ts'
import { hours, minutes, seconds } from '../shared/clock.ts'
import type { Visitor } from '../testing/builders.ts'
import { quickHashOf } from '../testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { statementsOf } from '../testing/statements.ts'

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
/** How many statements it takes. */
const asked = async (work: () => Promise<unknown>) => (await statementsOf(work)).length
const rowOf = (session = id) =>
  world.db
    .selectFrom('sessions')
    .select(['last_used_at', 'ended_at', 'end_reason', 'expires_at'])
    .where('id', '=', session)
    .executeTakeFirstOrThrow()

describe('a session', () => {
  test('is alive for an hour after its last use, and each look is one', async () => {
    world.clock.advance(hours(1) - 1)
    expect(await live()).toBe(true)
    world.clock.advance(hours(1) - 1)
    expect(await live()).toBe(true)
    world.clock.advance(hours(1))
    expect(await live()).toBe(false)
  })

  test('is over twelve hours after it began, however much it is used', async () => {
    for (let hour = 0; hour < 23; hour++) {
      world.clock.advance(minutes(30))
      expect(await live()).toBe(true)
    }
    world.clock.advance(minutes(30) - 1)
    expect(await live()).toBe(true)
    world.clock.advance(1)
    expect(await live()).toBe(false)
  })

  test('that is not there, or was ended, is none', async () => {
    expect(await live(randomUUID())).toBe(false)
    await world.db
      .updateTable('sessions')
      .set({ ended_at: world.clock.now(), end_reason: 'sign-out' })
      .where('id', '=', id)
      .execute()
    expect(await live()).toBe(false)
  })

  test('is read once and then remembered', async () => {
    expect(await asked(() => live())).toBe(1)
    expect(await asked(() => live())).toBe(0)
  })

  test('that idled out here is read again, since another process may have seen it in use', async () => {
    await live()
    world.clock.advance(hours(1))
    await world.db
      .updateTable('sessions')
      .set({ last_used_at: world.clock.now() })
      .where('id', '=', id)
      .execute()
    expect(await live()).toBe(true)
  })

  test('that was used here is not taken for idle when it is read again', async () => {
    world.clock.advance(minutes(50))
    await live()
    await world.announce({ kind: 'rows', keys: [`session:${id}`] })
    world.clock.advance(minutes(50))
    expect(await live()).toBe(true)
  })

  test('is read through the transaction that asks', async () => {
    const seen = await world.db.transaction().execute(async (db) => {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
      return world.sessionCache.liveSession(id, db)
    })
    expect(seen).toBeUndefined()
  })
})

describe('what somebody may do in a place', () => {
  test('is read once and then remembered, by user, module, company and SPID', async () => {
    const sister = await world.build.visitor({
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
      () => grants({ ...place(), companyId: sister.company.id }, sister.id),
    ]
    for (const look of all) expect(await asked(look)).toBe(1)
    for (const look of all) expect(await asked(look)).toBe(0)
    expect((await grants())?.held.company.id).toBe(person.company.id)
  })

  test('is nothing where nothing is open, and that is asked each time', async () => {
    const closed = place({ companyId: 0 })
    expect(await grants(closed)).toBeUndefined()
    expect(await asked(() => grants(closed))).toBe(1)
  })

  test('is read again as soon as a delegation begins or ends', async () => {
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
    expect(await asked(() => grants())).toBe(0)
    world.clock.advance(1)
    expect(await asked(() => grants())).toBe(1)
    expect(await asked(() => grants())).toBe(0)
  })

  test('is read through the transaction that asks', async () => {
    const seen = await world.db.transaction().execute(async (db) => {
      await db.deleteFrom('user_profiles').where('user_id', '=', person.id).execute()
      return world.sessionCache.grants(person.id, place(), db)
    })
    expect(seen).toBeUndefined()
  })
})

/** Which of the four must be read again: a person's session and grants, and another's. */
async function forgottenAfter(change: () => Promise<unknown>): Promise<string[]> {
  const sister = await world.build.visitor({ user: await world.build.user({ hash }) })
  const other = (await world.begin(sister.id)).sessionId
  await world.settle()
  const at = { moduleId: sister.module.id, companyId: sister.company.id, spid: null }
  const looks: Record<string, () => Promise<unknown>> = {
    'own session': () => live(),
    'own grants': () => grants(),
    "another's session": () => live(other),
    "another's grants": () => grants(at, sister.id),
  }
  for (const look of Object.values(looks)) await look()
  await change()
  const forgotten: string[] = []
  for (const [name, look] of Object.entries(looks)) if (await asked(look)) forgotten.push(name)
  return forgotten
}

describe('what was announced', () => {
  test.each<[string, () => Change, string[]]>([
    ['of a mail', () => ({ kind: 'outbox' }), []],
    ['of a stranger', () => ({ kind: 'rows', keys: ['user:0', `session:${randomUUID()}`] }), []],
    [
      'of everything',
      () => ({ kind: 'everything' }),
      ['own session', 'own grants', "another's session", "another's grants"],
    ],
  ])('%s makes that be read again and nothing else', async (_, change, forgotten) => {
    expect(await forgottenAfter(() => world.announce(change()))).toEqual(forgotten)
  })

  test('after a lost connection everything must be read again', async () => {
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
    expect(await asked(() => live())).toBe(1)
    expect(await asked(() => grants())).toBe(1)
  })

  test('while nothing can be heard, nothing remembered is believed', async () => {
    await live()
    await grants()
    world.changes.connected = false
    expect(await asked(() => live())).toBe(1)
    expect(await asked(() => grants())).toBe(1)
    world.changes.connected = true
    expect(await asked(() => live())).toBe(0)
  })

  test.each([
    ['session', 'sessions', () => live()],
    ['grants', 'user_profiles', () => grants()],
  ])(
    'while a %s is being read makes it be read again, and of others does not',
    async (_, table, look) => {
      for (const [key, statements] of [
        [`user:${person.id}`, 1],
        ['user:0', 0],
      ] as const) {
        await world.announce({ kind: 'everything' })
        const held = await world.db.startTransaction().execute()
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(held)
        const looking = look()
        await world.announce({ kind: 'rows', keys: [key] })
        await held.commit().execute()
        expect(await looking).toBeTruthy()
        expect(await asked(look)).toBe(statements)
      }
    },
  )
})

describe('what is written in batches', () => {
  test('is the last use of each session, once', async () => {
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

  test('is the end of what idled for an hour and a minute, in which another process may write its use', async () => {
    world.clock.advance(hours(1) + minutes(1) - 1)
    await world.sessionCache.flush()
    expect((await rowOf()).ended_at).toBeNull()
    world.clock.advance(1)
    await world.sessionCache.flush()
    expect(await rowOf()).toMatchObject({ ended_at: world.clock.now(), end_reason: 'idle' })
  })

  test('goes out every 30 seconds, and once more at the end', async () => {
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

  test('that fails is told, and the process goes on', async () => {
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
