import type { Db } from '../database/database.ts'

const userColumns = [
  'users.id',
  'users.email',
  'users.active',
  'users.suspended',
  'users.federated',
] as const

export type KnownUser = NonNullable<Awaited<ReturnType<typeof findUserOfIdentity>>>

/** Finds the user linked to this identity and locks the user, so that a concurrent block waits. */
export async function findUserOfIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
) {
  return db
    .selectFrom('federated_identities')
    .innerJoin('users', 'users.id', 'federated_identities.user_id')
    .select(userColumns)
    .where('federated_identities.issuer', '=', issuer)
    .where('federated_identities.subject', '=', subject)
    .forNoKeyUpdate('users')
    .executeTakeFirst()
}

/** Finds the user with this e-mail and locks the user. */
export async function findUserByEmail(db: Db, email: string): Promise<KnownUser | undefined> {
  return db
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Links an identity to a user. Returns false if the identity or the user is already linked at this issuer. */
export async function insertIdentity(
  db: Db,
  { issuer, subject, userId, now }: { issuer: string; subject: string; userId: number; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('federated_identities')
    .values({ issuer, subject, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the active federated session of a browser, by the digest of its cookie. */
export async function findSessionOfBrowser(db: Db, browserDigest: Buffer) {
  return db
    .selectFrom('sessions')
    .select(['id', 'id_token'])
    .where('browser_digest', '=', browserDigest)
    .where('method', '=', 'federated')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** Stores the ID token, which sign-out at the provider needs. */
export async function storeIdToken(db: Db, sessionId: string, idToken: string): Promise<void> {
  await db.updateTable('sessions').set({ id_token: idToken }).where('id', '=', sessionId).execute()
}

export async function findIdToken(db: Db, sessionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('id_token')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.id_token ?? undefined
}

/** Removes the ID tokens of sessions that ended before this time. */
export async function deleteOldIdTokens(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ id_token: null })
    .where('ended_at', '<', before)
    .where('id_token', 'is not', null)
    .execute()
}
