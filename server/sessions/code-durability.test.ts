/** Tests which commits are synchronous after a code has been issued (decision 41). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WriteBatches } from '../hot-path/write-batches.ts'
import { openDatabase, type Pool } from '../database/database.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { after, seconds } from '../shared/clock.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { newCode } from './code-queries.ts'

let world: SessionWorld
/** A pool with one connection, so that a setting left by one statement affects the next one. */
let pool: Pool
let sessionId: string

beforeAll(async () => {
  world = await createSessionWorld()
  const url = new URL(world.url)
  // Overrides the setting of test databases, which is off.
  url.searchParams.set('options', '-c synchronous_commit=on')
  pool = openDatabase(url.href, { max: 1, onError: () => undefined })
  const user = await world.build.user({ hash: quickHashOf('Senha') })
  sessionId = (await world.begin(user.id)).sessionId
})
afterAll(async () => {
  await pool.close()
  await world.close()
})

function issue(db = pool.db, session = sessionId): Promise<boolean> {
  const now = world.clock.now()
  const digest = digestOf(newHandle())
  const code = { digest, sessionId: session, place: undefined, now }
  return new WriteBatches(db).write(newCode({ ...code, expiresAt: after(now, seconds(60)) }), {
    operation: 'test',
    event: 'test.done',
    address: '203.0.113.5',
    requestId: 'test',
  })
}

async function synchronousCommit(db = pool.db): Promise<string> {
  const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(db)
  return rows[0]?.synchronous_commit ?? ''
}

test('the commit after a code is synchronous, even with a generic plan', async () => {
  expect(await synchronousCommit()).toBe('on')
  for (let codes = 0; codes < 7; codes++) {
    expect(await issue()).toBe(true)
    expect(await synchronousCommit()).toBe('on')
  }
})

test('the commit after a failed code is synchronous', async () => {
  await expect(issue(pool.db, crypto.randomUUID())).rejects.toThrow('one_time_codes_session_fkey')
  expect(await synchronousCommit()).toBe('on')
})

test('a code in a transaction makes only the commit of that transaction asynchronous', async () => {
  await pool.db.transaction().execute(async (transaction) => {
    await issue(transaction)
    expect(await synchronousCommit(transaction)).toBe('off')
  })
  expect(await synchronousCommit()).toBe('on')
})
