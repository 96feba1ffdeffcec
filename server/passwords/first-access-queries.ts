import type { Db } from '../database/database.ts'
import { isInvited } from '../scope/invited-people.ts'

/** Somebody whose invitation may be sent: invited, active, not blocked, and still of this e-mail. */
export function findInvited(db: Db, { userId, to }: { userId: number; to: string }) {
  return db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.federated'])
    .where('users.id', '=', userId)
    .where('users.email', '=', to)
    .where('users.status', '=', 1)
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
 * Puts the temporary password of an invitation in place of the one before, unless the person made the first access or was
 * given another e-mail while the mail was on its way.
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
    // Whoever sets a password of their own at this moment keeps it.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A temporary password that was mailed opens nothing from now on. */
export async function dropTemporaryPassword(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('passwords')
    .set({ superseded_at: now })
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .where('temporary', '=', true)
    .execute()
}
