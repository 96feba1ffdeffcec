/** Caching and invalidation of module addresses (decisions 2 and 41). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltModule } from '../../test/testing/catalogue-builders.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { statementsOf } from '../../test/testing/statements.ts'

let world: SessionWorld
let module: BuiltModule
let other: BuiltModule

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  module = await world.build.module()
  other = await world.build.module({ isEnableSpid: true, url: 'outro.example' })
  await world.settle()
})

const moduleUrl = (of: { id: number } = module) => world.sessionCache.moduleUrl(of.id)
const statementCount = async (of: { id: number } = module) =>
  (await statementsOf(() => moduleUrl(of))).length

test('the address of each module is read once and then cached', async () => {
  expect([await statementCount(), await statementCount(other)]).toEqual([1, 1])
  expect([await statementCount(), await statementCount(other)]).toEqual([0, 0])
  expect((await moduleUrl())?.is_enable_spid).toBe(false)
  expect(await moduleUrl(other)).toEqual({ url: 'https://outro.example', is_enable_spid: true })
})

test('a missing module is not cached', async () => {
  expect(await moduleUrl({ id: 0 })).toBeUndefined()
  expect(await statementCount({ id: 0 })).toBe(1)
})

test.each([
  [{ protocol: 'http://' }, 1],
  [{ url: 'novo.example' }, 1],
  [{ is_enable_spid: true }, 1],
  [{ name: 'Outro nome' }, 0],
  // A change of `active` announces the same key as the removal of the module.
  [{ active: false }, 1],
])('after %o the module is read %i times and another module stays cached', async (to, times) => {
  await moduleUrl()
  await moduleUrl(other)
  await world.db.updateTable('modules').set(to).where('id', '=', module.id).execute()
  await world.settle()
  expect([await statementCount(), await statementCount(other)]).toEqual([times, 0])
})

test('a removed module has no address; after it is created again, it has the new address', async () => {
  await moduleUrl()
  const row = await world.db
    .deleteFrom('modules')
    .where('id', '=', module.id)
    .returning(['id', 'service_id', 'name'])
    .executeTakeFirstOrThrow()
  await world.settle()
  expect(await moduleUrl()).toBeUndefined()
  await world.db
    .insertInto('modules')
    .values({ ...row, url: 'novo.example' })
    .execute()
  expect((await moduleUrl())?.url).toBe('https://novo.example')
})

test('the address is read again after an "everything" notification', async () => {
  await moduleUrl()
  await world.announce({ kind: 'everything' })
  expect(await statementCount()).toBe(1)
})

test('the cache is bypassed while notifications are disconnected', async () => {
  await moduleUrl()
  world.changes.connected = false
  expect([await statementCount(), await statementCount()]).toEqual([1, 1])
  world.changes.connected = true
  expect(await statementCount()).toBe(0)
})

test('an address that changed while it was read is not cached', async () => {
  const lock = await world.db.startTransaction().execute()
  await sql`lock table modules in access exclusive mode`.execute(lock)
  const reading = moduleUrl()
  await world.announce({ kind: 'rows', keys: [`module-entrance:${module.id}`] })
  await lock.commit().execute()
  expect(await reading).toBeDefined()
  expect(await statementCount()).toBe(1)
})
