import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Changes } from '../database/changes.ts'
import { createSessionWorld, type SessionWorld } from '../testing/session-world.ts'
import { statementsOf } from '../testing/statements.ts'
import { SessionMemory } from './session-memory.ts'

let world: SessionWorld

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())

test('where a module is entered is asked for again when it was moved', async () => {
  const { id } = await world.build.module({ url: 'velho.example' })
  await world.settle()
  expect((await world.memory.entrance(id))?.url).toBe('https://velho.example')
  expect(await statementsOf(() => world.memory.entrance(id))).toEqual([])
  await world.db.updateTable('modules').set({ url: 'novo.example' }).where('id', '=', id).execute()
  await world.settle()
  expect((await world.memory.entrance(id))?.url).toBe('https://novo.example')
})

test('a module that is gone is entered nowhere, nor where it was once it is made anew', async () => {
  const { id } = await world.build.module({ url: 'velho.example' })
  await world.settle()
  expect(await world.memory.entrance(id)).toBeDefined()
  const row = await world.db
    .deleteFrom('modules')
    .where('id', '=', id)
    .returning(['id', 'service_id', 'name'])
    .executeTakeFirstOrThrow()
  await world.settle()
  expect(await world.memory.entrance(id)).toBeUndefined()
  const anew = { ...row, url: 'novo.example' }
  await world.db.insertInto('modules').values(anew).execute()
  expect((await world.memory.entrance(id))?.url).toBe('https://novo.example')
})

test('nothing is remembered where announcements cannot be heard', async () => {
  const { id } = await world.build.module()
  const changes = new Changes(world.url, pino({ level: 'silent' }))
  const deaf = new SessionMemory(world.db, changes, world.clock)
  await deaf.entrance(id)
  expect(await statementsOf(() => deaf.entrance(id))).toHaveLength(1)
})
