import type { Db } from '../../server/database/database.ts'

/** Returns the newest audit event with all columns. */
export function lastEvent(db: Db) {
  return db
    .selectFrom('audit_events')
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}
