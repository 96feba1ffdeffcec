import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import { forEachRow } from '../shared/each-row.ts'
import { findPendingById, isFrozen, lockRecoveryOwner } from './recovery-queries.ts'
import { isEffective, type RecoveryParts } from './recovery-service.ts'
import { removeFactors } from './remove-factors.ts'

/** Maximum number of recoveries per round. Later rounds complete the rest. */
const maxPerRound = 50

/**
 * Completes the removals of factors whose wait is over, each in a transaction of its own with an audit event. Two
 * processes at once complete each only once, because they lock the user first. One that fails does not stop the others.
 * Returns how many were completed.
 */
export async function completeDueRecoveries(
  db: Db,
  { log, ...parts }: RecoveryParts & { log: Pick<Logger, 'warn'> },
): Promise<number> {
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
  await forEachRow(
    due,
    async (one) => {
      if (await db.transaction().execute((within) => complete(within, one, parts))) completed++
    },
    { log, failure: 'cannot complete a recovery' },
  )
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
  if (!recovery || isFrozen(owner, now) || owner.email_changing || !isEffective(recovery, now))
    return false
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
