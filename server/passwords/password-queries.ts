import type { Db } from '../database/database.ts'

/** Number of former passwords that may not be reused (rulings §4). */
const historyLength = 12

/** Returns the hashes of the user's last passwords, the current one first. */
export async function listPasswordHashes(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(historyLength)
    .execute()
  return rows.map((row) => row.hash)
}

export interface NewPassword {
  userId: number
  hash: string
  now: Date
  /** When a temporary password expires; absent for other passwords. */
  temporaryUntil?: Date
}

/** Stores a new password. The previous one stays in the history. */
export async function replacePassword(
  db: Db,
  { userId, hash, now, temporaryUntil }: NewPassword,
): Promise<void> {
  await db
    .updateTable('passwords')
    .set({ superseded_at: now })
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .execute()
  await db
    .insertInto('passwords')
    .values({
      user_id: userId,
      hash,
      created_at: now,
      temporary: temporaryUntil !== undefined,
      expires_at: temporaryUntil ?? null,
    })
    .execute()
}

/** Ends all sessions of the user. */
export async function endSessionsOfUser(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'password-changed' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
