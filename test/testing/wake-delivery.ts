import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/** Makes every server deliver the messages that are due, without waiting for its next look at the outbox. */
export async function wakeDelivery(db: Db): Promise<void> {
  await sql`select pg_notify('portaria', 'outbox')`.execute(db)
}
