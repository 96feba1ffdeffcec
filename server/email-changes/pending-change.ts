import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** Condition on `email_changes`: the change has neither ended nor expired. */
export const isPendingChange = (now: Date) =>
  sql<boolean>`(email_changes.cancelled_at is null and email_changes.done_at is null and email_changes.expires_at > ${now})`

/** SQL condition on `users`: a change of the e-mail is pending. */
export const isChangingEmail = (now: Date) =>
  sql<boolean>`exists (select from email_changes where email_changes.user_id = users.id and ${isPendingChange(now)})`

/** Cancels the pending change of the e-mail of a user. Returns whether there was one. */
export async function cancelPendingChange(db: Db, userId: number, now: Date): Promise<boolean> {
  const cancelled = await db
    .updateTable('email_changes')
    .set({ cancelled_at: now })
    .where('user_id', '=', userId)
    .where(isPendingChange(now))
    .returning('id')
    .execute()
  return cancelled.length > 0
}
