import {
  accessReviewStates,
  reviewItemStates,
  stateOfItem,
} from '../../../contract/access-reviews.ts'
import { formatInstant } from '../../../contract/shown.ts'
import { listFixture, type ListFixture } from './list-fixture.ts'
import { createdAt, dueAt, idsOf, names, rows, scattered, updatedAt } from '../list-values.ts'

const nothing = () => Promise.resolve(undefined)

export const accessReviewListFixtures = {
  accessReviewList: listFixture('accessReviewList', {
    async seed(app) {
      const { id: created_by } = await app.build.user()
      const values = rows.map((row) => ({
        name: scattered(names, row, 1),
        reviewers: 'masters',
        begin_at: createdAt(row),
        deadline: dueAt(row),
        created_by,
        ...(row % 4 !== 0 && { started_at: createdAt(row) }),
        ...(row % 3 === 0 && { closed_at: updatedAt(row) }),
        ...(row % 6 === 0 && { cancelled_by: created_by }),
      }))
      const made = await app.db
        .insertInto('access_reviews')
        .values(values)
        .returning('id')
        .execute()
      return { ids: idsOf(made), hidden: ['masters'] }
    },
    context: nothing,
    read: (who, query) => who.call('accessReviewList', { query }),
    see: (row) => ({
      sorts: { deadline: row.deadline, name: row.name.toLowerCase(), state: row.state },
      filters: { state: row.state },
      searched: {
        name: row.name,
        deadline: formatInstant(row.deadline),
        state: accessReviewStates[row.state],
      },
    }),
  }),

  accessReviewItems: listFixture('accessReviewItems', {
    async seed(app) {
      const modules = [await app.build.module(), await app.build.module(), await app.build.module()]
      const companies = [await app.build.company(), await app.build.company()]
      const profiles: { id: number; company: number }[] = []
      for (const [place, { id: moduleId }] of modules.entries())
        profiles.push({
          id: await app.build.profile({ moduleId }),
          company: companies[place % companies.length]?.id ?? 0,
        })
      const { id: created_by } = await app.build.user()
      const review = { name: 'Encoberta', reviewers: 'masters', created_by }
      const begin = { begin_at: createdAt(0), started_at: createdAt(0), deadline: dueAt(0) }
      const insert = () =>
        app.db
          .insertInto('access_reviews')
          .values({ ...review, ...begin })
          .returning('id')
          .executeTakeFirstOrThrow()
      const [{ id }, other] = [await insert(), await insert()]
      const people = rows.map((row) => ({
        name: scattered(names, row, 1),
        email: `revisada${(row * 7) % rows.length}@lista.example`,
      }))
      const users = idsOf(await app.db.insertInto('users').values(people).returning('id').execute())
      const values = users.map((user_id, row) => {
        const { id: profile_id, company } = scattered(profiles, row, 1)
        return {
          review_id: id,
          user_id,
          profile_id,
          company_id: company,
          ...(row % 3 === 0 && { decision: 'keep', decided_at: createdAt(row) }),
          ...(row % 4 === 0 && {
            outcome: row % 8 === 0 ? 'kept' : 'removed',
            settled_at: createdAt(row),
          }),
        }
      })
      const made = await app.db
        .insertInto('access_review_items')
        .values(values)
        .returning('id')
        .execute()
      const [first] = values
      if (first)
        await app.db
          .insertInto('access_review_items')
          .values({ ...first, review_id: other.id })
          .execute()
      return { ids: idsOf(made), params: { id: String(id) }, hidden: ['encoberta'] }
    },
    context: nothing,
    read: (who, query, { id }) => who.call('accessReviewItems', { query, params: { id } }),
    see: (row) => ({
      sorts: {
        company: row.company.name.toLowerCase(),
        name: row.user.name.toLowerCase(),
        module: row.module.name.toLowerCase(),
      },
      filters: {
        company_id: String(row.company.id),
        module_id: String(row.module.id),
        profile_id: String(row.profile.id),
        state: stateOfItem(row),
      },
      searched: {
        user: row.user.name,
        email: row.user.email,
        company: row.company.name,
        module: row.module.name,
        profile: row.profile.name,
        state: reviewItemStates[stateOfItem(row)],
      },
    }),
  }),
} satisfies Record<string, ListFixture>
