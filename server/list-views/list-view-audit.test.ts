import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConsoleClient } from '../../test/testing/console-client.ts'
import { masterOf } from '../../test/testing/people.ts'
import { createTestApp, type TestApp } from '../../test/testing/test-app.ts'

let app: TestApp
let master: ConsoleClient

beforeAll(async () => {
  app = await createTestApp()
  master = await masterOf(app)
})
afterAll(() => app.close())

const eventsOf = (target: string) =>
  app.db
    .selectFrom('audit_events')
    .select(['event', 'before', 'after', 'company_id'])
    .where('target', '=', target)
    .where('event', 'like', 'list-view.%')
    .orderBy('seq')
    .execute()

test.each(['own', 'company'])(
  'the events of a view (%s) contain its conditions before and after each write',
  async (owner) => {
    const shared = owner === 'company'
    const { id: userId, company } = master.person
    const first = { name: 'Bloqueados', query: { status: '3' } }
    const second = { name: 'Ativos', query: { status: '2' } }
    const third = { name: 'Ativos', query: {} }
    const { id: list_view_id } = (
      await master.call('listViewCreate', { body: { list: '/user-list', shared, ...first } })
    ).data
    const params = { id: String(list_view_id) }
    for (const body of [second, third]) await master.call('listViewUpdate', { params, body })
    await master.call('listViewDelete', { params })
    const at = (name: string, conditions: string) => ({
      list_view_id,
      list: '/user-list',
      name,
      conditions,
    })
    const states = [at('Bloqueados', 'status=3'), at('Ativos', 'status=2'), at('Ativos', '')]
    expect(await eventsOf(shared ? `company:${company.id}` : `user:${userId}`)).toEqual(
      [
        { event: 'list-view.created', before: null, after: states[0] },
        { event: 'list-view.updated', before: states[0], after: states[1] },
        { event: 'list-view.updated', before: states[1], after: states[2] },
        { event: 'list-view.deleted', before: states[2], after: null },
      ].map((event) => ({ ...event, company_id: company.id })),
    )
  },
)
