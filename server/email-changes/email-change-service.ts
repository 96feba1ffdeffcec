import { emailChangePath } from '../../contract/email-changes.ts'
import { isFederated } from '../users/user-service.ts'
import { findByEmail, findInvitation } from '../users/user-queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import {
  addressHasAccount,
  confirmNewEmail,
  confirmOldEmail,
} from '../outbox/email-change-mails.ts'
import { enqueueMessage } from '../outbox/outbox-queries.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound, type Write } from '../pipeline/record.ts'
import { requireOwnFactor } from '../passkeys/require-own-factor.ts'
import { findFreeze, pendingOf } from '../recoveries/recovery-queries.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { requireNotOutranked, requireNotOutrankedByDelegation } from '../scope/account-rank.ts'
import { lockAccount } from '../scope/user-scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { digestOf, newHandle } from '../secrets/random.ts'
import { after, type Clock, days, hours } from '../shared/clock.ts'
import {
  type ChangedUser,
  findPendingChange,
  insertChange,
  lockUser,
  markCancelled,
  type PendingChange,
} from './email-change-queries.ts'
import { notifyEnded, notifyOldMailbox } from './old-mailbox.ts'

export interface EmailChangeParts {
  clock: Clock
  keyring: Keyring
  rateLimiter: RateLimiter
  config: Pick<Config, 'publicUrl' | 'emailChangeWaitHours'>
}

/** Lifetime of the links. */
const linkLifetime = days(7)

/** Returns the current e-mail of a user and the pending change. */
export async function readChange(
  db: Db,
  userId: number,
  { clock, config }: Pick<EmailChangeParts, 'clock' | 'config'>,
) {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const change = await findPendingChange(db, userId, clock.now())
  return {
    email,
    pending: change ? present(change) : null,
    wait_hours: config.emailChangeWaitHours,
  }
}

const present = (change: PendingChange) => ({
  new_email: change.new_email,
  started_at: change.started_at.toISOString(),
  by_owner: change.started_by === change.user_id,
  takes_effect_at: change.takes_effect_at.toISOString(),
  expires_at: change.expires_at.toISOString(),
  old_confirmed: change.old_confirmed_at !== null,
  new_confirmed: change.new_confirmed_at !== null,
})

/** A write with the method by which the caller has confirmed their identity. */
type ConfirmedWrite = Write & { confirmedBy: string | undefined }

/** Starts a change of the caller's own e-mail. */
export async function startOwn(write: ConfirmedWrite, email: string, parts: EmailChangeParts) {
  const user = await lockUser(write.db, write.who.userId)
  // The caller sees no other users here, so an address in use is never revealed.
  return start(write, user, { email, seesOwner: false }, parts)
}

/** Starts a change of the e-mail of a user in scope. */
export async function startForUser(
  write: ConfirmedWrite,
  { userId, email }: { userId: number; email: string },
  parts: EmailChangeParts,
) {
  const { db, who } = write
  const account = await lockAccount(db, who, { id: userId })
  if (!account.active || account.suspended) throw new Problem('user-not-active')
  await requireNotOutranked(db, who, userId)
  await requireNotOutrankedByDelegation(db, who, userId)
  if (await findInvitation(db, userId)) throw new Problem('email-change-before-entry')
  const user = await lockUser(db, userId)
  return start(write, user, { email, seesOwner: true }, parts)
}

/** Throws if a recovery is pending or frozen: an attacker who recovers the account could otherwise move its mailbox. */
async function requireNoRecovery(db: Db, userId: number, now: Date): Promise<void> {
  if (await findFreeze(db, userId, now)) throw new Problem('recovery-frozen')
  if (await pendingOf(db, userId, now).executeTakeFirst()) throw new Problem('recovery-pending')
}

interface Requested {
  email: string
  /** Whether the caller may learn that an account in scope has the address. */
  seesOwner: boolean
}

async function start(
  { db, who, audit, confirmedBy }: ConfirmedWrite,
  user: ChangedUser,
  { email, seesOwner }: Requested,
  parts: EmailChangeParts,
) {
  audit({ target: `user:${user.id}`, after: { email } })
  const now = parts.clock.now()
  if (email === user.email) throw refused('email-change-same')
  if (user.federated || (await isFederated(db, email))) throw refused('email-change-federated')
  if (user.id === who.userId) await requireOwnFactor(db, who, confirmedBy)
  await requireNoRecovery(db, user.id, now)
  if (await findPendingChange(db, user.id, now)) throw new Problem('email-change-exists')
  const owner = await findByEmail(db, who, email)
  if (owner?.seen && seesOwner) throw refused('user-email-in-use')
  const [oldCode, newCode] = [newHandle(), newHandle()]
  const takesEffectAt = after(now, hours(parts.config.emailChangeWaitHours))
  const expiresAt = after(now, linkLifetime)
  await insertChange(db, {
    user_id: user.id,
    old_email: user.email,
    new_email: email,
    started_at: now,
    started_by: who.userId,
    takes_effect_at: takesEffectAt,
    expires_at: expiresAt,
    old_digest: digestOf(oldCode),
    new_digest: digestOf(newCode),
  })
  const mailed = { user, owner, email, oldCode, newCode, takesEffectAt, expiresAt }
  await mailLinks({ db, who }, mailed, parts)
  return {}
}

interface Mailed {
  user: ChangedUser
  /** Owner of an account with the new address; undefined for a free address. */
  owner: Awaited<ReturnType<typeof findByEmail>>
  email: string
  oldCode: string
  newCode: string
  takesEffectAt: Date
  expiresAt: Date
}

/** Queues the mails with the links to both mailboxes. */
async function mailLinks(
  { db, who }: Pick<Write, 'db' | 'who'>,
  { user, owner, email, oldCode, newCode, takesEffectAt, expiresAt }: Mailed,
  parts: EmailChangeParts,
): Promise<void> {
  const { keyring, config } = parts
  const linkOf = (mailbox: string, code: string): string =>
    `${config.publicUrl}${emailChangePath}?mailbox=${mailbox}#${code}`
  const byOwner = who.userId === user.id
  const link = linkOf('old', oldCode)
  const message = confirmOldEmail(user, { newEmail: email, takesEffectAt, link, byOwner })
  const toOld = { userId: user.id, notice: 'email-change-started', message } as const
  await notifyOldMailbox(db, toOld, parts)
  // The owner of an account with this address gets no link, so that this change never takes effect.
  if (!owner) {
    const toNew = { link: linkOf('new', newCode), expiresAt }
    await enqueueMessage(db, keyring, confirmNewEmail(email, toNew))
  } else if (owner.active && !owner.suspended)
    await enqueueMessage(db, keyring, addressHasAccount(owner))
}

function refused(code: 'email-change-same' | 'email-change-federated' | 'user-email-in-use') {
  return new Problem(code, { fields: { email: new Problem(code).message } })
}

/** Cancels the pending change of a user. The caller must have checked that the account is in scope. */
export async function cancelChange(
  { db, who, audit }: Write,
  userId: number,
  parts: EmailChangeParts,
) {
  const user = await lockUser(db, userId)
  const now = parts.clock.now()
  const change = requireFound(await findPendingChange(db, userId, now), 'email-change-not-found')
  await markCancelled(db, { id: change.id, by: who.userId, now })
  await notifyEnded(db, user, parts)
  audit({ target: `user:${userId}`, before: { email: change.new_email } })
  return {}
}
