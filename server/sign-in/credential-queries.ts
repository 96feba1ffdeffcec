import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Batcher } from '../shared/batcher.ts'

/** What was shown at a sign-in: the present password, or the temporary one that a recovery mailed. */
export type CredentialKind = 'password' | 'recovery'

/** The users of these e-mails with what opens a sign-in; one query, on the unique index of the e-mail. */
function findAllCredentials(db: Db, emails: readonly string[]) {
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
    .where('users.email', '=', sql<string>`any(${emails}::text[])`)
    .execute()
}

export type UserCredentials = Awaited<ReturnType<typeof findAllCredentials>>[number]

/** The user of an e-mail with what opens a sign-in. */
export async function findCredentials(db: Db, email: string): Promise<UserCredentials | undefined> {
  return (await findAllCredentials(db, [email]))[0]
}

/** Finds users of whom many sign in at once (decision 48). What the database would not take, `parseBasic` has refused. */
export function credentialFinder(db: Db): Batcher<string, UserCredentials | undefined> {
  return new Batcher({
    async together(emails) {
      const found = new Map(
        (await findAllCredentials(db, emails)).map((user) => [user.email, user]),
      )
      return emails.map((email) => found.get(email))
    },
    most: 20,
  })
}

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
