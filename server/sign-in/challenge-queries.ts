import { sql } from 'kysely'
import { type BatchableWrite, type BatchableKind, hexOf } from '../database/statement-write.ts'
import type { Db } from '../database/database.ts'
import type { WriteParts } from '../database/write-parts.ts'
import type { UseOfCode } from '../factors/factor-queries.ts'
import type { CredentialKind, UserCredentials } from './credential-queries.ts'

export type ChallengeName =
  | 'SELECT_MFA_TYPE'
  | 'SMS_MFA'
  | 'EMAIL_OTP'
  | 'WEB_AUTHN'
  | 'NEW_PASSWORD_REQUIRED'
  | 'PASSWORD_EXPIRED'

export interface NewChallenge {
  digest: Buffer
  userId: number
  name: ChallengeName
  now: Date
  expiresAt: Date
}

/** A challenge to be written after a correct password, and the credentials that were checked. */
interface CheckedChallenge {
  challenge: NewChallenge
  user: UserCredentials
  /** The credential that the user entered. */
  by: CredentialKind
  /** New hash of the same password with current parameters, to replace the stored hash. */
  betterHash: string | undefined
}

/**
 * Returns a write that inserts a challenge if the checked credential is still valid and the user may sign in
 * (`mayEnter`). It locks both rows. So a concurrent block of the user either runs first, or waits and then finds the
 * challenge.
 */
export function openingChallenge({
  challenge,
  user,
  by,
  betterHash,
}: CheckedChallenge): BatchableWrite {
  return {
    kind: opening,
    row: {
      digest: hexOf(challenge.digest),
      user_id: challenge.userId,
      email: user.email,
      name: challenge.name,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
      password_id: by === 'password' ? user.password_id : null,
      better_hash: betterHash ?? null,
      recovery_digest:
        by === 'recovery' && user.recovery_digest ? hexOf(user.recovery_digest) : null,
    },
  }
}

const opening: BatchableKind = {
  columns: sql`digest bytea, user_id integer, email text, name text, created_at timestamptz, expires_at timestamptz,
    password_id integer, better_hash text, recovery_digest bytea`,
  parts: {
    entrant: sql`
      select input.* from input join users u on u.id = input.user_id and u.email = input.email
      where u.active and not u.suspended and not u.federated for share of u`,
    by_password: sql`
      select entrant.digest from entrant join passwords s on s.id = entrant.password_id and s.user_id = entrant.user_id
      where s.superseded_at is null for share of s`,
    by_recovery: sql`
      select entrant.digest from entrant join recovery_passwords s on s.user_id = entrant.user_id
        and s.digest = entrant.recovery_digest for share of s`,
    accepted: sql`select digest from by_password union all select digest from by_recovery`,
    upgraded: sql`
      update passwords set hash = input.better_hash from accepted join input using (digest)
      where passwords.id = input.password_id and input.better_hash is not null`,
    challenge: sql`
      insert into challenges (digest, user_id, name, created_at, expires_at)
      select digest, user_id, name, created_at, expires_at from accepted join input using (digest)`,
  },
}

/** SQL that inserts a challenge if the preceding part `accepted` has a row. */
export function challengeAfter(challenge: NewChallenge) {
  return sql`
    insert into challenges (digest, user_id, name, created_at, expires_at)
    select ${challenge.digest}::bytea, ${challenge.userId}::integer, ${challenge.name}, ${challenge.now}::timestamptz,
      ${challenge.expiresAt}::timestamptz from accepted`
}

/** Finds the challenge and its user in one query by primary key. */
export function findChallenge(db: Db, digest: Buffer) {
  return challengeWithUser(db, digest).executeTakeFirst()
}

export type FoundChallenge = NonNullable<Awaited<ReturnType<typeof findChallenge>>>

/**
 * Finds and locks the challenge, so that concurrent attempts run one after the other. Locks the user first, like writes
 * that block or change users.
 */
export function lockChallenge(db: Db, digest: Buffer) {
  // PostgreSQL locks the tables in this order.
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
      'users.active',
      'users.suspended',
      'users.federated',
      'users.public_id',
      'users.company_id',
      'users.last_access_at',
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

/**
 * Counts a try of an open challenge and returns its number, from 1. Returns undefined if the challenge was used or has
 * no try left. Concurrent calls get different numbers.
 */
export async function takeTry(db: Db, digest: Buffer, max: number): Promise<number | undefined> {
  const row = await db
    .updateTable('challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('digest', '=', digest)
    .where('used_at', 'is', null)
    .where('tries', '<', max)
    .returning('tries')
    .executeTakeFirst()
  return row?.tries
}

export async function useChallenge(db: Db, digest: Buffer, now: Date): Promise<void> {
  await db.updateTable('challenges').set({ used_at: now }).where('digest', '=', digest).execute()
}

/**
 * Marks a challenge as used by a correct code. Does nothing if the challenge was used, a newer code was sent, or the
 * user may no longer sign in. Locks the user first, like `lockChallenge`.
 */
export function usedChallenge(
  { digest, user_id, email, otp_hash }: FoundChallenge,
  now: Date,
): WriteParts {
  return {
    entrant: sql`
      select id from users where id = ${user_id} and email = ${email}
        and active and not suspended and not federated for no key update`,
    accepted: sql`
      update challenges set used_at = ${now} from entrant
      where digest = ${digest} and user_id = entrant.id and used_at is null and otp_hash = ${otp_hash} returning user_id`,
  }
}

/**
 * Marks a challenge and the code that answers it (of an authenticator app, or a recovery code) as used. Does nothing if
 * one of them was used or removed, or if the user may no longer sign in. Locks the user first, like `lockChallenge`.
 */
export function usedByOwnCode(
  { digest, user_id, email }: FoundChallenge,
  use: UseOfCode,
  now: Date,
): WriteParts {
  return {
    entrant: sql`
      select id from users where id = ${user_id} and email = ${email}
        and active and not suspended and not federated for no key update`,
    live: sql`
      select c.user_id from challenges c join entrant on entrant.id = c.user_id
      where c.digest = ${digest} and c.used_at is null for no key update of c`,
    code: use('live'),
    accepted: sql`
      update challenges c set used_at = ${now} from code
      where c.digest = ${digest} and c.user_id = code.user_id returning c.user_id`,
  }
}

/** Deletes challenges that expired before this time. The housekeeping calls this. */
export async function removeOldChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('challenges').where('expires_at', '<', before).execute()
}
