/**
 * Tests every column on which the response to a token depends. A statement changes the column; then the cached sessions
 * and grants of all holders must equal those that are read anew. A new column must be tested here or listed with a
 * reason.
 */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { days } from '../shared/clock.ts'
import { SessionCache } from './session-cache.ts'

const hash = quickHashOf('Senha')

let world: SessionWorld

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())

interface Holders {
  one: Visitor
  /** User with the same profile in the same company. */
  colleague: Visitor
  /** User with a profile of the same module in another company. */
  other: Visitor
  /** User with the profile by delegation. */
  borrower: { id: number }
  lender: { id: number }
  sessions: { id: number; sessionId: string }[]
}

/** For each table, selects the rows that affect the responses to the holders' tokens. */
const rowsOf: Record<string, (of: Holders) => RawBuilder<unknown>> = {
  users: ({ one, borrower, lender }) => sql`id in (${one.id}, ${borrower.id}, ${lender.id})`,
  sessions: ({ one }) => sql`user_id = ${one.id}`,
  companies: ({ one }) => sql`id = ${one.company.id}`,
  spids: ({ one }) => sql`company_id = ${one.company.id}`,
  services: ({ one }) => sql`id = (select service_id from modules where id = ${one.module.id})`,
  modules: ({ one }) => sql`id = ${one.module.id}`,
  profiles: ({ one }) => sql`id = ${one.profileId}`,
  functions: ({ one }) => sql`module_id = ${one.module.id}`,
  actions: ({ one }) =>
    sql`function_id in (select id from functions where module_id = ${one.module.id})`,
  user_profiles: ({ one }) => sql`user_id = ${one.id}`,
  plans: ({ one }) => sql`id = ${one.planId}`,
  plan_modules: ({ one }) => sql`plan_id = ${one.planId}`,
  plan_companies: ({ one }) => sql`plan_id = ${one.planId}`,
  delegations: ({ borrower }) => sql`user_id = ${borrower.id}`,
}

/** For each column type, SQL that gives a column a different value. */
const byType: Record<string, (column: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  boolean: (column) => sql`not ${column}`,
  text: (column) => sql`coalesce(${column}, '') || 'x'`,
  integer: (column) => sql`coalesce(${column}, 0) + 1`,
  // A time in the past, even if the value is in the future.
  'timestamp with time zone': (column) => sql`coalesce(${column}, now()) - interval '400 days'`,
}

/** Different values of columns for which constraints forbid the value of the type. */
const byColumn: Record<string, RawBuilder<unknown>> = {
  'delegations.end_at': sql`end_at + interval '1 day'`,
  'modules.protocol': sql`case protocol when 'https://' then 'http://' else 'https://' end`,
  // The user loses the access to 7101.
  'user_profiles.spid': sql`'7102'`,
}

/** Columns that this test does not change, with the reason. */
const notChanged: Readonly<Record<string, string>> = {
  'companies.document': 'a CNPJ, which no response contains',
  'companies.sign_in_policy': 'checked when a code is issued: sign-in-policies.test.ts',
  'companies.sign_in_policy_begins_at': 'checked when a code is issued: sign-in-policies.test.ts',
  'delegations.delegated_by': 'a reference, which no write changes',
  'functions.environment': 'only functions of module 1 have one',
  'functions.method': 'only functions of module 1 have one',
  'profiles.master_profile': 'only profiles of module 1 may have it',
  'sessions.amr': 'written once',
  'sessions.authenticated_at': 'written once',
  'sessions.browser_digest': 'written once',
  'sessions.end_reason': 'written with ended_at: session-end.test.ts',
  'sessions.ended_at': 'written with end_reason: session-end.test.ts',
  'sessions.expires_at': 'written once',
  'sessions.last_used_at': 'written from the cache: last-uses.test.ts',
  'sessions.method': 'written once',
  'user_profiles.begin_at': 'a period without now: assignment-periods.test.ts',
  'user_profiles.reason': 'text that no response to a token contains',
  'users.erased_at': 'written with the other columns of an erasure',
  'users.recovery_frozen_until': 'concerns recoveries only',
  'users.phone_number': 'E.164, which no response contains',
}

