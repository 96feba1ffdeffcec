import type { Db } from '../database/database.ts'
import { isInvited } from '../scope/invited-people.ts'

/**
 * Returns the user if the invitation may be sent. The user must be invited, active, not blocked, and still have this
 * e-mail.
 */
export function findInvited(db: Db, { userId, to }: { userId: number; to: string }) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.federated'])
    .where('users.id', '=', userId)
    .where('users.email', '=', to)
    .where('users.active', '=', true)
    .where('users.suspended', '=', false)
    .where(isInvited)
    .executeTakeFirst()
}

interface InvitationPassword {
  userId: number
  to: string
  hash: string
  now: Date
  expiresAt: Date
}

/**
 * Replaces the temporary password of an invitation. Does nothing if the user has meanwhile signed in or got another
 * e-mail.
 */
export async function storeInvitationPassword(
  db: Db,
  { userId, to, hash, now, expiresAt }: InvitationPassword,
): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', userId)
    .where('users.email', '=', to)
    .where(isInvited)
    .forShare()
    .executeTakeFirst()
  if (!user) return
  await dropTemporaryPassword(db, userId, now)
  await db
    .insertInto('passwords')
    .values({ user_id: userId, hash, created_at: now, temporary: true, expires_at: expiresAt })
    // If the user sets a password concurrently, that password is kept.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Invalidates a mailed temporary password. */
export async function dropTemporaryPassword(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('passwords')
    .set({ superseded_at: now })
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .where('temporary', '=', true)
    .execute()
}
