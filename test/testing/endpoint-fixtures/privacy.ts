import type { dataRequests } from '../../../contract/data-requests.ts'
import type { erasures } from '../../../contract/erasures.ts'
import type { myData } from '../../../contract/my-data.ts'
import { after, days } from '../../../server/shared/clock.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { missingId, type Scenario } from './scenario.ts'

/** Creates a user with an open request to correct the phone number. */
async function request(scenario: Scenario) {
  const { id: user_id, email } = await scenario.user()
  if (scenario.rowOwner === 'missing') return { id: missingId, email, user_id }
  const now = scenario.app.clock.now()
  const { id } = await scenario.app.db
    .insertInto('data_requests')
    .values({
      user_id,
      field: 'phone_number',
      wanted: '5511999990000',
      created_at: now,
      due_at: after(now, days(15)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, user_id }
}

/** Creates a user who was deleted this number of days ago. */
async function deletedFor(scenario: Scenario, ago: number) {
  const { id, email } = await scenario.user()
  const deleted_at = after(scenario.app.clock.now(), -days(ago))
  const gone = scenario.app.db.updateTable('users').set({ active: false, deleted_at })
  if (scenario.rowOwner !== 'missing') await gone.where('id', '=', id).execute()
  return { id, email }
}

async function erase({ app }: Scenario, id: number): Promise<void> {
  const erased = app.db.updateTable('users').set({ erased_at: app.clock.now() })
  await erased.where('id', '=', id).execute()
}

/** Days since the deletion of a user, more than the retention of a test installation. */
const longAgo = 400

async function ofDeleted(scenario: Scenario) {
  const { id } = await deletedFor(scenario, longAgo)
  return { input: { params: { id: String(id) } }, row: { table: 'users', id } }
}

const notErasable = {
  'user-not-found': 'missing',
  'user-not-deleted': async (_: unknown, scenario: Scenario) => ({
    params: { id: String((await scenario.user()).id) },
  }),
  'user-erased': async (
    { input }: Pick<Awaited<ReturnType<typeof ofDeleted>>, 'input'>,
    scenario: Scenario,
  ) => {
    await erase(scenario, Number(input.params.id))
    return input
  },
} as const

const answer = { accepted: true, answer: 'Corrigido.' }

/** Personal data: reading, correction and erasure. */
export const privacyFixtures: EndpointFixtures<
  keyof typeof myData | keyof typeof dataRequests | keyof typeof erasures
> = {
  myDataGet: {
    scope: 'none',
    make: () => ({ input: {} }),
    problems: {},
    audit: undefined,
  },
  myDataFile: {
    sensitive: 'downloading the own personal data',
    scope: 'none',
    make: () => ({ input: { body: { format: 'json' } } }),
    problems: {},
    audit: { target: (_, __, { by }) => `user:${by.person.id}`, tells: ['after'] },
  },
  dataRequestCreate: {
    sensitive: 'requesting a correction of the own data',
    scope: 'none',
    async make({ app, by }) {
      await app.db.deleteFrom('data_requests').where('user_id', '=', by.person.id).execute()
      return { input: { body: { field: 'name', wanted: 'Ana Maria' } } }
    },
    problems: {
      'data-request-open': async ({ input }, { app, by }) => {
        const now = app.clock.now()
        const open = { field: 'name', wanted: 'Ana', created_at: now, due_at: now }
        await app.db
          .insertInto('data_requests')
          .values({ ...open, user_id: by.person.id })
          .execute()
        return input
      },
    },
    audit: { target: onNew('data-request'), tells: ['after'] },
  },
  dataRequestList: {
    scope: 'installation',
    async make(scenario) {
      const { id, email } = await request(scenario)
      return { input: { query: { search: email } }, row: { table: 'data_requests', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  dataRequestGet: {
    scope: 'installation',
    async make(scenario) {
      const { id } = await request(scenario)
      return { input: { params: { id: String(id) } }, row: { table: 'data_requests', id } }
    },
    problems: { 'data-request-not-found': 'missing' },
    audit: undefined,
  },
  dataRequestAnswer: {
    sensitive: 'answering a request for correction',
    scope: 'installation',
    async make(scenario) {
      const { id } = await request(scenario)
      const input = { params: { id: String(id) }, body: answer }
      return { input, row: { table: 'data_requests', id } }
    },
    problems: {
      'data-request-not-found': 'missing',
      'data-request-answered': async ({ input, row }, { app, by }) => {
        const answered = { ...answer, answered_at: app.clock.now(), answered_by: by.person.id }
        await app.db
          .updateTable('data_requests')
          .set(answered)
          .where('id', '=', Number(row?.id))
          .execute()
        return input
      },
    },
    audit: { target: onRow('data-request'), tells: ['after'] },
  },
  erasureList: {
    scope: 'installation',
    async make(scenario) {
      const { id, email } = await deletedFor(scenario, longAgo)
      return { input: { query: { search: email } }, row: { table: 'users', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  erasureGet: {
    scope: 'installation',
    make: ofDeleted,
    problems: notErasable,
    audit: undefined,
  },
  erasureCreate: {
    sensitive: 'erasing the data of a deleted user',
    scope: 'installation',
    make: ofDeleted,
    problems: {
      ...notErasable,
      'erasure-too-early': async (_, scenario) => ({
        params: { id: String((await deletedFor(scenario, 1)).id) },
      }),
    },
    audit: { target: onRow('user'), tells: ['after'] },
  },
}
