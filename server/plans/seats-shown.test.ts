import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { effectRowsMax } from '../../contract/seats.ts'
import { administratorOf, type ConsoleClient, holderOf } from '../../test/testing/console-client.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let admin: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await administratorOf(app)
})
afterAll(() => app.close())

/** Builds a company with two plans and a loose plan of one module, and `used` users. */
async function companyWith(used: number) {
  const [company, module] = [await app.build.company(), await app.build.module({ secret: false })]
  const at = { companyId: company.id, moduleId: module.id }
  const plans = [
    await app.build.plan({ ...at, seats: 2 }),
    await app.build.plan({ ...at, seats: 1 }),
  ]
  const { id: loose } = await app.db
    .insertInto('loose_plans')
    .values({ company_id: company.id, module_id: module.id, seat_limit: 3 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const profileId = await app.build.profile({ moduleId: module.id })
  await fill(company.id, profileId, used)
  return { company, module, plans: [plans[0] ?? 0, plans[1] ?? 0] as const, loose, profileId }
}

/** Assigns a profile to `count` new users, in one statement. */
async function fill(companyId: number, profileId: number, count: number): Promise<void> {
  await sql`with made as (
      insert into users (name, email)
      select 'Pessoa', 'assento' || n || '-' || ${profileId}::integer || '-' || ${companyId}::integer || '@operadora.example'
      from generate_series(1, ${count}::integer) n returning id)
    insert into user_profiles (user_id, profile_id, company_id) select id, ${profileId}, ${companyId} from made`.execute(
    app.db,
  )
}

const seatsOf = async (companyId: number) =>
  (await admin.call('seatsOfCompany', { params: { companyId: String(companyId) } })).data

describe('GET /seat/company/{companyId}', () => {
  test('returns limit, used and free seats of each module, and their plans', async () => {
    const { company, module, plans, loose } = await companyWith(4)
    const { modules } = await seatsOf(company.id)
    expect(modules).toMatchObject([
      {
        module: { id: module.id },
        limit: 6,
        used: 4,
        free: 2,
        over: 0,
        plans: [
          { id: plans[0], seats: 2 },
          { id: plans[1], seats: 1 },
        ],
        loose_plan: { id: loose, seats: 3, active: true },
      },
    ])
  })

  test('returns a loose plan that is inactive and gives no seats, since no second one can be created', async () => {
    const { company, loose } = await companyWith(1)
    await app.db.updateTable('loose_plans').set({ active: false }).where('id', '=', loose).execute()
    expect((await seatsOf(company.id)).modules).toMatchObject([
      { limit: 3, loose_plan: { id: loose, seats: 3, active: false } },
    ])
  })

  test('returns seats over the limit, even without a plan', async () => {
    const { company, plans } = await companyWith(6)
    await app.db.updateTable('plans').set({ active: false }).where('id', '=', plans[0]).execute()
    expect((await seatsOf(company.id)).modules).toMatchObject([
      { limit: 4, used: 6, free: 0, over: 2 },
    ])
    await app.db.deleteFrom('loose_plans').where('company_id', '=', company.id).execute()
    await app.db.deleteFrom('plan_companies').where('company_id', '=', company.id).execute()
    expect((await seatsOf(company.id)).modules).toMatchObject([
      { limit: 0, used: 6, free: 0, over: 6, plans: [], loose_plan: null },
    ])
  })

  test('ignores deleted users and deleted profiles', async () => {
    const { company, profileId } = await companyWith(4)
    const { user_id } = await app.db
      .selectFrom('user_profiles')
      .select('user_id')
      .where('profile_id', '=', profileId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await app.db.updateTable('users').set({ active: false }).where('id', '=', user_id).execute()
    expect((await seatsOf(company.id)).modules).toMatchObject([{ used: 3 }])
    await app.db
      .updateTable('profiles')
      .set({ active: false })
      .where('id', '=', profileId)
      .execute()
    expect((await seatsOf(company.id)).modules).toMatchObject([{ used: 0 }])
  })

  test('is limited to the own company for callers other than administrators', async () => {
    const holder = await holderOf(app, ['/company-form'])
    const ask = (id: number) => holder.call('seatsOfCompany', { params: { companyId: String(id) } })
    expect((await ask(holder.person.company.id)).data.modules).toHaveLength(1)
    expect((await ask(admin.person.company.id)).outcome).toBe('404 company-not-found')
  })
})

describe('GET /seat/plan/{id}', () => {
  test('returns the plan’s share in the seats of each company', async () => {
    const { company, module, plans } = await companyWith(4)
    const params = { id: String(plans[0]) }
    const { rows } = (await admin.call('seatsOfPlanList', { params, query: {} })).data
    const counted = { limit: 6, used: 4, free: 2, over: 0 }
    expect(rows).toMatchObject([
      {
        company: { id: company.id },
        modules: [{ module: { id: module.id }, seats: 2, ...counted }],
      },
    ])
    await app.db.updateTable('plans').set({ active: false }).where('id', '=', plans[0]).execute()
    const without = (await admin.call('seatsOfPlanList', { params, query: {} })).data.rows
    expect(without).toMatchObject([
      { modules: [{ seats: 0, limit: 4, used: 4, free: 0, over: 0 }] },
    ])
  })
})

test('GET /seat/plan/{id} omits a module that is inactive in the plan', async () => {
  const { module, plans } = await companyWith(1)
  const params = { id: String(plans[0]) }
  const second = await app.build.module({ secret: false })
  await app.db
    .insertInto('plan_modules')
    .values({ plan_id: plans[0], module_id: second.id, seat_limit: 2, active: false })
    .execute()
  const { rows } = (await admin.call('seatsOfPlanList', { params, query: {} })).data
  expect(rows.map(({ modules }) => modules.map((of) => of.module.id))).toEqual([[module.id]])
})

describe('preview of a change', () => {
  const ofPlan = async (planId: number, body: object) =>
    (await admin.call('seatEffectOfPlan', { params: { planId: String(planId) }, body })).data
  const none = { count: 0, more: false }

  test('is empty if the remaining seats suffice', async () => {
    const { plans } = await companyWith(4)
    const nothing = { people: none, companies: none, over: none, rows: [] }
    expect(await ofPlan(plans[0], {})).toEqual(nothing)
    expect(await ofPlan(plans[0], { limit: 99 })).toEqual(nothing)
  })

  test('counts users over the limit, who keep their access', async () => {
    const { company, module, plans, loose } = await companyWith(5)
    const one = { count: 1, more: false }
    expect(await ofPlan(plans[0], { module_id: module.id })).toMatchObject({
      people: none,
      companies: one,
      over: one,
      rows: [{ company: { id: company.id }, used: 5, limit: 6, new_limit: 4, over: 1 }],
    })
    expect(await ofPlan(plans[0], { limit: 1 })).toMatchObject({ companies: none })
    expect(await ofPlan(plans[0], { company_id: [admin.person.company.id] })).toMatchObject({
      companies: none,
    })
    const effect = await admin.call('seatEffectOfLoosePlan', {
      params: { id: String(loose) },
      body: { limit: 1 },
    })
    expect(effect.data).toMatchObject({ people: none, over: one, rows: [{ new_limit: 4 }] })
  })

  test('counts users who lose access, each once', async () => {
    const [company, module] = [await app.build.company(), await app.build.module()]
    const second = await app.build.module()
    const planId = await app.build.plan({ companyId: company.id, moduleId: module.id, seats: 9 })
    await app.db
      .insertInto('plan_modules')
      .values({ plan_id: planId, module_id: second.id, seat_limit: 9 })
      .execute()
    const user = await app.build.user()
    for (const { id: moduleId } of [module, second]) {
      const profileId = await app.build.profile({ moduleId })
      await app.build.assign({ userId: user.id, profileId, companyId: company.id })
    }
    expect(await ofPlan(planId, {})).toMatchObject({
      people: { count: 1, more: false },
      companies: { count: 1, more: false },
      over: none,
      rows: [{ new_limit: 0 }, { new_limit: 0 }],
    })
  })

  test('equals the result of the write', async () => {
    const { company, module, plans } = await companyWith(6)
    const [{ new_limit, over } = { new_limit: -1, over: -1 }] = (
      await ofPlan(plans[0], { module_id: module.id, limit: 1 })
    ).rows
    await admin.call('planModuleUpdate', {
      params: { a: String(plans[0]), b: String(module.id) },
      body: { module_id: module.id, limit: 1, active: true },
    })
    expect((await seatsOf(company.id)).modules).toMatchObject([{ limit: new_limit, over }])
  })

  test('is the same for few companies and for hundreds, and limited to the requested companies', async () => {
    const module = await app.build.module()
    const { id } = await app.build.company()
    const planId = await app.build.plan({ companyId: id, moduleId: module.id, seats: 9 })
    const profileId = await app.build.profile({ moduleId: module.id })
    const { rows: made } = await sql<{ id: number }>`with made as (
        insert into companies (name, email, document)
        select 'Muitas ' || n, 'muitas@operadora.example', 'MUITAS' || lpad(n::text, 8, '0')
        from generate_series(1, 205) n returning id)
      insert into plan_companies (plan_id, company_id) select ${planId}::integer, id from made returning company_id as id`.execute(
      app.db,
    )
    const ids = made.map((company) => company.id)
    const user = await app.build.user()
    for (const companyId of [id, ...ids.slice(0, 3)])
      await app.build.assign({ userId: user.id, profileId, companyId })
    const companiesHit = async (body: object) => (await ofPlan(planId, body)).companies.count
    expect(await companiesHit({})).toBe(4)
    expect(await companiesHit({ company_id: ids })).toBe(3)
    expect(await companiesHit({ company_id: ids.slice(0, 2) })).toBe(2)
  })

  test('names the most affected companies: lost access first, then most over the limit', async () => {
    const module = await app.build.module({ secret: false })
    const { id: only } = await app.build.company()
    const planId = await app.build.plan({ companyId: only, moduleId: module.id, seats: 9 })
    const profileId = await app.build.profile({ moduleId: module.id })
    const users = [await app.build.user(), await app.build.user()].map(({ id }) => id)
    // More companies than the preview names. Each has two users and, besides the seats of the plan, one other seat.
    const { rows: many } = await sql<{ id: number }>`insert into companies (name, email, document)
      select 'Excedida ' || n, 'excedida@operadora.example', 'EXCED' || lpad(n::text, 9, '0')
      from generate_series(1, ${effectRowsMax}::integer + 1) n returning id`.execute(app.db)
    const { id: over2 } = await app.build.company()
    const { id: over8 } = await app.build.company()
    const { id: ends } = await app.build.company()
    const besides = [...many.map(({ id }) => id), over2, over8]
    await sql`with companies_of as (
        insert into plan_companies (plan_id, company_id)
        select ${planId}::integer, unnest(${[...besides, ends]}::integer[])), loose as (
        insert into loose_plans (company_id, module_id, seat_limit)
        select unnest(${besides}::integer[]), ${module.id}::integer, 1)
      select`.execute(app.db)
    await sql`insert into user_profiles (user_id, profile_id, company_id)
      select u, ${profileId}::integer, c from unnest(${users}::integer[]) u, unnest(${many.map(({ id }) => id)}::integer[]) c`.execute(
      app.db,
    )
    await fill(over2, profileId, 3)
    await fill(over8, profileId, 9)
    await fill(ends, profileId, 1)
    const { rows } = await ofPlan(planId, {})
    expect(rows).toHaveLength(effectRowsMax)
    expect(rows.slice(0, 4)).toMatchObject([
      { company: { id: ends }, new_limit: 0, over: 1 },
      { company: { id: over8 }, new_limit: 1, over: 8 },
      { company: { id: over2 }, new_limit: 1, over: 2 },
      { company: { id: many[0]?.id }, new_limit: 1, over: 1 },
    ])
  })

  test('counts exactly up to a thousand users, and then reports that there are more', async () => {
    const module = await app.build.module()
    const [first] = [await app.build.company()]
    const planId = await app.build.plan({ companyId: first.id, moduleId: module.id, seats: 99 })
    const profileId = await app.build.profile({ moduleId: module.id })
    const addCompanies = async (count: number, people: number) => {
      for (let n = 0; n < count; n++) {
        const { id } = await app.build.company()
        await app.db
          .insertInto('plan_companies')
          .values({ plan_id: planId, company_id: id })
          .execute()
        await fill(id, profileId, people)
      }
    }
    await addCompanies(10, 99)
    await fill(first.id, profileId, 10)
    expect((await ofPlan(planId, {})).people).toEqual({ count: 1000, more: false })
    await addCompanies(1, 1)
    expect((await ofPlan(planId, {})).people).toEqual({ count: 1000, more: true })
    const lowered = await ofPlan(planId, { limit: 1 })
    expect(lowered).toMatchObject({ people: none, over: { count: 989, more: false } })
    const statements = await statementsOf(() => ofPlan(planId, {}))
    // Three statements: the plan, its companies, the effect.
    expect(statements).toHaveLength(3)
  })
})
