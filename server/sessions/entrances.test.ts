import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { statementsOf } from '../testing/statements.ts'

let world: SessionWorld

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())

test('where a module is entered is remembered, and asked for again when another address was announced', async () => {
  const { id } = await world.build.module()
  await world.settle()
  const first = await world.memory.entrance(id)
  expect(await statementsOf(() => world.memory.entrance(id))).toEqual([])
  await world.db.updateTable('modules').set({ url: 'outro.example' }).where('id', '=', id).execute()
  await world.settle()
  expect(await world.memory.entrance(id)).not.toEqual(first)
})

test('a module that is gone is entered nowhere, nor where it was once it is made anew', async () => {
  const { id } = await world.build.module()
  await world.settle()
  const { url } = (await world.memory.entrance(id)) ?? {}
  const row = await world.db
    .deleteFrom('modules')
    .where('id', '=', id)
    .returning(['id', 'service_id', 'name'])
    .executeTakeFirstOrThrow()
  await world.settle()
  expect.soft(await world.memory.entrance(id)).toBeUndefined()
  await world.db
    .insertInto('modules')
    .values({ ...row, url: 'anew.example' })
    .execute()
  await world.settle()
  expect((await world.memory.entrance(id))?.url).not.toBe(url)
})
