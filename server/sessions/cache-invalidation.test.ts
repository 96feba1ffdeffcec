/** Tests which cached grants each write invalidates (decision 2). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../database/database.ts'
import type { Visitor } from '../../test/testing/builders.ts'
import { quickHashOf } from '../../test/testing/quick-hash.ts'
import { createSessionWorld, type SessionWorld } from '../../test/testing/session-world.ts'
import { statementsOf } from '../../test/testing/statements.ts'
import { waitingFor } from '../../test/testing/waiting-for.ts'

const hash = quickHashOf('Senha')

let world: SessionWorld

beforeAll(async () => {
  world = await createSessionWorld()
})
afterAll(() => world.close())

/** Users of two companies in one module, each with a plan and a profile with a function and an action. */
interface Neighbours {
  one: Visitor
  other: Visitor
  functionId: number
  actionId: number
}

async function neighbours(): Promise<Neighbours> {
  const module = await world.build.module()
  const one = await visitorOf(module)
  const other = await visitorOf(module)
  const { functionId, actionId } = await giveFunction(one)
  await giveFunction(other)
  await world.settle()
  return { one, other, functionId, actionId }
}

const visitorOf = async (module: Visitor['module']) =>
  world.build.visitor({ user: await world.build.user({ hash }), module, spids: ['7101'] })

let counter = 0
async function giveFunction({ module, profileId }: Visitor) {
  const url = `/esquecer/${(counter += 1)}`
  const { rows } = await sql<{ functionId: number; actionId: number }>`
    with f as (insert into functions (module_id, name, url) values (${module.id}, ${url}, ${url}) returning id),
      a as (insert into actions (function_id, name, path) select id, 'Criar', 'create' from f returning id, function_id)
    select f.id as "functionId", a.id as "actionId" from f, a`.execute(world.db)
  const row = rows[0]
  if (!row) throw new Error('No function was inserted.')
  const link = { profile_id: profileId, function_id: row.functionId }
  await world.db
    .insertInto('profile_functions')
    .values({ ...link, module_id: module.id })
    .execute()
  await world.db
    .insertInto('profile_actions')
    .values({ ...link, action_id: row.actionId })
    .execute()
  return row
}

const grantsOf = ({ id, module, company }: Visitor) =>
  world.sessionCache.grants(id, { moduleId: module.id, companyId: company.id, spid: null })

/** Returns the users whose grants must be read again after a write. */
async function invalidatedBy(
  write: (db: Db, of: Neighbours) => Promise<unknown>,
): Promise<string[]> {
  const all = await neighbours()
  const reads = { one: () => grantsOf(all.one), other: () => grantsOf(all.other) }
  for (const read of Object.values(reads)) expect(await read()).toBeDefined()
  await write(world.db, all)
  await world.settle()
  const invalidated: string[] = []
  for (const [name, read] of Object.entries(reads))
    if ((await statementsOf(read)).length > 0) invalidated.push(name)
  return invalidated
}

type Write = (db: Db, of: Neighbours) => Promise<unknown>
const run = (make: (of: Neighbours) => ReturnType<typeof sql>): Write => {
  return (db, of) => make(of).execute(db)
}

const affectsOne: Record<string, Write> = {
  'a profile of theirs is deleted': run(
    ({ one }) => sql`update profiles set active = false where id = ${one.profileId}`,
  ),
  'a function leaves their profile': run(
    ({ functionId }) => sql`delete from profile_functions where function_id = ${functionId}`,
  ),
  'an action leaves their profile': run(
    ({ actionId }) => sql`delete from profile_actions where action_id = ${actionId}`,
  ),
  'a function that they hold is switched off': run(
    ({ functionId }) => sql`update functions set active = false where id = ${functionId}`,
  ),
  'a function that they hold is removed': run(
    ({ functionId }) => sql`delete from functions where id = ${functionId}`,
  ),
  'an action that they hold is switched off': run(
    ({ actionId }) => sql`update actions set active = false where id = ${actionId}`,
  ),
  'an action that they hold is removed': run(
    ({ actionId }) => sql`delete from actions where id = ${actionId}`,
  ),
  'their plan is switched off': run(
    ({ one }) => sql`update plans set active = false where id = ${one.planId}`,
  ),
  'the module leaves their plan': run(
    ({ one }) => sql`delete from plan_modules where plan_id = ${one.planId}`,
  ),
  'their company loses the plan': run(
    ({ one }) => sql`delete from plan_companies where plan_id = ${one.planId}`,
  ),
  'module and company leave their plan in one statement': run(
    ({ one }) => sql`with gone as (delete from plan_modules where plan_id = ${one.planId})
      delete from plan_companies where plan_id = ${one.planId}`,
  ),
  'their company is renamed': run(
    ({ one }) => sql`update companies set name = name || '!' where id = ${one.company.id}`,
  ),
  'a SPID of their company is removed': run(
    ({ one }) => sql`delete from spids where company_id = ${one.company.id}`,
  ),
  'they get another profile': run(
    ({ one }) => sql`insert into user_profiles (user_id, profile_id, company_id, spid)
      values (${one.id}, ${one.profileId}, ${one.company.id}, '7101')`,
  ),
  'they lose a profile': run(({ one }) => sql`delete from user_profiles where user_id = ${one.id}`),
  'they are blocked': run(({ one }) => sql`update users set suspended = true where id = ${one.id}`),
}

