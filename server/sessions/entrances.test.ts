/** Where a module is entered: asked once, and again where that was changed (decisions 2 and 41). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltModule } from '../testing/catalogue-builders.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { statementsOf } from '../testing/statements.ts'

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

const entrance = (of: { id: number } = module) => world.sessionCache.entrance(of.id)
/** How many statements it takes. */
const asked = async (of: { id: number } = module) => (await statementsOf(() => entrance(of))).length

test('is asked once and then remembered, of each module by itself', async () => {
  expect([await asked(), await asked(other)]).toEqual([1, 1])
  expect([await asked(), await asked(other)]).toEqual([0, 0])
  expect((await entrance())?.is_enable_spid).toBe(false)
  expect(await entrance(other)).toEqual({ url: 'https://outro.example', is_enable_spid: true })
})

test('of a module that is not there is asked each time', async () => {
  expect(await entrance({ id: 0 })).toBeUndefined()
  expect(await asked({ id: 0 })).toBe(1)
})

test.each([
  [{ protocol: 'http://' }, 1],
  [{ url: 'novo.example' }, 1],
  [{ is_enable_spid: true }, 1],
  [{ name: 'Outro nome' }, 0],
  // Switched off it is announced by its own key, as it is when it is removed.
  [{ status: 0 }, 1],
])('after %o is asked again %i times, and that of another module never', async (to, times) => {
  await entrance()
  await entrance(other)
  await world.db.updateTable('modules').set(to).where('id', '=', module.id).execute()
  await world.settle()
  expect([await asked(), await asked(other)]).toEqual([times, 0])
})

test('of a module that is gone is nowhere, nor where it was once that is made anew', async () => {
  await entrance()
  const row = await world.db
    .deleteFrom('modules')
    .where('id', '=', module.id)
    .returning(['id', 'service_id', 'name'])
    .executeTakeFirstOrThrow()
  await world.settle()
  expect(await entrance()).toBeUndefined()
  await world.db
    .insertInto('modules')
    .values({ ...row, url: 'novo.example' })
    .execute()
  expect((await entrance())?.url).toBe('https://novo.example')
})

test('is asked again after everything', async () => {
  await entrance()
  await world.announce({ kind: 'everything' })
  expect(await asked()).toBe(1)
})

test('is asked each time while nothing can be heard', async () => {
  await entrance()
  world.changes.connected = false
  expect([await asked(), await asked()]).toEqual([1, 1])
  world.changes.connected = true
  expect(await asked()).toBe(0)
})

test('that was changed while it was read is asked again', async () => {
  const held = await world.db.startTransaction().execute()
  await sql`lock table modules in access exclusive mode`.execute(held)
  const reading = entrance()
  await world.announce({ kind: 'rows', keys: [`module-entrance:${module.id}`] })
  await held.commit().execute()
  expect(await reading).toBeDefined()
  expect(await asked()).toBe(1)
})
