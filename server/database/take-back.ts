import type { Db } from './database.ts'

/** Thrown to roll back. */
class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/** Runs the callback in a transaction that is rolled back, and returns its result. No notifications are sent. */
export async function takeBack<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  let done: { answer: T } | undefined
  try {
    await db.transaction().execute(async (transaction) => {
      done = { answer: await work(transaction) }
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  if (!done) throw new Error('A transaction was rolled back before its work was done.')
  return done.answer
}
