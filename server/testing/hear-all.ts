import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { TestInstance } from './test-app.ts'

/**
 * Waits until an instance has heard all that was announced so far, also of what a test wrote past it: notifications
 * arrive in the order of commits.
 */
export async function hearAll({ app }: Pick<TestInstance, 'app'>, db: Db): Promise<void> {
  const key = `test:${randomUUID()}`
  const heard = new Promise<void>((resolve) => {
    app.changes.onChange((change) => {
      if (change.kind === 'rows' && change.keys.includes(key)) resolve()
    })
  })
  await sql`select pg_notify('portaria', ${key})`.execute(db)
  await heard
}
