import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'
import { after, type Clock, hours } from '../../server/shared/clock.ts'
import {
  type AccessState,
  isPerSpid,
  modelSize,
  modelSpids,
  moduleOf,
} from './access-reference-model.ts'
import type { TestApp } from './test-app.ts'

/** Ids of the database rows that represent the model. */
export interface ModelIds {
  people: number[]
  emails: string[]
  companies: number[]
  modules: number[]
  services: number[]
  profiles: number[]
  functions: number[]
  actions: number[]
  /** By company and module. */
  plans: number[][]
  loosePlans: number[][]
}

const each = <T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

/** Creates the rows once; `setState` sets their state. */
export async function makeModel({ db, build }: TestApp): Promise<ModelIds> {
  const one = async (name: string, values: Record<string, unknown>): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(name)} (${sql.join(Object.keys(values).map((column) => sql.ref(column)))})
      values (${sql.join(Object.values(values))}) returning id`.execute(db)
    return rows[0]?.id ?? 0
  }
  const users = await each(modelSize.people, () => build.user())
  const companies = await each(modelSize.companies, async () => (await build.company()).id)
  const modules = await each(modelSize.modules, async (n) => {
    return (await build.module({ isEnableSpid: isPerSpid(n) })).id
  })
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
    people: users.map(({ id }) => id),
    emails: users.map(({ email }) => email),
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
  }
}

/** Sets the rows to the given state. */
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

/** Activates everything and removes all assignments. */
async function clear(db: Db, ids: ModelIds): Promise<void> {
  const plans = anyOf(ids.plans.flat())
  await sql`delete from user_profiles where user_id = ${anyOf(ids.people)}`.execute(db)
  await sql`delete from delegations where user_id = ${anyOf(ids.people)}`.execute(db)
  await sql`delete from spids where company_id = ${anyOf(ids.companies)}`.execute(db)
  await sql`delete from profile_functions where profile_id = ${anyOf(ids.profiles)}`.execute(db)
  await sql`update users set active = true, suspended = false
    where id = ${anyOf(ids.people)} and (not active or suspended)`.execute(db)
  await sql`update profiles set active = true
    where id = ${anyOf(ids.profiles)} and not active`.execute(db)
  await sql`update plans set active = true where id = ${plans} and not active`.execute(db)
  await sql`update plan_modules set active = true
    where plan_id = ${plans} and not active`.execute(db)
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

/** Begin, end and suspension of an assignment. */
const termOf = (term: AccessState['holds'][number]['term'], now: Date) => {
  const [soon, lately] = [after(now, hours(1)), after(now, -hours(1))]
  return {
    begin: term === 'future' ? soon : null,
    end: { always: null, future: null, until: soon, past: lately, suspended: soon }[term],
    suspended: term === 'suspended' ? lately : null,
  }
}

/** Passes rows to a statement as a table, so that one statement writes all rows. */
const table = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(${sql.raw(columns)})`

async function fill(db: Db, ids: ModelIds, state: AccessState, now: Date): Promise<void> {
  const spids = state.companies.flatMap((company, c) =>
    modelSpids
      .filter((_, n) => company.spids[n])
      .map((spid) => ({ company: ids.companies[c], spid })),
  )
  const held = state.held.flatMap((row, p) =>
    row.map((level, f) => ({
      level,
      profile: ids.profiles[p],
      function: ids.functions[f],
      action: ids.actions[f],
      module: ids.modules[moduleOf(p)],
    })),
  )
  const holds = state.holds.map(({ person, company, profile, spid, term }) => ({
    ...termOf(term, now),
    person: ids.people[person],
    company: ids.companies[company],
    profile: ids.profiles[profile],
    spid: spid === null ? null : modelSpids[spid],
  }))
  await sql`insert into spids (company_id, spid)
    select company, spid from ${table(spids, 'company integer, spid text')}`.execute(db)
  const columns =
    'level integer, profile integer, "function" integer, action integer, module integer'
  await sql`insert into profile_functions (profile_id, function_id, module_id)
    select profile, "function", module from ${table(held, columns)} where level > 0`.execute(db)
  await sql`insert into profile_actions (profile_id, function_id, action_id)
    select profile, "function", action from ${table(held, columns)} where level > 1`.execute(db)
  await sql`insert into user_profiles (user_id, profile_id, company_id, spid, begin_at, end_at, suspended_at)
    select person, profile, company, spid, begin, "end", suspended from ${table(
      holds,
      'person integer, company integer, profile integer, spid text, begin timestamptz, "end" timestamptz, suspended timestamptz',
    )}`.execute(db)
  for (const { person, company, profile, lender, lent } of state.delegations) {
    const [begin, end] = span[lent]
    await sql`with made as (
        insert into delegations (user_id, company_id, begin_at, end_at, delegated_by, closed_at)
        values (${ids.people[person]}, ${ids.companies[company]}, ${after(now, begin * hours(1))},
          ${end === null ? null : after(now, end * hours(1))}, ${ids.people[lender]}, ${lent === 'closed' ? now : null}) returning id)
      insert into delegation_profiles (delegation_id, profile_id) select id, ${ids.profiles[profile]}::integer from made`.execute(
      db,
    )
  }
}

