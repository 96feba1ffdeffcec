import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { enqueueMessage } from '../outbox/outbox-queries.ts'
import { factorsRemovedNotice } from '../outbox/recovery-notices.ts'
import { endSessionsWithoutFactor } from '../passkeys/require-own-factor.ts'
import { markDone, type RecoveryOwner } from './recovery-queries.ts'
import type { RecoveryParts } from './recovery-service.ts'
import { reportable } from '../outbox/report-links.ts'

/** Removes passkeys, authenticator app and recovery codes of a user, completes the recovery, and notifies the user. */
export async function removeFactors(
  db: Db,
  owner: Pick<RecoveryOwner, 'id' | 'name' | 'email'>,
  { id, now }: { id: number; now: Date },
  { keyring, config: { publicUrl } }: Pick<RecoveryParts, 'keyring' | 'config'>,
): Promise<void> {
  for (const table of ['passkeys', 'totp_factors', 'recovery_codes'] as const)
    await sql`delete from ${sql.table(table)} where user_id = ${owner.id}`.execute(db)
  await endSessionsWithoutFactor(db, { userId: owner.id, except: undefined, now })
  await markDone(db, id, now)
  const about = { userId: owner.id, notice: 'factors-removed', now }
  const notice = reportable(factorsRemovedNotice(owner), { keyring, publicUrl }, about)
  await enqueueMessage(db, keyring, notice)
}
