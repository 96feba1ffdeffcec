import type { RecoveryKind } from '../../contract/recoveries.ts'
import type { Db } from '../database/database.ts'
import { enqueueMessage, type Message } from '../outbox/outbox-queries.ts'
import {
  recoveryStartedNotice,
  recoveryStartedText,
  supervisedRecoveryNotice,
} from '../outbox/recovery-notices.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { after, type Clock, days, hours } from '../shared/clock.ts'
import { findSupervisors } from './recovery-channels.ts'
import {
  cancelRecoveries,
  findPending,
  insertRecovery,
  isFrozen,
  lockRecoveryOwner,
  type RecoveryOwner,
  type StoredRecovery,
  takeOver,
} from './recovery-queries.ts'
import { reportable, reportLink } from '../outbox/report-links.ts'

/** What starting recoveries needs. */
export interface RecoveryParts {
  clock: Clock
  keyring: Keyring
  config: { publicUrl: string; recoveryWaitHours: number }
}

/** Who starts a recovery: the user in a session, another person, or nobody who is signed in. */
export interface Starter {
  /** Null if the secret answer was given. */
  userId: number | null
  reason?: string | undefined
}

/** Time in which a recovery can be used, or is completed by a background job, once the wait is over. */
const usableFor = { password: hours(24), factors: days(7) }
/** Time in which a recovery can be approved if no other person could be notified. */
const approvableFor = days(7)

/** Whether a recovery needs no second proof any more: it was approved, or the wait is over. */
export const isEffective = (
  { approved_at, waits_until }: Pick<StoredRecovery, 'approved_at' | 'waits_until'>,
  now: Date,
): boolean => approved_at !== null || (waits_until !== null && waits_until <= now)

/** Throws if a recovery of the user was reported, or if the e-mail of the user is being changed. */
export function requireRecoverable(
  owner: Pick<RecoveryOwner, 'recovery_frozen_until' | 'email_changing'>,
  now: Date,
): void {
  if (isFrozen(owner, now)) throw new Problem('recovery-frozen')
  if (owner.email_changing) throw new Problem('email-change-pending')
}

/**
 * Starts a recovery of an account that has a passkey or an authenticator app, and notifies all channels. Returns the
 * pending one if there is one of this kind; it is not notified again, and `started` says whether `by` took it over. Undefined for an account without such a factor,
 * which needs no second proof. Throws `recovery-frozen` or `email-change-pending`, for such an account too, and
 * `user-not-active` or `access-token-expired` if the user was blocked or deleted meanwhile.
 */
export async function startRecovery(
  db: Db,
  userId: number,
  { kind, by }: { kind: RecoveryKind; by: Starter },
  parts: RecoveryParts,
): Promise<{ recovery: StoredRecovery; started: boolean } | undefined> {
  const now = parts.clock.now()
  const owner = await lockRecoveryOwner(db, userId, now)
  // Blocked or deleted since the caller was authorized. That has cancelled the recoveries, and must cancel this one too.
  if (!owner.may_enter)
    throw new Problem(by.userId === userId ? 'access-token-expired' : 'user-not-active')
  requireRecoverable(owner, now)
  if (!owner.own_factor) {
    // One from before the factors were removed. Left open, it would keep the new temporary password valid when the user
    // gets a factor (trigger close_single_proof_recovery), and expire before that password.
    await cancelRecoveries(db, userId, { by: null, now })
    return undefined
  }
  const pending = await findPending(db, userId, kind, now)
  if (pending) {
    const taken = await takeOverFromUser(db, pending, by)
    return { recovery: taken ?? pending, started: taken !== undefined }
  }
  const supervisors = await findSupervisors(db, { userId, except: by.userId })
  // The mailbox proves a recovery of the password, and the session of the user that of the factors.
  const mailbox = kind === 'factors' && by.userId !== null && by.userId !== userId
  // Sessions of the user are no channel: the same proof creates them, and nobody may look at them within the wait.
  const others = mailbox || owner.phone_number !== null || supervisors.length > 0
  const waitsUntil = others ? after(now, hours(parts.config.recoveryWaitHours)) : null
  const recovery = await insertRecovery(db, {
    userId,
    kind,
    by: by.userId,
    reason: by.reason ?? null,
    now,
    waitsUntil,
    expiresAt: waitsUntil === null ? after(now, approvableFor) : after(waitsUntil, usableFor[kind]),
  })
  await notify(db, { owner, recovery, supervisors }, parts)
  return { recovery, started: true }
}

/**
 * Another person who asks again for a recovery that the user started becomes the one who started it, and so cannot also
 * approve it. Returns the recovery; undefined if it was not taken over.
 */
async function takeOverFromUser(
  db: Db,
  recovery: StoredRecovery,
  { userId: by, reason }: Starter,
): Promise<StoredRecovery | undefined> {
  const { started_by, user_id, approved_at } = recovery
  const byUser = started_by === null || started_by === user_id
  if (!byUser || by === null || by === user_id || approved_at !== null) return undefined
  return takeOver(db, recovery, { started_by: by, reason: reason ?? null })
}

interface Notified {
  owner: RecoveryOwner
  recovery: StoredRecovery
  supervisors: readonly { id: number; name: string; email: string }[]
}

/** Notifies the user by mail and SMS, and the people who can cancel the recovery. */
async function notify(
  db: Db,
  { owner, recovery, supervisors }: Notified,
  { keyring, clock, config: { publicUrl } }: RecoveryParts,
): Promise<void> {
  const { kind, waits_until: waitsUntil } = recovery
  const links = { keyring, publicUrl }
  const about = { userId: owner.id, notice: 'recovery-started', now: clock.now() }
  const messages: Message[] = [
    reportable(recoveryStartedNotice(owner, { kind, waitsUntil }), links, about),
  ]
  if (owner.phone_number !== null)
    messages.push(recoveryStartedText(owner.phone_number, { link: reportLink(links, about) }))
  const record = `${publicUrl}/user-edit?id=${owner.id}&tab=security`
  for (const to of supervisors)
    messages.push(supervisedRecoveryNotice(to, { kind, waitsUntil, user: owner.name, record }))
  for (const message of messages) await enqueueMessage(db, keyring, message)
}