async function switchOff(db: Db, ids: ModelIds, state: AccessState): Promise<void> {
  /** Updates rows of a table to the given values. Unchanged rows are not written. */
  const set = (name: string, columns: Record<string, string>, rows: readonly object[]) => {
    const types = Object.entries({ id: 'integer', ...columns }).map(
      ([column, type]) => `${column} ${type}`,
    )
    const values = Object.keys(columns).map((column) => `${column} = t.${column}`)
    const differs = Object.keys(columns).map(
      (column) => `${name}.${column} is distinct from t.${column}`,
    )
    return sql`update ${sql.table(name)} set ${sql.raw(values.join(', '))}
      from ${table(rows, types.join(', '))}
      where ${sql.table(name)}.id = t.id and (${sql.raw(differs.join(' or '))})`.execute(db)
  }
  const pairs = state.entitlements.flatMap((row, c) =>
    row.map((pair, m) => ({ ...pair, id: ids.plans[c]?.[m], loosePlan: ids.loosePlans[c]?.[m] })),
  )
  await set(
    'users',
    { active: 'boolean', suspended: 'boolean' },
    state.people.map(({ active, unblocked }, n) => ({
      id: ids.people[n],
      active,
      suspended: !unblocked,
    })),
  )
  await set(
    'companies',
    { active: 'boolean' },
    state.companies.map(({ active }, n) => ({ id: ids.companies[n], active })),
  )
  await set(
    'modules',
    { active: 'boolean' },
    state.modules.map(({ active }, n) => ({ id: ids.modules[n], active })),
  )
  await set(
    'services',
    { active: 'boolean' },
    state.modules.map(({ service }, n) => ({ id: ids.services[n], active: service })),
  )
  await set(
    'profiles',
    { active: 'boolean' },
    state.profiles.map((active, n) => ({ id: ids.profiles[n], active })),
  )
  await set(
    'functions',
    { active: 'boolean' },
    state.functions.map((active, n) => ({ id: ids.functions[n], active })),
  )
  await set(
    'actions',
    { active: 'boolean', path: 'text' },
    state.actions.map(({ active, path }, n) => ({
      id: ids.actions[n],
      active,
      path: path ? `acao-${n}` : null,
    })),
  )
  await set(
    'plans',
    { active: 'boolean' },
    pairs.map(({ id, plan }) => ({ id, active: plan })),
  )
  await set(
    'loose_plans',
    { active: 'boolean' },
    pairs.map(({ loosePlan, loose }) => ({ id: loosePlan, active: loose })),
  )
  await sql`update plan_modules set active = t.active
    from ${table(
      pairs.map(({ id, inPlan }) => ({ id, active: inPlan })),
      'id integer, active boolean',
    )} where plan_id = t.id and plan_modules.active <> t.active`.execute(db)
  const unlinked = pairs.flatMap(({ id, linked }) => (linked || id === undefined ? [] : [id]))
  await sql`delete from plan_companies where plan_id = ${anyOf(unlinked)}`.execute(db)
}
