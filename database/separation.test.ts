import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BareDatabase, createBareDatabase } from '../test/testing/bare-database.ts'

let database: BareDatabase
const open = new Set<pg.Client>()
const refused = { constraint: 'separation_of_duties' }
const day = 24 * 60 * 60 * 1000
const daysAhead = (count: number) => new Date(Date.now() + count * day)

beforeAll(async () => {
  database = await createBareDatabase()
})
afterEach(async () => {
  await Promise.all([...open].map((client) => client.end()))
  open.clear()
})
afterAll(() => database.close())

/** A person linked to two companies, and two profiles of one module with seats in both. */
async function scene() {
  const { build, db } = database
  const [company, other, module] = [
    await build.company(),
    await build.company(),
    await build.module({ secret: false }),
  ]
  for (const companyId of [company.id, other.id])
    await build.plan({ companyId, moduleId: module.id, seats: 99 })
  const profiles = [
    await build.profile({ moduleId: module.id }),
    await build.profile({ moduleId: module.id }),
  ] as const
  const { id: userId } = await build.user({ federated: true })
  const links = [company, other].map(({ id }) => ({ user_id: userId, company_id: id }))
  await db.insertInto('user_companies').values(links).execute()
  const give = (
    profileId: number,
    period: { begin_at?: Date; end_at?: Date; company_id?: number } = {},
  ) =>
    db
      .insertInto('user_profiles')
      .values({ user_id: userId, profile_id: profileId, company_id: company.id, ...period })
      .execute()
  return { company, other, module, profiles, userId, give }
}

describe('a rule on two profiles', () => {
  test('refuses the second one in the same company, in either order', async () => {
    const { profiles, give, other } = await scene()
    await database.build.separationRule({ profiles })
    await give(profiles[1])
    await expect(give(profiles[0])).rejects.toMatchObject(refused)
    await give(profiles[0], { company_id: other.id })
  })

  test('refuses both in one statement', async () => {
    const { profiles, userId, company } = await scene()
    await database.build.separationRule({ profiles })
    const rows = profiles.map((profile_id) => ({
      user_id: userId,
      profile_id,
      company_id: company.id,
    }))
    await expect(
      database.db.insertInto('user_profiles').values(rows).execute(),
    ).rejects.toMatchObject(refused)
  })

  test('counts an assignment that has not begun, and not one that has ended', async () => {
    const { profiles, give, userId } = await scene()
    await database.build.separationRule({ profiles })
    await give(profiles[0], { end_at: daysAhead(-1) })
    await give(profiles[1], { begin_at: daysAhead(30) })
    await expect(
      database.db
        .updateTable('user_profiles')
        .set({ end_at: daysAhead(1) })
        .where('user_id', '=', userId)
        .where('profile_id', '=', profiles[0])
        .execute(),
    ).rejects.toMatchObject(refused)
  })

  test('is not enforced while it is inactive, and removes nothing', async () => {
    const { profiles, give, module } = await scene()
    await database.build.separationRule({ profiles }, { active: false })
    await give(profiles[0])
    await give(profiles[1])
    await database.db.updateTable('separation_rules').set({ active: true }).execute()
    await give(await database.build.profile({ moduleId: module.id }))
  })
})

describe('a delegation', () => {
  test('is refused if it would complete a pair, also in future', async () => {
    const { profiles, give, company, userId } = await scene()
    const { build } = database
    await build.separationRule({ profiles })
    await give(profiles[0])
    const { id: by } = await build.lender(company.id, profiles[1])
    const lent = { userId, companyId: company.id, by, profileId: profiles[1] }
    await expect(
      build.delegation({ ...lent, begin: daysAhead(5), end: null }),
    ).rejects.toMatchObject(refused)
  })

  test('that is open refuses the other profile', async () => {
    const { profiles, give, company, userId } = await scene()
    const { build, db } = database
    await build.separationRule({ profiles })
    const { id: by } = await build.lender(company.id, profiles[1])
    const lent = { userId, companyId: company.id, by, profileId: profiles[1] }
    const id = await build.delegation({ ...lent, begin: daysAhead(-1), end: daysAhead(5) })
    await expect(give(profiles[0])).rejects.toMatchObject(refused)
    await db
      .updateTable('delegations')
      .set({ closed_at: new Date() })
      .where('id', '=', id)
      .execute()
    await give(profiles[0])
    await expect(
      db.updateTable('delegations').set({ closed_at: null }).where('id', '=', id).execute(),
    ).rejects.toMatchObject(refused)
  })
})

describe('a rule on two functions', () => {
  test('counts every profile with the function', async () => {
    const { module, profiles, give } = await scene()
    const { build } = database
    const functions = [
      await build.holdFunction(profiles[0], module.id, '/pagar'),
      await build.holdFunction(profiles[1], module.id, '/aprovar'),
    ] as const
    await build.separationRule({ functions })
    await give(profiles[0])
    await expect(give(profiles[1])).rejects.toMatchObject(refused)
  })

  test('refuses a function for a profile whose holder has the other one', async () => {
    const { module, profiles, give } = await scene()
    const { build, db } = database
    const pay = await build.holdFunction(profiles[0], module.id, '/pagar')
    const approve = await build.holdFunction(
      await build.profile({ moduleId: module.id }),
      module.id,
      '/aprovar',
    )
    await build.separationRule({ functions: [pay, approve] })
    await give(profiles[0])
    await give(profiles[1])
    const add = (profile_id: number) =>
      db
        .insertInto('profile_functions')
        .values({ profile_id, function_id: approve, module_id: module.id })
        .execute()
    await expect(add(profiles[1])).rejects.toMatchObject(refused)
    await add(await build.profile({ moduleId: module.id }))
  })
})

