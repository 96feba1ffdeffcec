import type { KyselyPlugin } from 'kysely'

/** Query ids, as Kysely assigns them, of the queries that must not be prepared statements. */
const unnamed = new WeakSet<object>()

/**
 * For lists and searches: PostgreSQL plans them for their values each time. The best plan for a rare word is wrong for a
 * frequent one, and a prepared statement has one plan for both.
 */
export const plannedEachTime: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    unnamed.add(queryId)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

export const isPlannedEachTime = (queryId: object): boolean => unnamed.has(queryId)
