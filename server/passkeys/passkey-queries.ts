import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { ConstraintMeanings } from '../pipeline/constraints.ts'
import type { WriteParts } from '../database/write-parts.ts'
import type { OpenedChallenge } from './passkey-challenges.ts'
import type { NewPasskey, PasskeyUse } from './verify-passkey.ts'

export const passkeyConstraints: ConstraintMeanings = {
  passkeys_credential_id_key: { problems: ['passkey-exists'] },
}

/** Columns of a passkey that its owner sees. */
const shown = [
  'id',
  'credential_id',
  'name',
  'aaguid',
  'transports',
  'backed_up',
  'created_at',
  'last_used_at',
] as const

/** Returns the passkeys of a user, oldest first. */
export function listPasskeys(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(shown)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** The owner of passkeys, as options and notices name them. */
export async function findOwner(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'public_id', 'federated'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Like `findOwner`, but locks the user, so that concurrent registrations cannot exceed the maximum. */
export async function lockOwner(db: Db, userId: number) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'public_id', 'federated'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** Returns how many passkeys a user has, and the latest use of any of them. */
export function findPasskeyUse(db: Db, userId: number) {
  return db
    .selectFrom('passkeys')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<Date | null>`max(last_used_at)`.as('last_used_at'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

export async function countPasskeys(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export function insertPasskey(
  db: Db,
  passkey: NewPasskey & { user_id: number; name: string; rp_id: string; created_at: Date },
) {
  return db.insertInto('passkeys').values(passkey).returning(shown).executeTakeFirstOrThrow()
}

/** Returns the user's passkey with this id, locked. */
export function lockPasskey(db: Db, userId: number, id: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

export function renamePasskey(db: Db, id: number, name: string) {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow()
}

export async function deletePasskey(db: Db, id: number): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).execute()
}

/** Returns the passkey with this credential id, and its user. `challenge_used` says whether this challenge was used. */
export function findPasskey(db: Db, credentialId: Buffer, challenge?: Buffer) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select((eb) => [
      'passkeys.id as passkey_id',
      'passkeys.name as passkey_name',
      'passkeys.credential_id',
      'passkeys.public_key',
      'passkeys.sign_count',
      'passkeys.backup_eligible',
      'users.id',
      'users.name',
      'users.email',
      'users.public_id',
      'users.company_id',
      'users.last_access_at',
      'users.active',
      'users.suspended',
      'users.federated',
      eb
        .exists(
          eb
            .selectFrom('passwords')
            .select('passwords.id')
            .whereRef('passwords.user_id', '=', 'users.id')
            .where('superseded_at', 'is', null)
            .where('temporary', '=', false),
        )
        .as('has_own_password'),
      eb
        .exists(
          eb
            .selectFrom('used_passkey_challenges')
            .select('digest')
            .where('digest', '=', challenge ?? Buffer.alloc(0)),
        )
        .as('challenge_used'),
    ])
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()
}

export type FoundPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** SQL that marks a challenge as used if `source` has a row. It returns no row if the challenge was used before. */
const markUsed = ({ digest, expiresAt }: OpenedChallenge['used'], source: string) => sql`
  insert into used_passkey_challenges (digest, expires_at)
  select ${digest}::bytea, ${expiresAt}::timestamptz from ${sql.ref(source)} on conflict do nothing returning digest`

/** SQL that stores the use of a passkey if `source` has a row. */
export const storeUse = (passkeyId: number, use: PasskeyUse, now: Date, source: string) => sql`
  update passkeys set sign_count = greatest(sign_count, ${use.sign_count}::bigint), backed_up = ${use.backed_up},
    last_used_at = ${now}::timestamptz
  from ${sql.ref(source)} where passkeys.id = ${passkeyId}::integer returning passkeys.id`

/**
 * Parts of a statement that admits a sign-in by passkey. They write nothing if the account may no longer sign in (as
 * `maySignIn`), if the challenge was used, or if the passkey was removed. They lock the user first, like writes that block
 * users. A concurrent removal of the passkey either runs first, or waits for the sign-in.
 */
export function enteringByPasskey(
  found: FoundPasskey,
  use: PasskeyUse,
  { digest, expiresAt }: OpenedChallenge['used'],
  now: Date,
): WriteParts {
  return {
    entrant: sql`
      select id from users where id = ${found.id}::integer and email = ${found.email}
        and active and not suspended and not federated
      for no key update`,
    // Locked, because this statement does not otherwise see a reset that commits while it waits.
    own_password: sql`
      select p.user_id from passwords p join entrant on entrant.id = p.user_id
      where p.superseded_at is null and not p.temporary for share of p`,
    live: sql`select passkeys.id from passkeys join own_password on own_password.user_id = passkeys.user_id
      where passkeys.id = ${found.passkey_id}::integer for no key update of passkeys`,
    once: markUsed({ digest, expiresAt }, 'live'),
    accepted: storeUse(found.passkey_id, use, now, 'once'),
  }
}

/** Marks a challenge as used. Returns false if it was used before. Of two concurrent calls, one returns true. */
export async function useChallenge(
  db: Db,
  { digest, expiresAt }: OpenedChallenge['used'],
): Promise<boolean> {
  const row = await db
    .insertInto('used_passkey_challenges')
    .values({ digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the use of a passkey. Returns false if the passkey was removed. */
export async function usePasskey(
  db: Db,
  passkeyId: number,
  use: PasskeyUse,
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({
      sign_count: sql<number>`greatest(sign_count, ${use.sign_count}::bigint)`,
      backed_up: use.backed_up,
      last_used_at: now,
    })
    .where('id', '=', passkeyId)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes used challenges that expired before this time. */
export async function removeOldPasskeyChallenges(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('used_passkey_challenges').where('expires_at', '<', before).execute()
}

/** Counts the passkeys that were created for another host than this one. Browsers do not offer them here. */
export async function countPasskeysOfOtherHosts(
  db: Db,
  rpId: string,
): Promise<{ count: number; rp_id: string } | undefined> {
  return db
    .selectFrom('passkeys')
    .select(['rp_id', sql<number>`count(*)::integer`.as('count')])
    .where('rp_id', '!=', rpId)
    .groupBy('rp_id')
    .orderBy('count', 'desc')
    .limit(1)
    .executeTakeFirst()
}
