import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import { emailChangeEnded } from '../outbox/email-change-mails.ts'
import { enqueueMessage, type Message } from '../outbox/outbox-queries.ts'
import { reportable } from '../outbox/report-links.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import type { ChangedUser } from './email-change-queries.ts'

/** What a notice with a link needs. */
export interface NoticeParts {
  clock: Clock
  keyring: Keyring
  config: Pick<Config, 'publicUrl'>
}

type NoticeKind = 'email-change-started' | 'email-change-ended' | 'email-changed'

/**
 * Queues a notice to the old mailbox of a change, with the link 'Não fui eu': the link of the change only cancels the
 * change, but a session of an attacker may have started it (decision 98).
 */
export function notifyOldMailbox(
  db: Db,
  { userId, notice, message }: { userId: number; notice: NoticeKind; message: Message },
  { clock, keyring, config: { publicUrl } }: NoticeParts,
): Promise<unknown> {
  const about = { userId, notice, now: clock.now() }
  return enqueueMessage(db, keyring, reportable(message, { keyring, publicUrl }, about))
}

/** Queues the notice that a change has ended without effect. */
export function notifyEnded(db: Db, user: ChangedUser, parts: NoticeParts): Promise<unknown> {
  const message = emailChangeEnded(user)
  return notifyOldMailbox(db, { userId: user.id, notice: 'email-change-ended', message }, parts)
}
