import { sql } from 'kysely'
import { BatchedWrite, type BatchKind, hexOf } from '../database/batched-write.ts'
import type { Db } from '../database/database.ts'
import type { WriteParts } from '../database/write-parts.ts'
import type { CredentialKind, UserCredentials } from './credential-queries.ts'

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

/** A challenge that follows a right password, and what was checked for it. */
interface OpeningChallenge {
  challenge: NewChallenge
  user: UserCredentials
  /** What of theirs was shown. */
  by: CredentialKind
  /** A better hash of the same password, under today's parameters, to be kept. */
  betterHash: string | undefined
}

/**
 * A challenge, where what was checked still opens a sign-in; nothing where it was replaced since, or the user may not enter
 * any more (`mayEnter`). Both are locked until it is written: whoever blocks the user comes after, and finds it.
 */
export function openingChallenge({
  challenge,
  user,
  by,
  betterHash,
}: OpeningChallenge): BatchedWrite {
  return new BatchedWrite(opening, {
    digest: hexOf(challenge.digest),
    user_id: challenge.userId,
    email: user.email,
    name: challenge.name,
    created_at: challenge.now,
    expires_at: challenge.expiresAt,
    password_id: by === 'password' ? user.password_id : null,
    better_hash: betterHash ?? null,
    recovery_digest: by === 'recovery' && user.recovery_digest ? hexOf(user.recovery_digest) : null,
  })
}

const opening: BatchKind = {
  columns: sql`digest bytea, user_id integer, email text, name text, created_at timestamptz, expires_at timestamptz,
    password_id integer, better_hash text, recovery_digest bytea`,
  parts: {
    entrant: sql`
      select given.* from given join users u on u.id = given.user_id and u.email = given.email
      where u.status = 1 and not u.suspended and not u.federated for share of u`,
    by_password: sql`
      select entrant.digest from entrant join passwords s on s.id = entrant.password_id and s.user_id = entrant.user_id
      where s.superseded_at is null for share of s`,
    by_recovery: sql`
      select entrant.digest from entrant join recovery_passwords s on s.user_id = entrant.user_id
        and s.digest = entrant.recovery_digest for share of s`,
    written: sql`select digest from by_password union all select digest from by_recovery`,
    upgraded: sql`
      update passwords set hash = given.better_hash from written join given using (digest)
      where passwords.id = given.password_id and given.better_hash is not null`,
    challenge: sql`
      insert into challenges (digest, user_id, name, created_at, expires_at)
      select digest, user_id, name, created_at, expires_at from written join given using (digest)`,
  },
}

/** A challenge that follows what is written for the same user. */
export function challengeAfter(challenge: NewChallenge) {
  return sql`
    insert into challenges (digest, user_id, name, created_at, expires_at)
    select ${challenge.digest}::bytea, ${challenge.userId}::integer, ${challenge.name}, ${challenge.now}::timestamptz,
      ${challenge.expiresAt}::timestamptz from written`
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
export function lockChallenge(db: Db, digest: Buffer) {
  // Locked in the order in which it is said here.
  return challengeWithUser(db, digest)
    .forNoKeyUpdate('users')
    .forUpdate('challenges')
    .executeTakeFirst()
}

function challengeWithUser(db: Db, digest: Buffer) {
  return db
    .selectFrom('challenges')
    .innerJoin('users', 'users.id', 'challenges.user_id')
    .leftJoin('passwords', (join) =>
      join.onRef('passwords.user_id', '=', 'users.id').on('passwords.superseded_at', 'is', null),
    )
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
      'users.public_id',
      'users.company_id',
      'passwords.created_at as password_set_at',
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

/**
 * The challenge used up by a right code, once, where nothing changed since it was found: a newer code, and an account that
 * may enter no more, leave it as it is. Locked in the same order.
 */
export function answeredChallenge(
  { digest, user_id, email, otp_hash }: FoundChallenge,
  now: Date,
): WriteParts {
  return {
    entrant: sql`
      select id from users where id = ${user_id} and email = ${email}
        and status = 1 and not suspended and not federated for no key update`,
    written: sql`
      update challenges set used_at = ${now} from entrant
      where digest = ${digest} and user_id = entrant.id and used_at is null and otp_hash = ${otp_hash} returning user_id`,
  }
}

/** Housekeeping: challenges that ran out before this. */
export async function removeOldChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<', before).execute()
}
