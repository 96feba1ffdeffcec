import { sql } from 'kysely'
import { recordAudit, type AuditEvent } from '../../server/audit/audit.ts'
import type { Db } from '../../server/database/database.ts'

/** Writes an audit event with default values. */
export function writeEvent(db: Db, event: Partial<AuditEvent> = {}): Promise<number> {
  return recordAudit(db, {
    operation: 'serviceUpdate',
    event: 'service.updated',
    address: '203.0.113.7',
    requestId: 'of-the-test',
    ...event,
  })
}

/** Sets the time of an event, after disabling the trigger that forbids it. */
export async function happened(db: Db, seq: number, at: string): Promise<void> {
  await sql`alter table audit_entries disable trigger audit_entries_insert_only`.execute(db)
  await sql`update audit_entries set happened_at = ${at}::timestamptz where seq = ${seq}`.execute(
    db,
  )
  await sql`alter table audit_entries enable trigger audit_entries_insert_only`.execute(db)
}
