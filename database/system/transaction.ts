import type pg from 'pg'

/** Runs `work` in one transaction under an advisory lock, so that concurrent starts run it one after another. */
export async function inLockedTransaction(
  client: pg.ClientBase,
  lock: number,
  work: () => Promise<void>,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
