import { deleteExpiredCounters } from '../rate-limits/attempt-queries.ts'
import { removeOldSolutions } from '../captcha/captcha-queries.ts'
import { deleteExpiredConfirmations } from '../confirmations/confirmation-queries.ts'
import type { Db } from '../database/database.ts'
import { deleteExpiredChanges } from '../email-changes/email-change-queries.ts'
import { removeOldFlows } from '../federation/flow-queries.ts'
import { deleteOldIdTokens } from '../federation/identity-queries.ts'
import { removeExpiredDrafts, removeOldImports } from '../imports/import-queries.ts'
import { deleteExpiredMessages, deleteSentMessages } from '../outbox/outbox-queries.ts'
import { deleteExpiredInvitations } from '../users/company-invitation-queries.ts'
import { deleteExpiredCodes } from '../sessions/code-queries.ts'
import { deleteEndedSessions } from '../sessions/session-queries.ts'
import { deleteRetiredKeys } from '../sessions/signing-key-queries.ts'
import { trustAfterRetirement } from '../sessions/signing-keys.ts'
import { after, days } from '../shared/clock.ts'
import { removeOldRecoveries } from '../passwords/recovery-queries.ts'
import { removeOldReports } from '../recoveries/account-report.ts'
import { removeOldRecoveryRequests } from '../recoveries/recovery-queries.ts'
import { removeOldPasskeyChallenges } from '../passkeys/passkey-queries.ts'
import { removeOldChallenges } from '../sign-in/challenge-queries.ts'

/** Time for which expired rows are kept for inspection. */
const retention = days(1)

/** Functions of the resources that delete expired rows. The audit log keeps the events about these rows. */
const removals = [
  deleteExpiredCodes,
  removeOldChallenges,
  removeOldPasskeyChallenges,
  deleteExpiredConfirmations,
  removeOldSolutions,
  removeOldFlows,
  deleteExpiredMessages,
  deleteExpiredInvitations,
  deleteExpiredChanges,
  removeOldRecoveries,
  removeOldRecoveryRequests,
  removeOldReports,
  deleteOldIdTokens,
  removeOldImports,
]

/**
 * Deletes rows that expired at least a day ago, counters that have expired, signing keys whose last token has expired,
 * and sessions and messages that ended or were sent `retentionDays` days ago. Safe to run concurrently.
 */
export async function deleteExpired(
  db: Db,
  now: Date,
  { retentionDays }: { retentionDays: number },
): Promise<void> {
  const before = after(now, -retention)
  for (const remove of removals) await remove(db, before)
  // Counters are deleted as soon as they expire, because guesses at many names leave many of them.
  await deleteExpiredCounters(db, now)
  await removeExpiredDrafts(db, now)
  await deleteRetiredKeys(db, after(now, -trustAfterRetirement))
  const beforeRetention = after(now, -days(retentionDays))
  await deleteEndedSessions(db, beforeRetention)
  await deleteSentMessages(db, beforeRetention)
}
