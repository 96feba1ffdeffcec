import type { accessReviews, ReviewDecision } from '../../../contract/access-reviews.ts'
import { administratorProfileId } from '../../../contract/constants.ts'
import { after, days } from '../../../server/shared/clock.ts'
import { onNew, onRow, type EndpointFixtures } from './endpoint-fixture.ts'
import { missingId, newName, type Scenario } from './scenario.ts'

/** Creates an open review with one item: an assignment of a user of the company. */
async function review(scenario: Scenario, decision: ReviewDecision | null = null) {
  const { app, by, rowOwner, companyId: company_id } = scenario
  const name = newName('Revisão')
  if (rowOwner === 'missing') return { id: missingId, item: missingId, name, end_day: undefined }
  const [user, module] = [await scenario.user(), await scenario.module()]
  const profile_id = await app.build.profile({ moduleId: module.id })
  const place = { user_id: user.id, profile_id, company_id }
  const now = app.clock.now()
  const assignment = await app.db
    .insertInto('user_profiles')
    .values(place)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await app.db
    .insertInto('access_reviews')
    .values({
      name,
      reviewers: 'masters',
      begin_at: now,
      started_at: now,
      deadline: after(now, days(30)),
      created_by: by.person.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const item = await app.db
    .insertInto('access_review_items')
    .values({
      review_id: id,
      assignment_id: assignment.id,
      ...place,
      ...(decision && { decision, decided_at: now, decided_by: by.person.id }),
      ...(decision === 'shorten' && { end_day: lastDay }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, item: item.id, name, end_day: decision === 'shorten' ? lastDay : undefined }
}

const lastDay = '2999-12-31'

interface Decided {
  input: {
    params: { id: string }
    body: { items: { id: number; decision: ReviewDecision | null; end_day?: string | undefined }[] }
  }
}

const itemIn = ({ input }: Decided): number => input.body.items[0]?.id ?? missingId

/** Creates a call about the item of a review. */
const deciding = (decision: ReviewDecision, noted: boolean) => async (scenario: Scenario) => {
  const { id, item, end_day } = await review(scenario, noted ? decision : null)
  const items = [{ id: item, decision, ...(end_day !== undefined && { end_day }) }]
  return {
    input: { params: { id: String(id) }, body: { items } },
    row: { table: 'access_review_items', id: item },
  }
}

const closeReview = async ({ app }: Scenario, id: string) => {
  const closed = app.db.updateTable('access_reviews').set({ closed_at: app.clock.now() })
  await closed.where('id', '=', Number(id)).execute()
}

const undecidable = {
  'access-review-not-found': 'missing',
  'access-review-closed': async ({ input }: Decided, scenario: Scenario) => {
    await closeReview(scenario, input.params.id)
    return input
  },
  'access-review-item-not-found': ({ input }: Decided) => ({
    ...input,
    body: { items: [{ id: missingId, decision: 'keep' as const }] },
  }),
  'access-review-item-settled': async (made: Decided, { app }: Scenario) => {
    await app.db
      .updateTable('access_review_items')
      .set({ outcome: 'gone', settled_at: app.clock.now() })
      .where('id', '=', itemIn(made))
      .execute()
    return made.input
  },
  'user-is-oneself': async (made: Decided, { app, by }: Scenario) => {
    await app.db
      .updateTable('access_review_items')
      .set({ user_id: by.person.id })
      .where('id', '=', itemIn(made))
      .execute()
    return made.input
  },
} as const

const withDecision = async (
  made: Decided,
  { app }: Scenario,
  item: { decision: ReviewDecision; end_day?: string },
): Promise<Decided['input']> => {
  const id = itemIn(made)
  await app.db.updateTable('access_review_items').set(item).where('id', '=', id).execute()
  return { ...made.input, body: { items: [{ id, ...item }] } }
}

/** Suspends the assignment of an item that is kept, so that the write restores it. Returns the call that confirms it. */
async function restored(made: Decided, scenario: Scenario): Promise<Decided['input']> {
  const { assignment_id } = await assignmentOf(scenario, itemIn(made))
  const now = scenario.app.clock.now()
  await scenario.app.db
    .updateTable('user_profiles')
    .set({ suspended_at: now, end_at: after(now, days(30)) })
    .where('id', '=', assignment_id ?? 0)
    .execute()
  return withDecision(made, scenario, { decision: 'keep' })
}

/** The assignment of an item. */
const assignmentOf = ({ app }: Scenario, id: number) =>
  app.db
    .selectFrom('access_review_items')
    .select(['assignment_id', 'user_id', 'profile_id', 'company_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Replaces the profile of an item and of its assignment. */
async function withProfile(scenario: Scenario, id: number, profile_id: number): Promise<void> {
  const { assignment_id } = await assignmentOf(scenario, id)
  const { db } = scenario.app
  await db
    .updateTable('user_profiles')
    .set({ profile_id })
    .where('id', '=', assignment_id ?? 0)
    .execute()
  await db.updateTable('access_review_items').set({ profile_id }).where('id', '=', id).execute()
}

export const accessReviewFixtures: EndpointFixtures<keyof typeof accessReviews> = {
  accessReviewList: {
    scope: 'company',
    async make(scenario) {
      const { id, name } = await review(scenario)
      return { input: { query: { search: name } }, row: { table: 'access_reviews', id } }
    },
    lists: 'rows',
    problems: {},
    audit: undefined,
  },
  accessReviewGet: {
    scope: 'company',
    async make(scenario) {
      const { id } = await review(scenario)
      return { input: { params: { id: String(id) } }, row: { table: 'access_reviews', id } }
    },
    problems: { 'access-review-not-found': 'missing' },
    audit: undefined,
  },
  accessReviewItems: {
    scope: 'company',
    async make(scenario) {
      const { id } = await review(scenario)
      return {
        input: { params: { id: String(id) }, query: {} },
        row: { table: 'access_reviews', id },
      }
    },
    problems: { 'access-review-not-found': 'missing' },
    audit: undefined,
  },
  accessReviewCreate: {
    sensitive: 'starting an access review, which suspends what nobody confirms',
    scope: 'new',
    endsNoAccess: 'Only the deadline ends access.',
    async make(scenario) {
      await review(scenario)
      return {
        input: {
          body: {
            name: newName('Revisão'),
            company_ids: [scenario.by.person.company.id],
            deadline: scenario.app.clock.now().toISOString().slice(0, 10),
          },
        },
      }
    },
    problems: {
      'company-not-found': ({ input: { body } }) => ({
        body: { ...body, company_ids: [missingId] },
      }),
      'module-not-found': ({ input: { body } }) => ({ body: { ...body, module_ids: [missingId] } }),
      'profile-not-found': ({ input: { body } }) => ({
        body: { ...body, profile_ids: [missingId] },
      }),
      'access-review-empty': async ({ input: { body } }, { app }) => ({
        body: { ...body, company_ids: [(await app.build.company()).id] },
      }),
    },
    audit: { target: onNew('access-review'), tells: ['after'] },
  },
  accessReviewCancel: {
    sensitive: 'cancelling an access review',
    scope: 'installation',
    endsNoAccess: 'Closes a review without an effect.',
    async make(scenario) {
      const { id } = await review(scenario)
      return { input: { params: { id: String(id) } }, row: { table: 'access_reviews', id } }
    },
    problems: {
      'access-review-not-found': 'missing',
      'access-review-closed': async ({ input }, scenario) => {
        await closeReview(scenario, input.params.id)
        return input
      },
    },
    audit: { target: onRow('access-review'), tells: ['after'] },
  },
  accessReviewDecide: {
    scope: 'company',
    endsNoAccess: 'A noted decision has no effect until it is confirmed.',
    make: deciding('keep', false),
    problems: undecidable,
    audit: {
      target: ({ input }) => `access-review:${input.params.id}`,
      tells: ['after'],
    },
  },
  accessReviewConfirm: {
    sensitive: 'confirming decisions of an access review',
    scope: 'company',
    make: deciding('remove', true),
    problems: {
      ...undecidable,
      'access-review-decision-changed': ({ input }) => ({
        ...input,
        body: { items: input.body.items.map(({ id }) => ({ id, decision: 'keep' as const })) },
      }),
      'company-not-found': async (made, scenario) => {
        const { user_id, company_id } = await assignmentOf(scenario, itemIn(made))
        await scenario.app.db
          .deleteFrom('user_companies')
          .where('user_id', '=', user_id)
          .where('company_id', '=', company_id)
          .execute()
        return restored(made, scenario)
      },
      'profile-not-found': async (made, scenario) => {
        const { profile_id } = await assignmentOf(scenario, itemIn(made))
        await scenario.app.db
          .updateTable('modules')
          .set({ active: false })
          .where('id', 'in', (select) =>
            select.selectFrom('profiles').select('module_id').where('id', '=', profile_id),
          )
          .execute()
        return restored(made, scenario)
      },
      'user-not-active': async (made, scenario) => {
        const { user_id } = await assignmentOf(scenario, itemIn(made))
        await scenario.app.db
          .updateTable('users')
          .set({ active: false })
          .where('id', '=', user_id)
          .execute()
        return restored(made, scenario)
      },
      'profile-deleted': async (made, scenario) => {
        const { profile_id } = await assignmentOf(scenario, itemIn(made))
        await scenario.deleteProfile(profile_id)
        return restored(made, scenario)
      },
      'profile-beyond-own': {
        by: 'company user',
        async provoke(made, scenario) {
          await withProfile(scenario, itemIn(made), await scenario.profileBeyondOwn())
          return restored(made, scenario)
        },
      },
      'profile-takes-no-period': async (made, scenario) => {
        await withProfile(scenario, itemIn(made), administratorProfileId)
        return withDecision(made, scenario, { decision: 'shorten', end_day: lastDay })
      },
      'administrator-indispensable': async (made, scenario) => {
        await withProfile(scenario, itemIn(made), administratorProfileId)
        return undecidable['user-is-oneself'](made, scenario)
      },
    },
    audit: {
      target: ({ input }) => `access-review:${input.params.id}`,
      tells: ['after'],
    },
  },
}
