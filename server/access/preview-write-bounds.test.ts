import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'
import type { Db } from '../database/database.ts'
import type { AffectedUsers } from './affected-users.ts'
import { previewWrite } from './preview-write.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Previews without time limits, which a busy machine would exceed. */
async function preview(affected: AffectedUsers, write: (db: Db) => Promise<unknown>) {
  const transaction = await app.db.startTransaction().execute()
  const previewed = { affected, scope: 'everything' as const, now: app.clock.now(), write }
  try {
    return await previewWrite(transaction, previewed)
  } finally {
    await transaction.rollback().execute()
  }
}

describe('a preview for many users', () => {
  test('makes its write once for each batch', async () => {
    let writes = 0
    // More users than fit into the first batch.
    const people = Array.from({ length: 3000 }, (_, id) => id + 1_000_000)
    const effect = await preview({ people }, () => Promise.resolve((writes += 1)))
    expect(effect).toMatchObject({ refused: null, people: { count: 0 } })
    expect(writes).toBe(2)
  })

  test('counts exactly up to 1,000 users, and then reports that there are more', async () => {
    const { id: moduleId } = await app.build.module()
    const profileId = await app.build.profile({ moduleId })
    const url = `/${crypto.randomUUID()}`
    const made = app.db
      .insertInto('functions')
      .values({ module_id: moduleId, name: 'Pedidos', url })
    const { id: functionId } = await made.returning('id').executeTakeFirstOrThrow()
    // A module has at most 99 seats, so the holders are in several companies.
    const add = async (count: number) => {
      for (let left = count; left > 0; left -= 99) {
        const { id: companyId } = await app.build.company()
        await app.build.plan({ companyId, moduleId, seats: 99 })
        await holders(Math.min(99, left), profileId, companyId)
      }
    }
    const give = () =>
      preview({ holders: sql`h.profile_id = ${profileId}` }, (db) =>
        db
          .insertInto('profile_functions')
          .values({ profile_id: profileId, function_id: functionId, module_id: moduleId })
          .execute(),
      )
    await add(1000)
    expect((await give()).people).toEqual({ count: 1000, more: false })
    await add(1)
    const more = { count: 1000, more: true }
    expect(await give()).toMatchObject({ people: more, gaining: more })
  })

  async function holders(count: number, profileId: number, companyId: number): Promise<void> {
    const people = Array.from({ length: count }, () => ({
      name: 'Pessoa do Efeito',
      email: `${crypto.randomUUID()}@efeito.example`,
    }))
    const ids = await app.db.insertInto('users').values(people).returning('id').execute()
    const links = ids.map(({ id }) => ({ user_id: id, company_id: companyId }))
    await app.db.insertInto('user_companies').values(links).execute()
    await app.db
      .insertInto('user_profiles')
      .values(links.map((link) => ({ ...link, profile_id: profileId })))
      .execute()
  }
})
