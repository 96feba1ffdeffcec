import type { emailChanges } from '../../contract/email-changes.ts'
import type { Call } from '../pipeline/call.ts'
import { Problem } from '../pipeline/problem.ts'
import { requireFound } from '../pipeline/record.ts'
import { digestOf } from '../secrets/random.ts'
import { applyChange } from './apply-email-change.ts'
import {
  findByLink,
  findPendingChange,
  lockUser,
  markCancelled,
  markConfirmed,
} from './email-change-queries.ts'
import type { EmailChangeParts } from './email-change-service.ts'
import { notifyEnded } from './old-mailbox.ts'

type Confirm = Call<(typeof emailChanges)['emailChangeConfirm']>
type Refuse = Call<(typeof emailChanges)['emailChangeRefuse']>

/**
 * Throws unless the code belongs to a pending change. An unknown code counts for the network of the client, so that a
 * flood of them does not occupy the database. Runs before the transaction.
 */
export async function requireLink(
  { db, body, request }: Pick<Confirm, 'db' | 'body' | 'request'>,
  { clock, rateLimiter }: EmailChangeParts,
): Promise<void> {
  if (await findByLink(db, digestOf(body.code), clock.now())) return
  await rateLimiter.consumeForNetwork('handle', request.address)
  throw new Problem('email-change-link-invalid')
}

/** Confirms a change for the mailbox of the link, and makes it effective if nothing else is awaited. */
export async function confirmByLink(
  { db, body, audit, request }: Confirm,
  parts: EmailChangeParts,
) {
  const now = parts.clock.now()
  const { user, mailbox, change: found } = await lockByLink(db, body.code, now)
  // A blocked or deleted user may not change anything; the change can still be cancelled.
  if (!user.active || user.suspended) throw new Problem('email-change-link-invalid')
  const change = requireFound(
    await markConfirmed(db, { id: found.id, mailbox, now }),
    'email-change-link-invalid',
  )
  audit({ target: `user:${user.id}`, after: { mailbox } })
  const confirmed = change.new_confirmed_at !== null
  const due = change.old_confirmed_at !== null || change.takes_effect_at <= now
  if (!confirmed || !due)
    return {
      state: 'waiting' as const,
      takes_effect_at: confirmed ? change.takes_effect_at.toISOString() : null,
    }
  const origin = { address: request.address, requestId: request.id }
  const state = await applyChange(db, { user, change }, { ...parts, origin })
  return { state, takes_effect_at: null }
}

/** Cancels a change by the link to the old mailbox. The link to the new one does not cancel. */
export async function refuseByLink({ db, body, audit }: Refuse, parts: EmailChangeParts) {
  const now = parts.clock.now()
  const { user, mailbox, change } = await lockByLink(db, body.code, now)
  if (mailbox !== 'old') throw new Problem('email-change-link-invalid')
  await markCancelled(db, { id: change.id, by: null, now })
  await notifyEnded(db, user, parts)
  audit({ target: `user:${user.id}`, before: { email: change.new_email } })
  return {}
}

/** Locks the user of a link, and returns the change as it is after the lock. */
async function lockByLink(db: Confirm['db'], code: string, now: Date) {
  const link = requireFound(await findByLink(db, digestOf(code), now), 'email-change-link-invalid')
  const user = await lockUser(db, link.change.user_id)
  const change = await findPendingChange(db, user.id, now)
  if (change?.id !== link.change.id) throw new Problem('email-change-link-invalid')
  return { user, change, mailbox: link.mailbox }
}
