import type pg from 'pg'

/** Runs the work in one transaction while holding the lock, so that instances that start together take turns. */
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