const affectsBoth: Record<string, Write> = {
  'their module is switched off': run(
    ({ one }) => sql`update modules set active = false where id = ${one.module.id}`,
  ),
  'the service of their module is switched off': run(
    ({ one }) => sql`update services set active = false
      where id = (select service_id from modules where id = ${one.module.id})`,
  ),
  'the common module gets a function': run(
    () => sql`insert into functions (module_id, name, url) values (34, 'Comum', '/comum')`,
  ),
  'a function of the common module is switched off': run(
    () => sql`update functions set active = false where module_id = 34`,
  ),
}

const affectsNone: Record<string, Write> = {
  'their last access is recorded': run(
    ({ one }) => sql`update users set last_access_at = now() where id = ${one.id}`,
  ),
  'a plan has other seats and another name': (db, { one }) =>
    db.transaction().execute(async (transaction) => {
      await sql`update plan_modules set seat_limit = 7 where plan_id = ${one.planId}`.execute(
        transaction,
      )
      await sql`update plans set name = 'P' || id where id = ${one.planId}`.execute(transaction)
    }),
  'a module has another address': run(
    ({ one }) => sql`update modules set url = 'outro.example' where id = ${one.module.id}`,
  ),
  'a company has another address': run(
    ({ one }) =>
      sql`update companies set email = 'novo@empresa.example' where id = ${one.company.id}`,
  ),
  'a function without profiles is created': run(
    ({ one }) =>
      sql`insert into functions (module_id, name, url) values (${one.module.id}, 'Nova', '/nova')`,
  ),
  'another plan gives them the module too': (_, { one }) =>
    world.build.plan({ companyId: one.company.id, moduleId: one.module.id }),
}

describe('cached grants', () => {
  test.each(Object.entries(affectsOne))('of one user are invalidated when %s', async (_, write) => {
    expect(await invalidatedBy(write)).toEqual(['one'])
  })
  test.each(Object.entries(affectsBoth))(
    'of all users of the module are invalidated when %s',
    async (_, write) => {
      expect(await invalidatedBy(write)).toEqual(['one', 'other'])
    },
  )
  test.each(Object.entries(affectsNone))('stay valid when %s', async (_, write) => {
    expect(await invalidatedBy(write)).toEqual([])
  })

  test('are read once for concurrent requests', async () => {
    const { one } = await neighbours()
    const statements = await statementsOf(() =>
      Promise.all(Array.from({ length: 32 }, () => grantsOf(one))),
    )
    expect(statements).toHaveLength(1)
    const { sessionId } = await world.begin(one.id)
    const sessionStatements = await statementsOf(() =>
      Promise.all(Array.from({ length: 32 }, () => world.sessionCache.liveSession(sessionId))),
    )
    expect(sessionStatements).toHaveLength(1)
  })

  test('are read again for a request after a change, although an older read is running', async () => {
    const { one } = await neighbours()
    const lock = await world.db.startTransaction().execute()
    await sql`lock table user_profiles in access exclusive mode`.execute(lock)
    const early = grantsOf(one)
    await waitingFor(world.db, 'access_links')
    await world.announce({ kind: 'rows', keys: [`user:${one.id}`] })
    const statements = await statementsOf(async () => {
      const late = grantsOf(one)
      await lock.commit().execute()
      await Promise.all([early, late])
    })
    expect(statements.filter((text) => text.includes('access_links'))).toHaveLength(1)
  })
})
