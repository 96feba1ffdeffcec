import type { Db } from '../database/database.ts'

export interface RecoveryPassword {
  userId: number
  digest: Buffer
  now: Date
  expiresAt: Date
}

/** Stores the temporary password of a recovery and replaces a previous one. */
export async function storeRecoveryPassword(
  db: Db,
  { userId, digest, now, expiresAt }: RecoveryPassword,
): Promise<void> {
  const values = { digest, created_at: now, expires_at: expiresAt }
  await db
    .insertInto('recovery_passwords')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Whether this is the user's unexpired recovery password. */
export async function isRecoveryPassword(
  db: Db,
  { userId, digest, now }: { userId: number; digest: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_passwords')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes recovery passwords that expired before this time. The housekeeping calls this. */
export async function removeOldRecoveries(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('recovery_passwords').where('expires_at', '<', before).execute()
}
