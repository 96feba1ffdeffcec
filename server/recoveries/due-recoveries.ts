import { randomUUID } from 'node:crypto'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import { findPendingById, lockRecoveryOwner } from './recovery-queries.ts'
import { isEffective, type RecoveryParts } from './recovery-service.ts'
import { removeFactors } from './remove-factors.ts'

/** Maximum number of recoveries per round. Later rounds complete the rest. */
const maxPerRound = 50

/**
 * Completes the removals of factors whose wait is over, each in a transaction of its own with an audit event. Two
 * processes at once complete each only once, because they lock the user first. Returns how many were completed.
 */
export async function completeDueRecoveries(db: Db, parts: RecoveryParts): Promise<number> {
  const now = parts.clock.now()
  const due = await db
    .selectFrom('recoveries')
    .select(['id', 'user_id'])
    .where('kind', '=', 'factors')
    .where('cancelled_at', 'is', null)
    .where('done_at', 'is', null)
    .where('waits_until', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('waits_until')
    .limit(maxPerRound)
    .execute()
  let completed = 0
  for (const one of due)
    if (await db.transaction().execute((within) => complete(within, one, parts))) completed++
  return completed
}

async function complete(
  db: Db,
  { id, user_id }: { id: number; user_id: number },
  parts: RecoveryParts,
): Promise<boolean> {
  const now = parts.clock.now()
  const owner = await lockRecoveryOwner(db, user_id, now)
  const recovery = await findPendingById(db, user_id, id, now)
  const frozen = owner.recovery_frozen_until !== null && owner.recovery_frozen_until > now
  if (!recovery || frozen || owner.email_changing || !isEffective(recovery, now)) return false
  await removeFactors(db, owner, { id, now }, parts)
  await recordAudit(db, {
    operation: 'completeRecovery',
    event: 'recovery.completed',
    target: `user:${user_id}`,
    after: { recovery: recovery.kind },
    address: '',
    requestId: randomUUID(),
  })
  return true
}
