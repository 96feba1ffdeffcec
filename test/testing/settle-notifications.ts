import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'
import type { TestInstance } from './test-app.ts'

/**
 * Waits until an instance has processed all notifications so far, including those of direct writes by a test.
 * Notifications arrive in commit order.
 */
export async function settleNotifications(
  { app }: Pick<TestInstance, 'app'>,
  db: Db,
): Promise<void> {
  const key = `test:${randomUUID()}`
  const received = new Promise<void>((resolve) => {
    app.changes.onChange((change) => {
      if (change.kind === 'rows' && change.keys.includes(key)) resolve()
    })
  })
  await sql`select pg_notify('portaria', ${key})`.execute(db)
  await received
}
