import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Batcher } from '../shared/batcher.ts'

/** The credential of a sign-in: the current password, or the temporary password that a recovery has mailed. */
export type CredentialKind = 'password' | 'recovery'

/** Returns the users with these e-mails and their credentials. One query uses the unique index of the e-mail. */
function findAllCredentials(db: Db, emails: readonly string[]) {
  return db
    .selectFrom('users')
    .leftJoin('passwords', (join) =>
      join.onRef('passwords.user_id', '=', 'users.id').on('passwords.superseded_at', 'is', null),
    )
    .leftJoin('recovery_passwords', 'recovery_passwords.user_id', 'users.id')
    .select((eb) => [
      'users.id',
      'users.email',
      'users.phone_number',
      'users.active',
      'users.suspended',
      'users.federated',
      'passwords.id as password_id',
      'passwords.hash',
      'passwords.temporary',
      'passwords.expires_at',
      'recovery_passwords.digest as recovery_digest',
      'recovery_passwords.expires_at as recovery_expires_at',
      eb
        .exists(
          eb.selectFrom('passkeys').select('id').whereRef('passkeys.user_id', '=', 'users.id'),
        )
        .as('has_passkey'),
      eb
        .exists(
          eb
            .selectFrom('totp_factors')
            .select('totp_factors.user_id')
            .whereRef('totp_factors.user_id', '=', 'users.id'),
        )
        .as('has_totp'),
      eb
        .exists(
          eb
            .selectFrom('recovery_codes')
            .select('digest')
            .whereRef('recovery_codes.user_id', '=', 'users.id')
            .where('used_at', 'is', null),
        )
        .as('has_recovery_code'),
    ])
    .where('users.email', '=', sql<string>`any(${emails}::text[])`)
    .execute()
}

export type UserCredentials = Awaited<ReturnType<typeof findAllCredentials>>[number]

/** Returns the user with this e-mail and the credentials. */
export async function findCredentials(db: Db, email: string): Promise<UserCredentials | undefined> {
  return (await findAllCredentials(db, [email]))[0]
}

/**
 * Returns a finder that batches concurrent lookups (decision 48). `parseBasic` has already refused texts that
 * PostgreSQL does not accept.
 */
export function credentialFinder(db: Db): Batcher<string, UserCredentials | undefined> {
  return new Batcher({
    async runBatch(emails) {
      const found = new Map(
        (await findAllCredentials(db, emails)).map((user) => [user.email, user]),
      )
      return emails.map((email) => found.get(email))
    },
    max: 20,
  })
}

/**
 * Locks the user until the transaction ends. Returns whether the user may sign in with this e-mail (`mayEnter`). A
 * concurrent block or change of the user waits and then finds what this transaction wrote. Not a shared lock: two correct
 * secret answers at once would both hold it and then deadlock, and the failure of one would reveal that they are correct.
 */
export async function lockEntrant(db: Db, user: { id: number; email: string }): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .where('email', '=', user.email)
    .where('active', '=', true)
    .where('suspended', '=', false)
    .where('federated', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the user has set a secret answer, as every first access does. */
export async function hasSecretAnswer(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('secret_answers')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}
