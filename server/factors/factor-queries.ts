import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { Sealed } from '../secrets/keyring.ts'
import type { WriteParts } from '../database/write-parts.ts'

export const factorConstraints: ConstraintMeanings = {
  totp_factors_pkey: { problems: ['totp-exists'] },
}

export function findTotp(db: Db, userId: number) {
  return db.selectFrom('totp_factors').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

export type FoundTotp = NonNullable<Awaited<ReturnType<typeof findTotp>>>

/** Stores an authenticator app. `step` is the step of the code that the user entered. */
export function insertTotp(
  db: Db,
  { userId, sealed, step, now }: { userId: number; sealed: Sealed; step: number; now: Date },
) {
  return db
    .insertInto('totp_factors')
    .values({
      user_id: userId,
      ciphertext: sealed.ciphertext,
      key_id: sealed.keyId,
      last_step: step,
      created_at: now,
    })
    .returning(['created_at', 'last_used_at'])
    .executeTakeFirstOrThrow()
}

/** Deletes the authenticator app. Returns false if the user has none. */
export async function deleteTotp(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('totp_factors')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns how many recovery codes are unused; undefined if the user never created codes. */
export async function countRecoveryCodes(
  db: Db,
  userId: number,
): Promise<{ created_at: Date; unused: number } | undefined> {
  const { created_at, unused } = await db
    .selectFrom('recovery_codes')
    .select([
      sql<Date | null>`max(created_at)`.as('created_at'),
      sql<number>`(count(*) filter (where used_at is null))::integer`.as('unused'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return created_at === null ? undefined : { created_at, unused }
}

/** Replaces all recovery codes of a user. Returns how many unused ones were deleted. */
export async function replaceRecoveryCodes(
  db: Db,
  { userId, digests, now }: { userId: number; digests: readonly Buffer[]; now: Date },
): Promise<number> {
  const deleted = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .returning('used_at')
    .execute()
  await db
    .insertInto('recovery_codes')
    .values(digests.map((digest) => ({ digest, user_id: userId, created_at: now })))
    .execute()
  return deleted.filter(({ used_at }) => used_at === null).length
}

/** Whether this is an unused recovery code of the user. */
export async function isUnusedCode(db: Db, userId: number, digest: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_codes')
    .select('digest')
    .where('digest', '=', digest)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Part of a statement that marks a code as used if the part `source` returned a row with its `user_id`. */
export type UseOfCode = (source: string) => WriteParts[string]

/** Stores the step of a code. Returns no row if this or a later step was used, or if the secret was replaced. */
export const useStep =
  ({ ciphertext }: FoundTotp, step: number, now: Date): UseOfCode =>
  (source) =>
    sql`
    update totp_factors t set last_step = ${step}::bigint, last_used_at = ${now}::timestamptz from ${sql.ref(source)} s
    where t.user_id = s.user_id and t.last_step < ${step}::bigint and t.ciphertext = ${ciphertext} returning t.user_id`

/** Marks a recovery code as used. Returns no row if it was used or replaced. */
export const useRecoveryCode =
  (digest: Buffer, now: Date): UseOfCode =>
  (source) =>
    sql`
    update recovery_codes r set used_at = ${now}::timestamptz from ${sql.ref(source)} s
    where r.digest = ${digest}::bytea and r.user_id = s.user_id and r.used_at is null returning r.user_id`
