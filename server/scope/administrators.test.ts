import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administratorProfileId } from '../../contract/constants.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { isAdministratorAmong, isOfAdministrators, keepsAnAdministrator } from './administrators.ts'

let database: BareDatabase
let first: Visitor

beforeAll(async () => {
  database = await createBareDatabase()
  first = await administrator()
})
afterAll(() => database.close())

const administrator = () => database.build.consoleUser({ profileId: administratorProfileId })
/** Returns whether an administrator remains if this user loses the profile in these companies. */
const keeps = ({ id, company }: Visitor, companyIds = [company.id]) =>
  keepsAnAdministrator(database.db, { userId: id, companyIds })

describe('an administrator remains', () => {
  test('if the user does not hold the profile in these companies', async () => {
    const colleague = await database.build.consoleUser()
    expect(await keeps(colleague)).toBe(true)
    expect(await keeps(first, [colleague.company.id])).toBe(true)
  })

  test('if another administrator can sign in, but not if there is no other one', async () => {
    expect(await keeps(first)).toBe(false)
    const other = await administrator()
    expect(await keeps(first)).toBe(true)
    await remove(other)
  })

  test('if the user keeps the profile in another company', async () => {
    const again = await database.build.consoleUser({
      profileId: administratorProfileId,
      user: first,
    })
    expect(await keeps(first)).toBe(true)
    expect(await keeps(first, [first.company.id, again.company.id])).toBe(false)
    await remove(again)
  })

  test('if the user loses it in every company but another administrator can sign in', async () => {
    const everywhere = () => keepsAnAdministrator(database.db, { userId: first.id })
    const again = await database.build.consoleUser({
      profileId: administratorProfileId,
      user: first,
    })
    expect(await everywhere()).toBe(false)
    const other = await administrator()
    expect(await everywhere()).toBe(true)
    expect(await isAdministratorAmong(database.db, [0, other.id])).toBe(true)
    await remove(other)
    expect(await isAdministratorAmong(database.db, [0, other.id])).toBe(false)
    // Removes the first administrator's profile only in the other company.
    await database.db
      .deleteFrom('user_profiles')
      .where('user_id', '=', first.id)
      .where('company_id', '=', again.company.id)
      .execute()
  })

  test.each<[string, (other: Visitor) => Promise<unknown>]>([
    ['deleted', ({ id }) => setUser(id, { active: false })],
    ['blocked', ({ id }) => setUser(id, { suspended: true })],
    [
      'of an inactive company',
      ({ company }) =>
        database.db
          .updateTable('companies')
          .set({ active: false })
          .where('id', '=', company.id)
          .execute(),
    ],
    [
      'of a company without seats in the console',
      ({ planId }) =>
        database.db.updateTable('plans').set({ active: false }).where('id', '=', planId).execute(),
    ],
    [
      'invited and never came',
      ({ id }) =>
        database.db
          .updateTable('passwords')
          .set({ temporary: true, expires_at: database.clock.now() })
          .where('user_id', '=', id)
          .execute(),
    ],
  ])('but not if the other one is %s', async (_, shut) => {
    const other = await administrator()
    expect(await keeps(first)).toBe(true)
    await shut(other)
    expect(await keeps(first)).toBe(false)
    await remove(other)
  })

  const setUser = (id: number, values: { active: boolean } | { suspended: boolean }) =>
    database.db.updateTable('users').set(values).where('id', '=', id).execute()

  const remove = ({ id, company }: Visitor) =>
    database.db
      .deleteFrom('user_profiles')
      .where('user_id', '=', id)
      .where('company_id', '=', company.id)
      .execute()
})

test('a company belongs to the administrators if one of them holds the profile there', async () => {
  const { company } = await database.build.consoleUser()
  expect(await isOfAdministrators(database.db, first.company.id)).toBe(true)
  expect(await isOfAdministrators(database.db, company.id)).toBe(false)
})
