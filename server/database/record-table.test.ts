import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/testing/test-database.ts'
import { openDatabase, type Pool } from './database.ts'
import { recordTable } from './record-table.ts'

const services = recordTable('services', ['name', 'description', 'active'])
let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.url, { max: 2, onError: () => undefined })
})
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const add = (name: string) =>
  services.insert(pool.db, { name, description: 'de teste', active: true })

test('a condition with `or` locks only the requested row', async () => {
  const [first, second] = [await add('Primeiro'), await add('Segundo')]
  const either = sql<boolean>`services.active or services.id = ${first.id}`
  expect(await services.lock(pool.db, second.id, either)).toMatchObject({ id: second.id })
  expect(await services.lock(pool.db, 2_147_483_647, either)).toBeUndefined()
})

test('undefined values stay unchanged, and null is written', async () => {
  const modules = recordTable('modules', ['name', 'url'])
  const { id } = await add('Terceiro')
  const made = await modules.insert(pool.db, { service_id: id, name: 'Um', url: 'um.example' })
  const named = await modules.update(pool.db, made, { name: 'Dois', url: undefined })
  expect(named).toMatchObject({ name: 'Dois', url: 'um.example', version: made.version + 1 })
  expect(await modules.update(pool.db, named, { url: null })).toMatchObject({
    name: 'Dois',
    url: null,
  })
})

test('a row that has changed since it was locked is not updated', async () => {
  const before = await add('Quarto')
  await services.update(pool.db, before, { description: 'outra' })
  await expect(services.update(pool.db, before, { description: 'terceira' })).rejects.toThrow(
    'has changed',
  )
})

test('a column name is never interpreted as SQL', async () => {
  const hostile = { name: 'Quinto', description: 'x', 'active) values (false) --': true }
  await expect(services.insert(pool.db, hostile)).rejects.toThrow('does not exist')
})
