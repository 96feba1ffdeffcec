import {
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  sql,
  type UnknownRow,
} from 'kysely'
import pg from 'pg'
import { Overloaded } from '../shared/fair-queue.ts'
import type { Db } from './database.ts'

// The first two limits add up to one second. Other transactions may have to wait that long for the locks of this work.
/** Milliseconds after which no statement begins. */
const maxBegin = 700
/** Maximum duration of a statement in milliseconds. */
const maxStatement = 300
/** Maximum wait for each lock, in milliseconds. */
const maxLockWait = 100

/** Thrown to roll the transaction back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/**
 * Runs the callback in a transaction that is rolled back, and returns its result. Sends no notifications. Throws
 * `Overloaded` if the callback takes too long, waits for a lock, or its client disconnects.
 */
export async function rollBackWork<T>(
  db: Db,
  isGone: () => boolean,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  let done: { answer: T } | undefined
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${String(maxLockWait)}, true),
        set_config('statement_timeout', ${String(maxStatement)}, true)`.execute(transaction)
      done = { answer: await work(transaction.withPlugin(new Deadline(isGone))) }
      throw new RolledBack()
    })
  } catch (error) {
    if (isTimeout(error)) throw new Overloaded()
    if (!(error instanceof RolledBack)) throw error
  }
  if (!done) throw new Error('A transaction was rolled back before its work was done.')
  return done.answer
}

/** Kysely plugin that refuses statements after `maxBegin`, or after the client has disconnected. */
class Deadline implements KyselyPlugin {
  readonly #isGone: () => boolean
  readonly #end = performance.now() + maxBegin

  constructor(isGone: () => boolean) {
    this.#isGone = isGone
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (this.#isGone() || performance.now() > this.#end) throw new Overloaded()
    return node
  }

  transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return Promise.resolve(result)
  }
}

/** SQLSTATEs of a lock timeout and of a statement timeout. */
const isTimeout = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014')
