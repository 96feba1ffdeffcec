import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../server/database/database.ts'
import { waitAndVerify } from './verified-audit-log.ts'

/**
 * Checks that every acknowledged service exists, that every service has its audit event, and that the audit log
 * verifies.
 */
export async function expectConsistentServices(
  db: Db,
  acknowledged: readonly string[],
): Promise<void> {
  const { rows } = await sql`select
    (select array_agg(name) from unnest(${acknowledged}::text[]) name
      where name not in (select name from services)) as lost,
    (select array_agg(name) from services s where name like 'Serviço sob carga %' and not exists (
      select from audit_events where event = 'service.created' and target = 'service:' || s.id)) as without_event,
    (select array_agg(target) from audit_events where event = 'service.created' and not exists (
      select from services s where target = 'service:' || s.id)) as without_service`.execute(db)
  expect(rows).toEqual([{ lost: null, without_event: null, without_service: null }])
  await waitAndVerify(db)
}
