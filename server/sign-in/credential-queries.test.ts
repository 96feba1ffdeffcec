import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { statementsDuring } from '../../test/testing/statements.ts'
import { credentialFinder } from './credential-queries.ts'

let database: BareDatabase
beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())

/** Creates users who may sign in. */
const people = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => database.build.user({ hash: quickHashOf('Senha') })),
  )

describe('concurrent sign-ins', () => {
  test('are looked up in few queries, and each finds its own user', async () => {
    const users = await people(30)
    const finder = credentialFinder(database.db)
    const emails = [...users.map(({ email }) => email), 'ninguem@example.com', '']
    const sent = await statementsDuring(async () => {
      const found = await Promise.all(emails.map((email) => finder.run(email)))
      expect(found.map((user) => user?.id)).toEqual([
        ...users.map(({ id }) => id),
        undefined,
        undefined,
      ])
    })
    // The first batch has twenty lookups, and the second has the others.
    expect(sent.filter(({ text }) => text.includes('from "users"'))).toHaveLength(2)
  })

  test('with the same e-mail find the same user', async () => {
    const [user] = await people(1)
    const finder = credentialFinder(database.db)
    const found = await Promise.all([1, 2, 3].map(() => finder.run(user?.email ?? '')))
    expect(found.map((each) => each?.id)).toEqual([user?.id, user?.id, user?.id])
  })
})
