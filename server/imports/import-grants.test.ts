import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { administratorProfileId } from '../../contract/constants.ts'
import type { ImportKindName } from '../../contract/import-kinds.ts'
import type { ScreenPath } from '../../contract/screens.ts'
import { administratorOf } from '../../test/testing/console-client.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Lists imports of this kind as an administrator with a new session. Returns the outcome. */
async function outcomeOf(kind: ImportKindName): Promise<string> {
  const who = await administratorOf(app)
  return (await who.call('importList', { params: { kind } })).outcome
}

/** Runs the callback while administrators lack an action of a screen. Restores the action afterwards. */
async function without(screen: ScreenPath, action: string, callback: () => Promise<void>) {
  const { rows: removed } = await sql<{ function_id: number; action_id: number }>`
    delete from profile_actions pa using functions f, actions a
    where pa.profile_id = ${administratorProfileId} and f.id = pa.function_id and a.id = pa.action_id
      and f.module_id = 1 and f.environment = 'front' and f.url = ${screen} and a.path = ${action}
    returning pa.function_id, pa.action_id`.execute(app.db)
  expect(removed).toHaveLength(1)
  await callback()
  const given = removed.map((row) => ({ profile_id: administratorProfileId, ...row }))
  await app.db.insertInto('profile_actions').values(given).execute()
}

const kinds: [ImportKindName, ScreenPath, ScreenPath][] = [
  ['companies', '/company-form', '/company-list'],
  ['loose-plans', '/plan-loose-form', '/plan-loose'],
]

test.each(kinds)(
  'imports of %s require both actions of %s, also from administrators, and none of %s',
  async (kind, form, list) => {
    for (const action of ['create', 'update']) {
      await without(form, action, async () => expect(await outcomeOf(kind)).toBe('403 forbidden'))
      await without(list, action, async () => expect(await outcomeOf(kind)).toBe('200'))
    }
  },
)
