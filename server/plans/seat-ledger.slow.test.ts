import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../database/database.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import {
  ledgerChange,
  ledgerPairs,
  ledgerSizes,
  type LedgerStep,
  ledgerSteps,
  moduleOfProfile,
  SeatLedger,
} from '../../test/testing/seat-ledger.ts'
import { findEffect } from './seat-effect-queries.ts'

let database: BareDatabase
/** Database ids, indexed by the numbers that the ledger uses. */
const ids = { companies: [0], modules: [0], plans: [0], users: [0], profiles: [0] }

const times = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

beforeAll(async () => {
  database = await createBareDatabase()
  const { build, db } = database
  const hash = quickHashOf('Senha')
  const { places, people, profiles } = ledgerSizes
  ids.companies = await times(places, async () => (await build.company()).id)
  ids.modules = await times(places, async () => (await build.module({ secret: false })).id)
  ids.users = await times(people, async () => (await build.user({ hash })).id)
  ids.profiles = await times(profiles, (n) =>
    build.profile({ moduleId: at('modules', moduleOfProfile(n)) }),
  )
  const plans = ids.modules.map((_, n) => ({ name: `Plano ${n}` }))
  ids.plans = (await db.insertInto('plans').values(plans).returning('id').execute()).map(
    ({ id }) => id,
  )
})
afterAll(() => database.close())

const at = (what: keyof typeof ids, n: number): number => ids[what][n] ?? 0

const given = (limit: number, active: boolean) => sql`${limit}, ${active}) on conflict`

function statementOf(step: LedgerStep) {
  switch (step.kind) {
    case 'plan':
      return sql`update plans set active = ${step.active} where id = ${at('plans', step.plan)}`
    case 'plan-module':
      return sql`insert into plan_modules (plan_id, module_id, seat_limit, active)
        values (${at('plans', step.plan)}, ${at('modules', step.module)}, ${given(step.limit, step.active)}
        on constraint plan_modules_key do update set seat_limit = excluded.seat_limit, active = excluded.active`
    case 'plan-company':
      return step.held
        ? sql`insert into plan_companies (plan_id, company_id)
            values (${at('plans', step.plan)}, ${at('companies', step.company)}) on conflict do nothing`
        : sql`delete from plan_companies
            where plan_id = ${at('plans', step.plan)} and company_id = ${at('companies', step.company)}`
    case 'loose-plan':
      return sql`insert into loose_plans (company_id, module_id, seat_limit, active)
        values (${at('companies', step.company)}, ${at('modules', step.module)}, ${given(step.limit, step.active)}
        on constraint loose_plans_key do update set seat_limit = excluded.seat_limit, active = excluded.active`
    case 'user':
      return sql`update users set active = ${step.active} where id = ${at('users', step.user)}`
    case 'profile':
      return sql`update profiles set active = ${step.active} where id = ${at('profiles', step.profile)}`
    case 'assign':
      return sql`insert into user_profiles (user_id, profile_id, company_id)
        select ${at('users', step.user)}::integer, ${at('profiles', step.profile)}::integer, ${at('companies', step.company)}::integer
        where not exists (select from user_profiles where ${heldBy(step)})`
    case 'unassign':
    default:
      return sql`delete from user_profiles where ${heldBy(step)}`
  }
}

const heldBy = (held: { user: number; profile: number; company: number }) =>
  sql`user_id = ${at('users', held.user)} and profile_id = ${at('profiles', held.profile)}
    and company_id = ${at('companies', held.company)}`

/** Executes a step and returns true. If the database refuses the step, rolls it back and returns false. */
async function isAccepted(db: Db, step: LedgerStep): Promise<boolean> {
  await sql`savepoint before_step`.execute(db)
  try {
    await statementOf(step).execute(db)
    return true
  } catch (error) {
    expect(error).toMatchObject({ constraint: 'user_profiles_seat_free' })
    await sql`rollback to savepoint before_step`.execute(db)
    return false
  }
}

async function seatsIn(db: Db) {
  const { rows } =
    await sql<object>`select s.company_id, s.module_id, s.seat_limit, s.used, s.free, s.over from seats s
    where s.company_id = any (${ids.companies}::integer[])
    order by array_position(${ids.companies}::integer[], s.company_id), array_position(${ids.modules}::integer[], s.module_id)`.execute(
      db,
    )
  return rows
}

function seatsOf(ledger: SeatLedger) {
  return ledgerPairs.flatMap(({ company, module }) => {
    const [limit, used] = [ledger.limit(company, module), ledger.used(company, module)]
    const pair = { company_id: at('companies', company), module_id: at('modules', module) }
    const [free, over] = [Math.max(limit - used, 0), Math.max(used - limit, 0)]
    return limit || used ? [{ ...pair, seat_limit: limit, used, free, over }] : []
  })
}

class RolledBack extends Error {}

/** Runs work in a transaction that is rolled back. */
async function rolledBack(work: (db: Db) => Promise<void>): Promise<void> {
  const done = database.db.transaction().execute(async (db) => {
    await work(db)
    throw new RolledBack()
  })
  await done.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
}

test(
  'after any sequence of changes, seats and previews equal those of the reference ledger',
  { timeout: 600_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(ledgerSteps, ledgerChange, (steps, change) =>
        rolledBack(async (db) => {
          const ledger = new SeatLedger()
          for (const step of steps) expect(await isAccepted(db, step)).toBe(ledger.apply(step))
          expect(await seatsIn(db)).toEqual(seatsOf(ledger))
          const { rows } = await findEffect(db, {
            planId: at('plans', change.plan),
            moduleId: change.module === undefined ? undefined : at('modules', change.module),
            companyIds: change.companies?.map((company) => at('companies', company)),
            seats: change.seats,
          })
          const found = rows.map(({ company, module, ...counted }) => ({
            company: ids.companies.indexOf(company.id),
            module: ids.modules.indexOf(module.id),
            ...counted,
          }))
          expect(new Set(found)).toEqual(new Set(ledger.predict(change)))
        }),
      ),
      { numRuns: 300 },
    )
  },
)
