import { type listViews, maxListViews } from '../../../contract/list-views.ts'
import type { EndpointFixtures } from './endpoint-fixture.ts'
import { missingId, newName, type Scenario } from './scenario.ts'

const grantsApart = 'The call also needs the grant of the list that the view belongs to.'
// A list that master users may open.
const list = '/user-list'

const ofCaller = (_: unknown, __: unknown, { by }: Scenario) => `user:${by.person.id}`

/** Creates a view of the caller, or of another user. */
async function view(scenario: Scenario) {
  const { app, by, rowOwner } = scenario
  const name = newName('Visão')
  if (rowOwner === 'missing') return { id: missingId, name }
  const userId = rowOwner === 'own' ? by.person.id : (await app.build.user()).id
  return { id: await app.build.listView({ userId, list, name }), name }
}

async function onView(scenario: Scenario) {
  const { id } = await view(scenario)
  return { input: { params: { id: String(id) } }, row: { table: 'list_views', id } }
}

/** Saved views of lists. */
export const listViewFixtures: EndpointFixtures<keyof typeof listViews> = {
  listViewList: {
    scope: 'person',
    grantsApart,
    async make(scenario) {
      const { id } = await view(scenario)
      return { input: { query: { list } }, row: { table: 'list_views', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  listViewCreate: {
    scope: 'none',
    grantsApart,
    make: () => ({ input: { body: { list, name: newName('Visão'), query: { status: '2' } } } }),
    problems: {
      'list-view-name-in-use': async ({ input }, scenario) => {
        const { name } = await view(scenario)
        return { body: { ...input.body, name } }
      },
      'too-many-list-views': async (_, { app, by }) => {
        const body = { list: '/plan-list', name: newName('Visão'), query: {} } as const
        for (let i = 0; i < maxListViews; i++)
          await app.build.listView({
            userId: by.person.id,
            list: body.list,
            name: newName('Visão'),
          })
        return { body }
      },
    },
    audit: { target: ofCaller, tells: ['after'] },
    endsNoAccess: 'A view grants nothing.',
  },
  listViewUpdate: {
    scope: 'person',
    grantsApart,
    async make(scenario) {
      const made = await onView(scenario)
      return {
        ...made,
        input: { ...made.input, body: { name: newName('Visão'), query: { status: '3' } } },
      }
    },
    problems: {
      'list-view-not-found': 'missing',
      'list-view-name-in-use': async ({ input }, scenario) => {
        const { name } = await view(scenario)
        return { ...input, body: { ...input.body, name } }
      },
    },
    audit: { target: ofCaller, tells: ['before', 'after'] },
    endsNoAccess: 'A view grants nothing.',
  },
  listViewDelete: {
    scope: 'person',
    grantsApart,
    make: onView,
    problems: { 'list-view-not-found': 'missing' },
    audit: { target: ofCaller, tells: ['before'] },
    endsNoAccess: 'A view grants nothing.',
  },
}
