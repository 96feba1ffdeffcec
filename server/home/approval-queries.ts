import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { isoInstant } from '../database/iso-instant.ts'
import type { Principal } from '../pipeline/principal.ts'
import { approvalRefusal, approverOf } from '../recoveries/recovery-approval.ts'
import { isPendingRecovery } from '../recoveries/recovery-queries.ts'
import { countWithFirst } from './count-with-first.ts'

/**
 * Returns users with a recovery that the caller may approve now, each with the one that was started first. Uses
 * `recoveries_pending_key`: only few recoveries are pending at a time.
 */
export function findRecoveriesToApprove(db: Db, who: Principal, now: Date) {
  return countWithFirst(
    db,
    sql<{ id: number; user: { id: number; name: string }; started_at: string }>`
      select distinct on (users.id) recoveries.id, jsonb_build_object('id', users.id, 'name', users.name) as user,
        ${isoInstant(sql.ref('recoveries.started_at'))} as started_at
      from recoveries join users on users.id = recoveries.user_id
      where ${isPendingRecovery(now)} and ${approvalRefusal(approverOf(who), now)} is null
      order by users.id, recoveries.started_at, recoveries.id`,
    sql`started_at, id`,
  )
}
