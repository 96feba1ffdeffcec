import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../database/database-types.ts'
import type { Db } from '../database/database.ts'
import { findSeats } from './user-import-queries.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'
import { insertUserProfiles } from '../user-profiles/user-profile-queries.ts'

let database: BareDatabase
let db: Db

beforeAll(async () => {
  database = await createBareDatabase()
  db = database.db
})
afterAll(() => database.close())

/**
 * Creates companies that each have one seat of the same module, and one user. `turn` is the key of the seat's advisory
 * lock.
 */
async function companiesOf(count: number) {
  const { id: moduleId } = await database.build.module({ secret: false })
  const profileId = await database.build.profile({ moduleId })
  const { rows } = await sql<{ companyId: number; userId: number; turn: number }>`
    with made as (
      insert into companies (name, email, document)
      select 'Companhia ' || n, 'companhia@operadora.example', upper(left(md5(gen_random_uuid()::text), 12)) || '00' from generate_series(1, ${count}) n
      returning id),
    planned as (insert into loose_plans (company_id, module_id, seat_limit) select id, ${moduleId}, 1 from made),
    people as (
      insert into users (name, email) select 'Pessoa Uma', 'vez' || id || '@operadora.example' from made returning id, email)
    select made.id as "companyId", people.id as "userId", seat_turn(made.id, ${moduleId}) as turn
    from made join people on people.email = 'vez' || made.id || '@operadora.example' order by made.id`.execute(
    db,
  )
  return { moduleId, profileId, places: rows }
}

const by = (userId: number) => ({ by: userId, now: new Date() })

const heldBy = async (trx: Db): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    select count(*)::integer as held from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`.execute(
    trx,
  )
  return rows[0]?.held ?? 0
}

const setProfile = (on: Db, id: number, active: boolean) =>
  on.updateTable('profiles').set({ active }).where('id', '=', id).execute()

const setUser = (on: Db, id: number, active: boolean) =>
  on.updateTable('users').set({ active }).where('id', '=', id).execute()

/** Runs the callback in a transaction that is rolled back. */
async function rolledBack<T>(callback: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  const trx = await db.startTransaction().execute()
  try {
    return await callback(trx)
  } finally {
    await trx.rollback().execute()
  }
}

describe('few entries of the shared lock table are used', () => {
  const many = 600

  test('when a profile held in many companies is reactivated', async () => {
    const { profileId, places } = await companiesOf(many)
    const given = places.map(({ companyId, userId }) => ({
      user_id: userId,
      profile_id: profileId,
      company_id: companyId,
      spid: null,
    }))
    const held = await rolledBack(async (trx) => {
      await setProfile(trx, profileId, false)
      await insertUserProfiles(trx, given, by(given[0]?.user_id ?? 0))
      await setProfile(trx, profileId, true)
      return heldBy(trx)
    })
    expect(held).toBeGreaterThan(1)
    expect(held).toBeLessThanOrEqual(256)
  })

  test('when an import assigns profiles in many companies', async () => {
    const { moduleId, places } = await companiesOf(many)
    const asked = places.map(({ companyId }) => ({ company_id: companyId, module_id: moduleId }))
    const held = await rolledBack(async (trx) => {
      expect((await findSeats(trx, asked, { lock: true })).size).toBe(many)
      return heldBy(trx)
    })
    expect(held).toBeLessThanOrEqual(256)
  })
})

test('profiles in several companies are assigned in lock order, without deadlock', async () => {
  const { profileId, places } = await companiesOf(300)
  // Two companies whose ids and lock keys have opposite orders.
  const [early, late] = places.flatMap((one) => {
    const other = places.find(({ companyId, turn }) => companyId > one.companyId && turn < one.turn)
    return other ? [one, other] : []
  })
  // Other companies with the same lock keys.
  const again = (place: typeof early) =>
    places.find(({ companyId, turn }) => turn === place?.turn && companyId !== place.companyId)
  const [first, second] = [again(late), again(early)]
  if (!early || !late || !first || !second) throw new Error('Too few companies.')
  const row = ({ companyId, userId }: typeof early) => ({
    user_id: userId,
    profile_id: profileId,
    company_id: companyId,
    spid: null,
  })
  const { given } = await db.transaction().execute(async (trx) => {
    await insertUserProfiles(trx, [row(first)], by(first.userId))
    const answer = insertUserProfiles(db, [row(early), row(late)], by(early.userId))
    await waitingFor(db, 'insert into user_profiles')
    await insertUserProfiles(trx, [row(second)], by(first.userId))
    return { given: answer }
  })
  expect(await given).toHaveLength(2)
})

describe('a concurrent reactivation of a deleted profile is awaited', () => {
  /**
   * Creates a company and a deleted profile. The company's only seat is held through another profile of the same
   * module.
   */
  async function fullCompany() {
    const { moduleId, profileId, places } = await companiesOf(1)
    const [place] = places
    if (!place) throw new Error('No company was created.')
    const give = (on: Db, profile: number, userId: number) =>
      insertUserProfiles(
        on,
        [{ user_id: userId, profile_id: profile, company_id: place.companyId, spid: null }],
        by(place.userId),
      )
    const deleted = await database.build.profile({ moduleId })
    await setProfile(db, deleted, false)
    await give(db, profileId, place.userId)
    const { id: other } = await database.build.user()
    return { deleted, other, give }
  }

  /** Starts a write during an uncommitted activation of the profile. Returns the outcome of the write. */
  async function whileActivating(
    profileId: number,
    statement: string,
    write: () => Promise<unknown>,
  ) {
    const { written } = await db.transaction().execute(async (trx) => {
      await setProfile(trx, profileId, true)
      const outcome = write().then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
      )
      await waitingFor(db, statement)
      return { written: outcome }
    })
    return written
  }

  test('by an assignment of the profile', async () => {
    const { deleted, other, give } = await fullCompany()
    const give1 = () => give(db, deleted, other)
    expect(await whileActivating(deleted, 'insert into user_profiles', give1)).toBe(
      'Limite de usuários neste plano excedido',
    )
  })

  test('by the activation of a deleted user who holds it', async () => {
    const { deleted, other, give } = await fullCompany()
    await setUser(db, other, false)
    await give(db, deleted, other)
    const activate = () => setUser(db, other, true)
    expect(await whileActivating(deleted, 'update "users"', activate)).toBe(
      'Limite de usuários neste plano excedido',
    )
  })
})
