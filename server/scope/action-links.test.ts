import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditorProfileId, supportProfileId } from '../../contract/constants.ts'
import { mayHoldAction } from '../../contract/reader-profiles.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

interface Link {
  screen: string
  action: string
  opens: boolean
}

test.each([supportProfileId, auditorProfileId])(
  'the view action_links grants profile %i exactly the actions that mayHoldAction allows, on every screen',
  async (id) => {
    await sql`insert into profile_functions (profile_id, function_id, module_id)
      select ${id}::integer, id, 1 from functions where module_id = 1 and environment = 'front'
      on conflict do nothing`.execute(app.db)
    await sql`insert into profile_actions (profile_id, function_id, action_id)
      select ${id}::integer, f.id, a.id from actions a join functions f on f.id = a.function_id
      where f.module_id = 1 and f.environment = 'front'
      on conflict do nothing`.execute(app.db)
    const { rows } = await sql<Link>`
      select f.url as screen, a.path as action, l.action_active as opens
      from action_links l join functions f on f.id = l.function_id join actions a on a.id = l.action_id
      where l.profile_id = ${id}::integer`.execute(app.db)
    expect(rows).toContainEqual({ screen: '/network-list', action: 'unlock', opens: false })
    expect(rows).toEqual(
      rows.map((row) => ({ ...row, opens: mayHoldAction(id, row.screen, row.action) })),
    )
  },
)
