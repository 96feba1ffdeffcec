import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { DatabaseUnavailable } from '../database/database-unavailable.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { newCode, usedCode } from '../sessions/code-queries.ts'
import { after, minutes, seconds } from '../shared/clock.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { findFreePort } from '../../test/testing/free-port.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { statementsDuring } from '../../test/testing/statements.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import { WriteBatches } from './write-batches.ts'

let world: SessionWorld
let batches: WriteBatches
let person: Visitor
let sessionId: string

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  batches = new WriteBatches(world.db)
  person = await world.build.visitor({
    user: await world.build.user({ hash: quickHashOf('Senha') }),
  })
  sessionId = (await world.begin(person.id)).sessionId
})

const eventOf = (requestId: string) => ({
  operation: 'test',
  event: 'test.done',
  address: `203.0.113.${requestId.length}`,
  requestId,
  userId: person.id,
  target: `user:${person.id}`,
  after: { told: requestId },
})

/** Creates a code for the module. Returns the code's digest and its write with an audit event. */
function issue(requestId: string, session = sessionId) {
  const digest = digestOf(newHandle())
  const now = world.clock.now()
  const { id: moduleId, address } = person.module
  const place = { moduleId, companyId: person.company.id, spid: null, redirectUri: address }
  const code = { digest, sessionId: session, place, now, expiresAt: after(now, seconds(60)) }
  return { digest, written: batches.write(newCode(code), eventOf(requestId)) }
}

function use(digest: Buffer, requestId: string, secretId?: number): Promise<boolean> {
  const tokenId = crypto.randomUUID()
  const now = world.clock.now()
  return batches.write(
    usedCode({ digest, tokenId, userId: person.id, secretId, now }),
    eventOf(requestId),
  )
}

/** Returns the audit events of these requests. */
const eventsOf = (requestIds: readonly string[]) =>
  world.db
    .selectFrom('audit_events')
    .select(['request_id', 'user_id', 'target', 'address', 'after'])
    .where('request_id', 'in', requestIds)
    .orderBy('request_id')
    .execute()
const toldOf = (requestIds: readonly string[]) =>
  requestIds.map((requestId) => {
    const { userId: user_id, target, address, after: said } = eventOf(requestId)
    return { request_id: requestId, user_id, target, address, after: said }
  })
const several = (): string[] =>
  Array.from({ length: 30 }, (_, number) => `${String(number).padStart(2, '0')}-${newHandle()}`)

