import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { cancelPendingChange } from '../email-changes/pending-change.ts'
import { recoveryFreezeHours } from '../../contract/constants.ts'
import { enqueueMessage } from '../outbox/outbox-queries.ts'
import { accountReportedNotice } from '../outbox/recovery-notices.ts'
import { after, hours } from '../shared/clock.ts'
import { findSupervisors } from './recovery-channels.ts'
import { cancelRecoveries, setFreeze } from './recovery-queries.ts'
import type { RecoveryParts } from './recovery-service.ts'
import type { Reported } from '../outbox/report-links.ts'

/** Hours after a report in which another one does not notify again, so that many links do not fill mailboxes. */
const minHoursBetweenNotices = 1

/** What a report has ended. */
export interface EndedByReport {
  ended_sessions: number
  cancelled_recoveries: number[]
  /** Whether a pending change of the e-mail was cancelled. */
  cancelled_email_change: boolean
}

/** Whether a link was not used and its user is not deleted. Locks nothing: `reportAccount` decides. */
export async function isUnusedLink(db: Db, { userId, digest }: Reported): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('active', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('account_reports').select('digest').where('digest', '=', digest)),
      ),
    )
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends the sessions and unfinished sign-ins of a user, cancels pending recoveries and a change of the e-mail, freezes
 * recovery, and notifies the people who can help, at most once an hour. Returns undefined, and changes nothing, if the
 * link was used before.
 */
export async function reportAccount(
  db: Db,
  { userId, digest, expiresAt }: Reported,
  { clock, keyring, config: { publicUrl } }: RecoveryParts,
): Promise<EndedByReport | undefined> {
  const now = clock.now()
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'recovery_frozen_until'])
    .where('id', '=', userId)
    .where('active', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user || !(await useLink(db, { userId, digest, expiresAt }))) return undefined
  const ended = await endSessionsAndSignIns(db, userId, now)
  const cancelled = await cancelRecoveries(db, userId, { by: null, now })
  // An account without a passkey and app has a recovery password without a recovery.
  await db.deleteFrom('recovery_passwords').where('user_id', '=', userId).execute()
  const changing = await cancelPendingChange(db, userId, now)
  const frozenUntil = after(now, hours(recoveryFreezeHours))
  await setFreeze(db, userId, frozenUntil)
  const { recovery_frozen_until: frozenBefore } = user
  const about = {
    user: user.name,
    record: `${publicUrl}/user-edit?id=${userId}&tab=security`,
    frozenUntil,
  }
  if (frozenBefore === null || frozenBefore <= after(frozenUntil, -hours(minHoursBetweenNotices)))
    for (const to of await findSupervisors(db, { userId, except: null }))
      await enqueueMessage(db, keyring, accountReportedNotice(to, about))
  return {
    ended_sessions: ended,
    cancelled_recoveries: cancelled,
    cancelled_email_change: changing,
  }
}

/** Marks the link as used. Returns false if it was used before, also by a concurrent request. */
async function useLink(
  db: Db,
  { userId, digest, expiresAt }: Pick<Reported, 'userId' | 'digest' | 'expiresAt'>,
): Promise<boolean> {
  const row = await db
    .insertInto('account_reports')
    .values({ digest, user_id: userId, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all sessions and unfinished sign-ins. Returns the number of the sessions. */
async function endSessionsAndSignIns(db: Db, userId: number, now: Date): Promise<number> {
  await db
    .updateTable('challenges')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'reported' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}

/** Deletes used links that expired before this time. The housekeeping calls this. */
export async function removeOldReports(db: Db, before: Date): Promise<void> {
  await sql`delete from account_reports where expires_at < ${before}`.execute(db)
}
