/**
 * A cached read must not outlive the change that invalidates it, even if the response of the read or the notification
 * is late.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Db, openDatabase } from '../database/database.ts'
import { BreakableLink, throughLink } from '../../test/testing/breakable-link.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { SessionCache } from './session-cache.ts'

const hash = quickHashOf('Senha')

let world: SessionWorld
let link: BreakableLink
let pool: ReturnType<typeof openDatabase>
/** Cache that reads through the link, so that a test can delay a response. Notifications arrive directly. */
let sessionCache: SessionCache

beforeAll(async () => {
  world = await createSessionWorld()
  link = new BreakableLink(world.url)
  const url = throughLink(world.url, await link.open())
  pool = openDatabase(url, { max: 2, onError: () => undefined })
  sessionCache = new SessionCache(pool.db, world.changes, world.clock)
})
afterAll(async () => {
  await pool.close()
  await link.cut()
  await world.close()
})

const visitor = async (): Promise<Visitor> =>
  world.build.visitor({ user: await world.build.user({ hash }) })
const placeOf = ({ module, company }: Visitor) => ({
  moduleId: module.id,
  companyId: company.id,
  spid: null,
})
const grantsOf = (person: Visitor, db?: Db) => sessionCache.grants(person.id, placeOf(person), db)
const unassign = (person: Visitor, db: Db) =>
  db.deleteFrom('user_profiles').where('user_id', '=', person.id).execute()

/** Waits until the database has executed a statement with this text and is idle. */
async function executed(text: string): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and state = 'idle' and query like ${`%${text}%`}
        and pid <> pg_backend_pid()`.execute(world.db)
    expect(rows).toHaveLength(1)
  })
}

/** Starts a read, and resolves when the database has executed it. The response of the read is still delayed. */
async function startRead<T>(
  read: () => Promise<T>,
  text: string,
): Promise<{ response: Promise<T> }> {
  // Opens the connection for the read before, so that only the response of the read is delayed.
  await sql`select 1`.execute(pool.db)
  link.hold()
  const response = read()
  await executed(text)
  return { response }
}

test('grants whose response is older than their removal are not cached', async () => {
  const person = await visitor()
  const { response } = await startRead(() => grantsOf(person), 'access_links')
  await unassign(person, world.db)
  await world.settle()
  link.release()
  expect(await response).toBeDefined()
  expect(await grantsOf(person)).toBeUndefined()
})

test('a session whose response is older than its end is not cached', async () => {
  const { sessionId } = await world.begin((await visitor()).id)
  const { response } = await startRead(() => sessionCache.peekSession(sessionId), 'revoked')
  await sql`update sessions set ended_at = now(), end_reason = 'sign-out' where id = ${sessionId}`.execute(
    world.db,
  )
  await world.settle()
  link.release()
  expect(await response).toBeDefined()
  expect(await sessionCache.peekSession(sessionId)).toBeUndefined()
})

test('rows read by an open transaction are not cached, because it may be rolled back', async () => {
  const person = await visitor()
  await unassign(person, world.db)
  await world.settle()
  const transaction = await pool.db.startTransaction().execute()
  const { company, profileId } = person
  await transaction
    .insertInto('user_profiles')
    .values({ user_id: person.id, company_id: company.id, profile_id: profileId })
    .execute()
  expect(await grantsOf(person, transaction)).toBeDefined()
  await transaction.rollback().execute()
  expect(await grantsOf(person)).toBeUndefined()
})

test('rows read from an old snapshot are not cached, because their change may have been committed and announced', async () => {
  const person = await visitor()
  const transaction = await pool.db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .execute()
  await sql`select 1 from users limit 1`.execute(transaction)
  await unassign(person, world.db)
  await world.settle()
  expect(await grantsOf(person, transaction)).toBeDefined()
  await transaction.rollback().execute()
  expect(await grantsOf(person)).toBeUndefined()
})
