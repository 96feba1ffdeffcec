import type { Db } from '../database/database.ts'

export type ChallengeName =
  | 'SELECT_MFA_TYPE'
  | 'SMS_MFA'
  | 'EMAIL_OTP'
  | 'NEW_PASSWORD_REQUIRED'
  | 'PASSWORD_EXPIRED'

export interface NewChallenge {
  digest: Buffer
  userId: number
  name: ChallengeName
  now: Date
  expiresAt: Date
}

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db
    .insertInto('challenges')
    .values({
      digest: challenge.digest,
      user_id: challenge.userId,
      name: challenge.name,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

/** The challenge and its user, as they are now; one query, on the primary key. */
export function findChallenge(db: Db, digest: Buffer) {
  return challengeWithUser(db, digest).executeTakeFirst()
}

export type FoundChallenge = NonNullable<Awaited<ReturnType<typeof findChallenge>>>

/**
 * The same, locked: two answers at the same time take turns. The user is locked first, as whoever blocks or changes them
 * does, so that neither is half done when the other begins.
 */
export async function lockChallenge(db: Db, digest: Buffer) {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', (eb) =>
      eb.selectFrom('challenges').select('user_id').where('digest', '=', digest),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return challengeWithUser(db, digest).forUpdate('challenges').executeTakeFirst()
}

function challengeWithUser(db: Db, digest: Buffer) {
  return db
    .selectFrom('challenges')
    .innerJoin('users', 'users.id', 'challenges.user_id')
    .select([
      'challenges.digest',
      'challenges.user_id',
      'challenges.name as challenge',
      'challenges.otp_hash',
      'challenges.otp_expires_at',
      'challenges.tries',
      'challenges.sends',
      'challenges.expires_at',
      'challenges.used_at',
      'users.name',
      'users.email',
      'users.phone_number',
      'users.status',
      'users.suspended',
      'users.federated',
    ])
    .where('challenges.digest', '=', digest)
}

export async function storeSentCode(
  db: Db,
  digest: Buffer,
  sent: { name: ChallengeName; otpHash: Buffer; otpExpiresAt: Date; sends: number },
): Promise<void> {
  await db
    .updateTable('challenges')
    .set({
      name: sent.name,
      otp_hash: sent.otpHash,
      otp_expires_at: sent.otpExpiresAt,
      sends: sent.sends,
    })
    .where('digest', '=', digest)
    .execute()
}

export async function countTry(db: Db, digest: Buffer, tries: number): Promise<void> {
  await db.updateTable('challenges').set({ tries }).where('digest', '=', digest).execute()
}

export async function useChallenge(db: Db, digest: Buffer, now: Date): Promise<void> {
  await db.updateTable('challenges').set({ used_at: now }).where('digest', '=', digest).execute()
}

/** Housekeeping: challenges that ran out before this. */
export async function removeOldChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<', before).execute()
}
