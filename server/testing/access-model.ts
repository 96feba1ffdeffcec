import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { after, type Clock, hours } from '../shared/clock.ts'
import { type AccessState, modelSize, modelSpids, moduleOf } from './access-oracle.ts'
import type { TestApp } from './test-app.ts'

/** The rows that stand for a world of the model. */
export interface ModelIds {
  people: number[]
  companies: number[]
  modules: number[]
  services: number[]
  profiles: number[]
  functions: number[]
  actions: number[]
  /** By company and module. */
  plans: number[][]
  loosePlans: number[][]
  lender: number
}

const each = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** Makes the rows once; `setState` gives them a state. */
export async function makeModel({ db, build }: TestApp): Promise<ModelIds> {
  const one = async (name: string, values: Record<string, unknown>): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(name)} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(values))}) returning id`.execute(db)
    return rows[0]?.id ?? 0
  }
  const people = await each(modelSize.people, async () => (await build.user()).id)
  const companies = await each(modelSize.companies, async () => (await build.company()).id)
  const modules = await each(modelSize.modules, async () => (await build.module()).id)
  const at = (n: number) => modules[moduleOf(n)] ?? 0
  const services = await each(modelSize.modules, async (n) => {
    const row = db.selectFrom('modules').select('service_id').where('id', '=', at(n))
    return (await row.executeTakeFirstOrThrow()).service_id
  })
  const functions = await each(modelSize.functions, (n) =>
    one('functions', { module_id: at(n), name: `Função ${n}`, url: `/modelo/${n}` }),
  )
  const ofPair = (make: (company: number, module: number) => Promise<number>) =>
    Promise.all(
      companies.map((company) => Promise.all(modules.map((module) => make(company, module)))),
    )
  return {
    people,
    companies,
    modules,
    services,
    functions,
    profiles: await each(modelSize.profiles, (n) => build.profile({ moduleId: at(n) })),
    actions: await each(modelSize.functions, (n) =>
      one('actions', { function_id: functions[n], name: `Ação ${n}`, path: `acao-${n}` }),
    ),
    plans: await ofPair((companyId, moduleId) => build.plan({ companyId, moduleId })),
    loosePlans: await ofPair((company_id, module_id) =>
      one('loose_plans', { company_id, module_id, seat_limit: 9, active: false }),
    ),
    lender: (await build.user()).id,
  }
}

/** Makes the rows be as the state says. */
export async function setState(
  db: Db,
  ids: ModelIds,
  state: AccessState,
  clock: Clock,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await clear(transaction, ids)
    await fill(transaction, ids, state, clock.now())
    await switchOff(transaction, ids, state)
  })
}

const anyOf = (list: readonly number[]) => sql`any (${[...list]}::integer[])`

/** Everything is on and nobody holds anything. */
async function clear(db: Db, ids: ModelIds): Promise<void> {
  const plans = anyOf(ids.plans.flat())
  await sql`delete from user_profiles where user_id = ${anyOf(ids.people)}`.execute(db)
  await sql`delete from delegations where user_id = ${anyOf(ids.people)}`.execute(db)
  await sql`delete from spids where company_id = ${anyOf(ids.companies)}`.execute(db)
  await sql`delete from profile_functions where profile_id = ${anyOf(ids.profiles)}`.execute(db)
  await sql`update users set status = 1, suspended = false where id = ${anyOf(ids.people)}`.execute(
    db,
  )
  await sql`update profiles set status = 1 where id = ${anyOf(ids.profiles)}`.execute(db)
  await sql`update plans set active = true where id = ${plans}`.execute(db)
  await sql`update plan_modules set active = true where plan_id = ${plans}`.execute(db)
  for (const [c, row] of ids.plans.entries())
    await sql`insert into plan_companies (plan_id, company_id)
      select unnest(${row}::integer[]), ${ids.companies[c]}::integer on conflict do nothing`.execute(
      db,
    )
  await sql`insert into user_companies (user_id, company_id)
    select u, c from unnest(${ids.people}::integer[]) u, unnest(${ids.companies}::integer[]) c on conflict do nothing`.execute(
    db,
  )
}

const span: Record<
  AccessState['delegations'][number]['lent'],
  [begin: number, end: number | null]
> = {
  running: [-1, 1],
  endless: [-1, null],
  future: [1, 2],
  past: [-2, -1],
  closed: [-1, 1],
}

async function fill(db: Db, ids: ModelIds, state: AccessState, now: Date): Promise<void> {
  for (const [c, { spids }] of state.companies.entries())
    for (const [n, there] of spids.entries())
      if (there)
        await sql`insert into spids (company_id, spid) values (${ids.companies[c]}, ${modelSpids[n]})`.execute(
          db,
        )
  for (const [p, row] of state.held.entries())
    for (const [f, level] of row.entries()) {
      if (level > 0)
        await sql`insert into profile_functions (profile_id, function_id, module_id)
          values (${ids.profiles[p]}, ${ids.functions[f]}, ${ids.modules[moduleOf(p)]})`.execute(db)
      if (level > 1)
        await sql`insert into profile_actions (profile_id, function_id, action_id)
          values (${ids.profiles[p]}, ${ids.functions[f]}, ${ids.actions[f]})`.execute(db)
    }
  for (const { person, company, profile, spid } of state.holds)
    await sql`insert into user_profiles (user_id, profile_id, company_id, spid)
      values (${ids.people[person]}, ${ids.profiles[profile]}, ${ids.companies[company]},
        ${spid === null ? null : modelSpids[spid]})`.execute(db)
  for (const { person, company, profile, lent } of state.delegations) {
    const [begin, end] = span[lent]
    await sql`with made as (
        insert into delegations (user_id, company_id, begin_at, end_at, delegated_by, closed_at)
        values (${ids.people[person]}, ${ids.companies[company]}, ${after(now, begin * hours(1))},
          ${end === null ? null : after(now, end * hours(1))}, ${ids.lender}, ${lent === 'closed' ? now : null}) returning id)
      insert into delegation_profiles (delegation_id, profile_id) select id, ${ids.profiles[profile]}::integer from made`.execute(
      db,
    )
  }
}

async function switchOff(db: Db, ids: ModelIds, state: AccessState): Promise<void> {
  const set = (table: string, column: string, id: number | undefined, value: unknown) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db)
  for (const [n, { active, unblocked }] of state.people.entries()) {
    await set('users', 'status', ids.people[n], Number(active))
    await set('users', 'suspended', ids.people[n], !unblocked)
  }
  for (const [n, { active }] of state.companies.entries())
    await set('companies', 'active', ids.companies[n], active)
  for (const [n, { active, service }] of state.modules.entries()) {
    await set('modules', 'status', ids.modules[n], Number(active))
    await set('services', 'active', ids.services[n], service)
  }
  for (const [n, active] of state.profiles.entries())
    await set('profiles', 'status', ids.profiles[n], Number(active))
  for (const [n, active] of state.functions.entries())
    await set('functions', 'status', ids.functions[n], Number(active))
  for (const [n, { active, path }] of state.actions.entries()) {
    await set('actions', 'active', ids.actions[n], active)
    await set('actions', 'path', ids.actions[n], path ? `acao-${n}` : null)
  }
  for (const [c, row] of state.entitlements.entries())
    for (const [m, { plan, linked, inPlan, loose }] of row.entries()) {
      const id = ids.plans[c]?.[m]
      await set('plans', 'active', id, plan)
      await set('loose_plans', 'active', ids.loosePlans[c]?.[m], loose)
      await sql`update plan_modules set active = ${inPlan} where plan_id = ${id}`.execute(db)
      if (!linked) await sql`delete from plan_companies where plan_id = ${id}`.execute(db)
    }
}
