import type { Db } from '../database/database.ts'

/** The user of an e-mail with the present password; one query, on the unique index of the e-mail. */
export async function findCredentials(db: Db, email: string) {
  return db
    .selectFrom('users')
    .leftJoin('passwords', (join) =>
      join.onRef('passwords.user_id', '=', 'users.id').on('passwords.superseded_at', 'is', null),
    )
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
    ])
    .where('users.email', '=', email)
    .executeTakeFirst()
}

export type UserCredentials = NonNullable<Awaited<ReturnType<typeof findCredentials>>>

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
