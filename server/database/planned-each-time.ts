import type { KyselyPlugin } from 'kysely'

/** Ids, assigned by Kysely, of queries that must not become prepared statements. */
const unnamed = new WeakSet<object>()

/**
 * Kysely plugin for lists and searches, which PostgreSQL must plan for their values each time. A prepared statement has
 * one plan for all values, but the best plan for a rare word is wrong for a frequent one.
 */
export const plannedEachTime: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    unnamed.add(queryId)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

export const isPlannedEachTime = (queryId: object): boolean => unnamed.has(queryId)
