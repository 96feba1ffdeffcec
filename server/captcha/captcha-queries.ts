import type { Db } from '../database/database.ts'

/** Marks a token as used. Returns false if it was used before. Of two concurrent calls, one returns true. */
export async function useCaptchaToken(db: Db, digest: Buffer, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('captcha_solutions')
    .values({ digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes used tokens that expired before this time. */
export async function removeOldSolutions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('captcha_solutions').where('expires_at', '<', before).execute()
}