describe('concurrent writes', () => {
  test('share few statements, and each writes its own row and its own event', async () => {
    const names = several()
    let codes: Buffer[] = []
    const sent = await statementsDuring(async () => {
      const issued = names.map((name) => issue(name))
      expect(await Promise.all(issued.map(({ written }) => written))).toEqual(names.map(() => true))
      codes = issued.map(({ digest }) => digest)
    })
    expect(sent.filter(({ text }) => text.includes('insert into one_time_codes'))).toHaveLength(2)
    const rows = world.db.selectFrom('one_time_codes').select('digest').where('digest', 'in', codes)
    expect(await rows.execute()).toHaveLength(30)
    expect(await eventsOf(names)).toEqual(toldOf(names))
  })

  test('issue one token each, and each event is pending', async () => {
    const issued = several().map((name) => issue(name))
    await Promise.all(issued.map(({ written }) => written))
    const names = several()
    const used = issued.map(({ digest }, number) => use(digest, names[number] ?? ''))
    expect(await Promise.all(used)).toEqual(names.map(() => true))
    const tokens = await world.db
      .selectFrom('tokens')
      .innerJoin('one_time_codes', 'one_time_codes.token_id', 'tokens.id')
      .select(['tokens.module_id', 'tokens.session_id'])
      .where(
        'one_time_codes.digest',
        'in',
        issued.map(({ digest }) => digest),
      )
      .execute()
    expect(tokens).toEqual(
      names.map(() => ({ module_id: person.module.id, session_id: sessionId })),
    )
    expect(await eventsOf(names)).toEqual(toldOf(names))
    const waiting = await world.db
      .selectFrom('audit_pending')
      .innerJoin('audit_entries', 'audit_entries.seq', 'audit_pending.seq')
      .select('audit_entries.request_id')
      .where('request_id', 'in', names)
      .execute()
    expect(waiting).toHaveLength(30)
  })

  test('at different times store one visit with the latest time, and one last use of the secret', async () => {
    const issued = several().map((name) => issue(name))
    await Promise.all(issued.map(({ written }) => written))
    const secret = await world.db
      .selectFrom('module_secrets')
      .select('id')
      .where('module_id', '=', person.module.id)
      .executeTakeFirstOrThrow()
    const first = use(issued[0]?.digest ?? digestOf(''), newHandle(), secret.id)
    world.clock.advance(minutes(2))
    const late = world.clock.now()
    // These writes fit into one batch. Its second half has earlier times.
    const used = issued.slice(1, 10).map(({ digest }, number) => {
      if (number === 4) world.clock.advance(-1)
      return use(digest, newHandle(), secret.id)
    })
    await Promise.all([first, ...used])
    const visit = world.db.selectFrom('module_visits').select('last_used_at')
    expect(await visit.where('user_id', '=', person.id).execute()).toEqual([{ last_used_at: late }])
    const stamp = world.db.selectFrom('module_secrets').select('last_used_at')
    expect(await stamp.where('id', '=', secret.id).execute()).toEqual([{ last_used_at: late }])
  })

  test('of the same code issue one token and write one event', async () => {
    const { digest, written } = issue(newHandle())
    await written
    const [other, ...names] = several()
    const before = issue(newHandle())
    await before.written
    // The first write runs alone. The others would fit into one batch.
    const all = [use(before.digest, other ?? ''), ...names.map((name) => use(digest, name))]
    expect((await Promise.all(all)).filter(Boolean)).toHaveLength(2)
    expect(await eventsOf(names)).toHaveLength(1)
  })

  test('succeed although one of them fails, which gets its own error', async () => {
    const names = several()
    const outcomes = await Promise.allSettled(
      names.map((name, number) =>
        number === 7 ? issue(name, crypto.randomUUID()).written : issue(name).written,
      ),
    )
    const failed = outcomes.filter(({ status }) => status === 'rejected')
    expect(failed).toEqual([
      expect.objectContaining({
        reason: expect.objectContaining({ constraint: 'one_time_codes_session_fkey' }) as Error,
      }),
    ])
    const written = names.filter((_, number) => number !== 7)
    expect(await eventsOf(names)).toEqual(toldOf(written))
  })

  test('do not wait for a locked row; only the write of that row does', async () => {
    const kept = (await world.begin(person.id)).sessionId
    const names = several()
    const late: Promise<boolean>[] = []
    await world.db.transaction().execute(async (keeping) => {
      const row = keeping.selectFrom('sessions').select('id').where('id', '=', kept)
      await row.forUpdate().execute()
      late.push(issue('late', kept).written)
      const others = names.map((name) => issue(name).written)
      // The other writes finish while the row is locked.
      expect(await Promise.all(others)).toEqual(names.map(() => true))
      expect(await eventsOf(names)).toEqual(toldOf(names))
      await waitingFor(world.db, 'insert into one_time_codes')
      // The next write to that row waits until the lock timeout of its batch. A write that is retried alone keeps
      // waiting.
      late.push(issue('later', kept).written)
      expect(await issue(newHandle()).written).toBe(true)
      await waitingFor(world.db, 'insert into one_time_codes', 2)
    })
    expect(await Promise.all(late)).toEqual([true, true])
  })
})

test('a write of several records is refused: it needs a transaction', async () => {
  const now = world.clock.now()
  const code = newCode({
    digest: digestOf(newHandle()),
    sessionId,
    place: undefined,
    now,
    expiresAt: now,
  })
  const parts = [{ event: 'test.part', target: 'user:1' }]
  await expect(batches.write(code, { ...eventOf('x'), parts })).rejects.toThrow('transaction')
})

test('after a lost connection nothing is retried, because the outcome of the batch is unknown', async () => {
  const url = new URL(world.url)
  url.port = String(await findFreePort())
  const pool = openDatabase(url.href, { max: 1, onError: () => undefined })
  batches = new WriteBatches(pool.db)
  const connect = vi.spyOn(pg.Client.prototype, 'connect')
  try {
    await expect(issue('gone').written).rejects.toThrow(DatabaseUnavailable)
    expect(connect).toHaveBeenCalledOnce()
  } finally {
    connect.mockRestore()
    await pool.close()
  }
})
