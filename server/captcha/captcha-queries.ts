import type { Db } from '../database/database.ts'

/** Writes the token down as used; false when it was already. Atomic: of two uses at the same time one wins. */
export async function useCaptchaToken(db: Db, digest: Buffer, expiresAt: Date): Promise<boolean> {
  const row = await db
    .insertInto('captcha_solutions')
    .values({ digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Housekeeping: used tokens that ran out before this. */
export async function removeOldSolutions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('captcha_solutions').where('expires_at', '<', before).execute()
}
