import type { Db } from '../database/database.ts'

/** What was shown at a sign-in: the present password, or the temporary one that a recovery mailed. */
export type CredentialKind = 'password' | 'recovery'

/** The user of an e-mail with what opens a sign-in; one query, on the unique index of the e-mail. */
export async function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('users')
    .leftJoin('passwords', (join) =>
      join.onRef('passwords.user_id', '=', 'users.id').on('passwords.superseded_at', 'is', null),
    )
    .leftJoin('recovery_passwords', 'recovery_passwords.user_id', 'users.id')
    .select([
      'users.id',
      'users.email',
      'users.phone_number',
      'users.status',
      'users.suspended',
      'users.federated',
      'passwords.id as password_id',
      'passwords.hash',
      'passwords.temporary',
      'passwords.expires_at',
      'recovery_passwords.digest as recovery_digest',
      'recovery_passwords.expires_at as recovery_expires_at',
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
}

export type UserCredentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

/**
 * Whether what was checked still opens a sign-in, locked until the transaction ends: whoever replaces it or changes the
 * account comes after, and finds what was begun with it.
 */
export async function lockCredentials(
  db: Db,
  user: UserCredentials,
  by: CredentialKind,
): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', user.id)
    .where('users.email', '=', user.email)
    .where('users.status', '=', 1)
    .where('users.suspended', '=', false)
    .where('users.federated', '=', false)
    .$if(by === 'password', (query) =>
      query
        .innerJoin('passwords', 'passwords.user_id', 'users.id')
        .where('passwords.id', '=', user.password_id)
        .where('passwords.superseded_at', 'is', null),
    )
    .$if(by === 'recovery', (query) =>
      query
        .innerJoin('recovery_passwords', 'recovery_passwords.user_id', 'users.id')
        .where('recovery_passwords.digest', '=', user.recovery_digest),
    )
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** When the present password was set; the expiry rule asks. */
export async function findPasswordDate(db: Db, userId: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom('passwords')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
  return row?.created_at
}

/** The same password under today's parameters. */
export async function upgradeHash(db: Db, passwordId: number, hash: string): Promise<void> {
  await db.updateTable('passwords').set({ hash }).where('id', '=', passwordId).execute()
}