interface Column {
  table: string
  name: string
  type: string
}

/** Returns the columns that are neither keys nor computed. */
async function columnsOf(tables: readonly string[]): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as "table", column_name as name, data_type as type
    from information_schema.columns
    where table_schema = current_schema() and table_name = any(${tables})
      and is_generated = 'NEVER' and is_identity = 'NO' and column_name !~ '(^|_)id$'
    order by 1, 2`.execute(world.db)
  return rows
}

async function holders(): Promise<Holders> {
  const { build, clock } = world
  const user = () => build.user({ hash })
  const module = await build.module()
  const one = await build.visitor({ user: await user(), module, spids: ['7101', '7102'] })
  const { company, profileId } = one
  // Only an assignment that ends can be suspended.
  await world.db
    .updateTable('user_profiles')
    .set({ end_at: new Date(clock.now().getTime() + days(500)) })
    .where('user_id', '=', one.id)
    .execute()
  const colleague = { ...one, ...(await user()) }
  await build.assign({ userId: colleague.id, profileId, companyId: company.id, spid: '7101' })
  const other = await build.visitor({ user: await user(), module })
  const [lender, borrower] = [await user(), await user()]
  await build.assign({ userId: lender.id, profileId, companyId: company.id })
  await build.delegation({
    userId: borrower.id,
    companyId: company.id,
    by: lender.id,
    begin: new Date(clock.now().getTime() - days(1)),
    end: new Date(clock.now().getTime() + days(1)),
    profileId,
  })
  const { rows } = await sql<{ id: number }>`
    with f as (insert into functions (module_id, name, url)
        values (${module.id}, 'Lista', ${`/colunas/${module.id}`}) returning id),
      a as (insert into actions (function_id, name, path) select id, 'Criar', 'create' from f returning id),
      p as (insert into profile_functions (profile_id, function_id, module_id)
        select profile, f.id, ${module.id} from f, unnest(array[${profileId}::integer, ${other.profileId}]) profile)
    select f.id from f, a`.execute(world.db)
  await sql`insert into profile_actions (profile_id, function_id, action_id)
    select profile, function_id, id from actions, unnest(array[${profileId}::integer, ${other.profileId}]) profile
    where function_id = ${rows[0]?.id}`.execute(world.db)
  const sessions = []
  for (const { id } of [one, colleague, other, borrower])
    sessions.push({ id, sessionId: (await world.begin(id)).sessionId })
  await world.settle()
  return { one, colleague, other, lender, borrower, sessions }
}

/** Returns all sessions and grants from which the responses to the holders' tokens are built. */
async function answersOf(cache: SessionCache, of: Holders): Promise<unknown[]> {
  const { one, colleague, other, borrower } = of
  const answers: unknown[] = []
  for (const [index, { id, company }] of [
    one,
    colleague,
    other,
    { ...borrower, company: one.company },
  ].entries()) {
    const place = { moduleId: one.module.id, companyId: company.id, spid: null }
    const session = await cache.peekSession(of.sessions[index]?.sessionId ?? '')
    answers.push(
      await cache.grants(id, place),
      await cache.grants(id, { ...place, spid: '7101' }),
      session && { user: session.user, ended: session.ended, expiresAt: session.expiresAt },
    )
  }
  return answers
}

test('cached sessions and grants change with every column', async () => {
  const columns = await columnsOf(Object.keys(rowsOf))
  expect(columns.length).toBeGreaterThan(80)
  for (const { table, name, type } of columns) {
    const column = `${table}.${name}`
    if (notChanged[column] !== undefined) continue
    const value = byColumn[column] ?? byType[type]?.(sql.ref(name))
    expect(value, `${column} (${type}) needs another value, or a reason`).toBeDefined()
    const of = await holders()
    await answersOf(world.sessionCache, of)
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = ${value}
      where ${rowsOf[table]?.(of)}`.execute(world.db)
    await world.settle()
    const anew = new SessionCache(world.db, world.changes, world.clock)
    const cached = await answersOf(world.sessionCache, of)
    expect(cached, column).toEqual(await answersOf(anew, of))
  }
}, 120_000)
