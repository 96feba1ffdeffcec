import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionTable } from '../../server/catalogue/action-queries.ts'
import { functionTable } from '../../server/catalogue/function-queries.ts'
import { moduleTable } from '../../server/catalogue/module-queries.ts'
import { serviceTable } from '../../server/catalogue/service-queries.ts'
import { companyTable } from '../../server/companies/company-table.ts'
import { loosePlanTable } from '../../server/plans/loose-plan-queries.ts'
import { planModuleTable } from '../../server/plans/plan-module-queries.ts'
import { planTable } from '../../server/plans/plan-queries.ts'
import { profileTable } from '../../server/profiles/profile-queries.ts'
import { userTable } from '../../server/users/user-queries.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const tables = {
  users: userTable,
  companies: companyTable,
  services: serviceTable,
  modules: moduleTable,
  functions: functionTable,
  actions: actionTable,
  profiles: profileTable,
  plans: planTable,
  plan_modules: planModuleTable,
  loose_plans: loosePlanTable,
}

/** Columns that no form changes, or that the database computes from others. */
const bookkeeping = ['created_at', 'updated_at', 'search_line', 'search_doubled', 'display_status']
const unaudited: Readonly<Record<string, readonly string[]>> = {
  // Only sign-in, deletion and erasure change these columns; the type of the audit event says what changed.
  // `recovery_frozen_until` is set by accountReport and cleared by recoveryUnfreeze, which have events of their own.
  users: [
    'public_id',
    'last_access_at',
    'previous_access_at',
    'deleted_at',
    'erased_at',
    'recovery_frozen_until',
  ],
  // Saved and audited by companySignInPolicyUpdate (server/companies/sign-in-policy.test.ts).
  companies: ['sign_in_policy', 'sign_in_policy_begins_at'],
  profiles: ['profile_type_id', 'created_by'],
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.build.user()
  const [company, module] = [await app.build.company(), await app.build.module()]
  await app.build.plan({ companyId: company.id, moduleId: module.id, seats: 1 })
  await app.db
    .insertInto('loose_plans')
    .values({ company_id: company.id, module_id: module.id, seat_limit: 1 })
    .execute()
})
afterAll(() => app.close())

test.each(Object.entries(tables))(
  'an audited save of %s records every column that it can change',
  async (name, table) => {
    const { rows } = await sql<{ column: string }>`
      select column_name as column from information_schema.columns
      where table_schema = 'public' and table_name = ${name}`.execute(app.db)
    const first = await sql<{ id: number }>`select min(id) as id from ${sql.table(name)}`.execute(
      app.db,
    )
    const row = await table.lock(app.db, first.rows[0]?.id ?? 0, sql<boolean>`true`)
    const audited = Object.keys(row ?? {}).map((key) => (key === 'status' ? 'active' : key))
    const omitted = rows
      .map(({ column }) => column)
      .filter((column) => !bookkeeping.includes(column) && !audited.includes(column))
    expect(omitted.toSorted()).toEqual((unaudited[name] ?? []).toSorted())
  },
)
