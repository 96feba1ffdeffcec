import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../database/database.ts'
import { recordAudit } from '../audit/audit.ts'
import { emailInUse, emailReplaced } from '../outbox/email-change-mails.ts'
import { enqueueMessage } from '../outbox/outbox-queries.ts'
import { forEachRow } from '../shared/each-row.ts'
import { isFederated } from '../users/user-service.ts'
import {
  type ChangedUser,
  dropMailedSecrets,
  findDue,
  findPendingChange,
  lockUser,
  markCancelled,
  markDone,
  type PendingChange,
  replaceEmail,
} from './email-change-queries.ts'
import { type NoticeParts, notifyEnded, notifyOldMailbox } from './old-mailbox.ts'

/** Where the change was made: the request that confirmed it, or no address for the background job. */
export interface Origin {
  address: string
  requestId: string
}

/**
 * Makes a change effective, or ends it if the address was taken or has become one of an identity provider. The user must
 * be locked. Sessions, passkeys, API tokens and the authenticator app belong to the user id and stay. Returns the state.
 */
export async function applyChange(
  db: Db,
  { user, change }: { user: ChangedUser; change: PendingChange },
  { origin, ...parts }: NoticeParts & { origin: Origin },
): Promise<'done' | 'ended'> {
  const { clock, keyring } = parts
  const now = clock.now()
  const { new_email: email } = change
  const usable =
    user.email === change.old_email && !user.federated && !(await isFederated(db, email))
  if (!usable || !(await replaceEmail(db, user.id, email))) {
    await markCancelled(db, { id: change.id, by: null, now })
    await notifyEnded(db, user, parts)
    return 'ended'
  }
  await markDone(db, change.id, now)
  await dropMailedSecrets(db, user.id, now)
  const replaced = {
    userId: user.id,
    notice: 'email-changed',
    message: emailReplaced(user),
  } as const
  await notifyOldMailbox(db, replaced, parts)
  await enqueueMessage(db, keyring, emailInUse({ name: user.name, email }))
  await recordAudit(db, {
    operation: 'applyEmailChange',
    event: 'email-change.applied',
    target: `user:${user.id}`,
    before: { email: user.email },
    after: { email },
    ...origin,
  })
  return 'done'
}

/**
 * Applies the due changes, each in a transaction of its own. Skips changes that another process has applied or cancelled.
 * One that fails does not stop the others. Returns the number of applied changes.
 */
export async function applyDueChanges(
  db: Db,
  { log, ...parts }: NoticeParts & { log: Pick<Logger, 'warn'> },
): Promise<number> {
  let applied = 0
  await forEachRow(
    await findDue(db, parts.clock.now()),
    async (due) => {
      const state = await db.transaction().execute((within) => applyDue(within, due, parts))
      if (state === 'done') applied++
    },
    { log, failure: 'cannot apply a change of an e-mail' },
  )
  return applied
}

async function applyDue(
  db: Db,
  { id, user_id }: { id: number; user_id: number },
  parts: NoticeParts,
): Promise<'done' | 'ended' | undefined> {
  const user = await lockUser(db, user_id)
  const change = await findPendingChange(db, user_id, parts.clock.now())
  if (change?.id !== id || !user.active || user.suspended) return undefined
  const origin = { address: '', requestId: randomUUID() }
  return applyChange(db, { user, change }, { ...parts, origin })
}