describe('an exception', () => {
  test('allows the pair until its end, for an assignment that ends by then', async () => {
    const { profiles, give, userId, company } = await scene()
    const { build } = database
    const ruleId = await build.separationRule({ profiles })
    const end = daysAhead(10)
    const of = { ruleId, userId, companyId: company.id, end }
    await give(profiles[0])
    await build.separationException({ ...of, approvedBy: null })
    await expect(give(profiles[1], { end_at: end })).rejects.toMatchObject(refused)
    await build.separationException(of)
    await expect(give(profiles[1])).rejects.toMatchObject(refused)
    await expect(give(profiles[1], { end_at: new Date(end.getTime() + 1) })).rejects.toMatchObject(
      refused,
    )
    await give(profiles[1], { end_at: end })
  })

  test('that has ended or was closed allows nothing', async () => {
    const { profiles, give, userId, company } = await scene()
    const { build, db } = database
    const ruleId = await build.separationRule({ profiles })
    const of = { ruleId, userId, companyId: company.id }
    await give(profiles[0])
    await build.separationException({ ...of, end: daysAhead(-1), createdAt: daysAhead(-9) })
    const id = await build.separationException({ ...of, end: daysAhead(9) })
    await db
      .updateTable('separation_exceptions')
      .set({ closed_at: new Date(), closed_by: (await build.user({ federated: true })).id })
      .where('id', '=', id)
      .execute()
    await expect(give(profiles[1], { end_at: daysAhead(5) })).rejects.toMatchObject(refused)
  })

  test('cannot be approved by the requester or for oneself', async () => {
    const { profiles, userId, company } = await scene()
    const { build } = database
    const ruleId = await build.separationRule({ profiles })
    const of = { ruleId, userId, companyId: company.id, end: daysAhead(5) }
    const by = (await build.user({ federated: true })).id
    const others = { constraint: 'separation_exceptions_by_others' }
    await expect(build.separationException({ ...of, by, approvedBy: by })).rejects.toMatchObject(
      others,
    )
    await expect(
      build.separationException({ ...of, by, approvedBy: userId }),
    ).rejects.toMatchObject(others)
    await expect(build.separationException({ ...of, by: userId })).rejects.toMatchObject(others)
  })
})

describe('two transactions at once', () => {
  async function begin(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    open.add(client)
    await client.query('begin')
    return client
  }

  /**
   * Runs a write and its commit, and commits the other transaction as soon as the write waits for a lock or is done.
   * Returns 'done', or the constraint that refused the write.
   */
  async function outcomeAfter(
    earlier: pg.Client,
    later: pg.Client,
    write: Promise<unknown>,
  ): Promise<string> {
    let settled = false
    const result = write
      .then(() => 'done')
      .catch(
        (error: unknown) => (error instanceof pg.DatabaseError && error.constraint) || 'failed',
      )
      .finally(() => {
        settled = true
      })
    await vi.waitFor(async () => expect(settled || (await isWaiting())).toBe(true), 15_000)
    await earlier.query('commit')
    const outcome = await result
    await later.query('commit')
    return outcome
  }

  async function isWaiting(): Promise<boolean> {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
    return rows.length > 0
  }

  const grant = (client: pg.Client, values: readonly number[]) =>
    client.query(
      'insert into user_profiles (user_id, profile_id, company_id) values ($1, $2, $3)',
      [...values],
    )

  test('that give one profile each never complete the pair', async () => {
    const { profiles, userId, company, module } = await scene()
    const { build } = database
    // Of another module, so that the seats serialise nothing.
    const apart = await build.module({ secret: false })
    await build.plan({ companyId: company.id, moduleId: apart.id })
    const pair = [profiles[0], await build.profile({ moduleId: apart.id })] as const
    expect(apart.id).not.toBe(module.id)
    await build.separationRule({ profiles: pair })
    const [one, other] = [await begin(), await begin()]
    await grant(one, [userId, pair[0], company.id])
    const later = grant(other, [userId, pair[1], company.id])
    expect(await outcomeAfter(one, other, later)).toBe('separation_of_duties')
  })

  test('of which one adds a function to the profile that the other gives', async () => {
    const { profiles, userId, company, module } = await scene()
    const { build } = database
    const pay = await build.holdFunction(profiles[0], module.id, '/pagar')
    const approve = await build.holdFunction(
      await build.profile({ moduleId: module.id }),
      module.id,
      '/aprovar',
    )
    await build.separationRule({ functions: [pay, approve] })
    await build.assign({ userId, profileId: profiles[0], companyId: company.id })
    const [one, other] = [await begin(), await begin()]
    await grant(one, [userId, profiles[1], company.id])
    const later = other.query(
      'insert into profile_functions (profile_id, function_id, module_id) values ($1, $2, $3)',
      [profiles[1], approve, module.id],
    )
    expect(await outcomeAfter(one, other, later)).toBe('separation_of_duties')
  })
})
