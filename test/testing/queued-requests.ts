import type { Db } from '../../server/database/database.ts'
import type { TestApp } from './test-app.ts'
import { waitingFor } from './waiting-for.ts'

type Request = () => Promise<{ outcome: string }>

/**
 * Starts the requests one after the other while the user is locked, so that all wait for the row of the user; makes the
 * change; lets them go on. Returns their outcomes.
 */
export async function queuedBehind(
  { db }: Pick<TestApp, 'db'>,
  userId: number,
  requests: readonly Request[],
  change?: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const running = await db.transaction().execute(async (within) => {
    await within.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
    const begun: ReturnType<Request>[] = []
    for (const request of requests) {
      begun.push(request())
      await waitingFor(db, '"users"', begun.length)
    }
    await change?.(within)
    return [begun]
  })
  return (await Promise.all(running[0] ?? [])).map(({ outcome }) => outcome)
}
