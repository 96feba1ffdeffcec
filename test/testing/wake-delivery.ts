import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'

/** Makes every server deliver due messages now instead of at its next poll of the outbox. */
export async function wakeDelivery(db: Db): Promise<void> {
  await sql`select pg_notify('portaria', 'outbox')`.execute(db)
}
