import type { Db } from './database.ts'

/** The transaction ends as if nothing had been written, since nothing was to be. */
class TakenBack extends Error {
  override readonly name = 'TakenBack'
}

/** Does something in a transaction that never ends well, and answers what it answered; nothing is announced. */
export async function takeBack<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  let done: { answer: T } | undefined
  try {
    await db.transaction().execute(async (transaction) => {
      done = { answer: await work(transaction) }
      throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  if (!done) throw new Error('A transaction was taken back before its work was done.')
  return done.answer
}
