import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import { type BareDatabase, createBareDatabase } from '../../test/testing/bare-database.ts'
import { requireConsoleKept } from './seat-change.ts'

let database: BareDatabase

beforeAll(async () => {
  database = await createBareDatabase()
})
afterAll(() => database.close())

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
  return rows.length > 0
}

test('if two plans give administrators this console, one cannot be removed while the other is being removed', async () => {
  const { db, build } = database
  const { planId, company } = await build.consoleUser({ profileId: administratorProfileId })
  const { id: loosePlanId } = await db
    .insertInto('loose_plans')
    .values({ company_id: company.id, module_id: consoleModuleId, seat_limit: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const first = await db.startTransaction().execute()
  await requireConsoleKept(first, { planId, companyIds: [company.id], seats: 0 })
  await first.deleteFrom('plan_companies').where('company_id', '=', company.id).execute()
  const second = await db.startTransaction().execute()
  let settled = false
  const refusal = requireConsoleKept(second, { loosePlanId, seats: 0 })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .finally(() => (settled = true))
  await vi.waitUntil(async () => settled || (await isSomebodyWaiting()))
  await first.commit().execute()
  expect(await refusal).toMatchObject({ code: 'plan-of-console' })
  await second.rollback().execute()
})

test('lowering the seats of this console to at least one is accepted', async () => {
  const { planId } = await database.build.consoleUser({ profileId: administratorProfileId })
  await requireConsoleKept(database.db, { planId, seats: 1 })
})

test('a company that is inactive, or whose only administrator is deleted, may lose this console', async () => {
  const { db, build } = database
  const [deleted, closed] = [
    await build.consoleUser({ profileId: administratorProfileId }),
    await build.consoleUser({ profileId: administratorProfileId }),
  ]
  for (const { planId } of [deleted, closed])
    await expect(requireConsoleKept(db, { planId, seats: 0 })).rejects.toMatchObject({
      code: 'plan-of-console',
    })
  await db.updateTable('users').set({ active: false }).where('id', '=', deleted.id).execute()
  await db
    .updateTable('companies')
    .set({ active: false })
    .where('id', '=', closed.company.id)
    .execute()
  for (const { planId } of [deleted, closed]) await requireConsoleKept(db, { planId, seats: 0 })
})

test('a plan can be removed from other companies even if it is the only one of a company with administrators', async () => {
  const { db, build } = database
  const { planId, company } = await build.consoleUser({ profileId: administratorProfileId })
  const other = await build.company()
  await db.insertInto('plan_companies').values({ plan_id: planId, company_id: other.id }).execute()
  await requireConsoleKept(db, { planId, companyIds: [other.id], seats: 0 })
  const both = { planId, companyIds: [other.id, company.id], seats: 0 }
  await expect(requireConsoleKept(db, both)).rejects.toMatchObject({ code: 'plan-of-console' })
})
