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
 * Whether the user may still enter under this e-mail (`mayEnter`), locked until the transaction ends: whoever blocks or
 * changes the user comes after, and finds what was begun.
 */
export async function lockEntrant(db: Db, user: { id: number; email: string }): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('email', '=', user.email)
    .where('status', '=', 1)
    .where('suspended', '=', false)
    .where('federated', '=', false)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether what was checked still opens a sign-in, locked in the same way. */
export async function lockCredentials(
  db: Db,
  user: UserCredentials,
  by: CredentialKind,
): Promise<boolean> {
  if (!(await lockEntrant(db, user))) return false
  const shown =
    by === 'password'
      ? db
          .selectFrom('passwords')
          .select('user_id')
          .where('id', '=', user.password_id)
          .where('superseded_at', 'is', null)
      : db
          .selectFrom('recovery_passwords')
          .select('user_id')
          .where('user_id', '=', user.id)
          .where('digest', '=', user.recovery_digest)
  return (await shown.forShare().executeTakeFirst()) !== undefined
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
