import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import { Overloaded } from '../shared/fair-queue.ts'
import { rollBackWork } from './roll-back-work.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const stays = () => false

describe('rollBackWork', () => {
  test('returns the result and rolls the write back', async () => {
    const count = await rollBackWork(app.db, stays, async (db) => {
      await sql`insert into services (name, description) values ('Provisório', 'Serviço')`.execute(
        db,
      )
      return db.selectFrom('services').where('name', '=', 'Provisório').select('id').execute()
    })
    expect(count).toHaveLength(1)
    const left = app.db.selectFrom('services').where('name', '=', 'Provisório').select('id')
    expect(await left.execute()).toEqual([])
  })

  test.each([1, 10])(
    'stops after a second, in all of %i statements together',
    async (statements) => {
      const begin = performance.now()
      const work = rollBackWork(app.db, stays, async (db) => {
        for (let made = 0; made < statements; made++)
          await sql`select pg_sleep(${2 / statements}::float8)`.execute(db)
      })
      await expect(work).rejects.toThrow(Overloaded)
      expect(performance.now() - begin).toBeLessThan(1500)
    },
  )

  test('waits a tenth of a second for a lock', async () => {
    const key = 4_000_000
    await app.db.transaction().execute(async (holder) => {
      await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(holder)
      const begin = performance.now()
      const work = rollBackWork(app.db, stays, (db) =>
        sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(db),
      )
      await expect(work).rejects.toThrow(Overloaded)
      expect(performance.now() - begin).toBeLessThan(900)
    })
  })

  test('begins no statement for a client that has disconnected', async () => {
    let gone = false
    let begun = 0
    const work = rollBackWork(
      app.db,
      () => gone,
      async (db) => {
        for (; ; begun++) {
          await sql`select 1`.execute(db)
          gone = begun === 2
        }
      },
    )
    await expect(work).rejects.toThrow(Overloaded)
    expect(begun).toBe(3)
  })
})
