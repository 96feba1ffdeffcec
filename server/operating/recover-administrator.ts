import { randomUUID } from 'node:crypto'
import { administratorProfileId } from '../../contract/constants.ts'
import { recoveryCodeCount } from '../../contract/factors.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Db } from '../database/database.ts'
import { deleteTotp, replaceRecoveryCodes } from '../factors/factor-queries.ts'
import { enqueueMessage } from '../outbox/outbox-queries.ts'
import {
  administratorRecoveredNotice,
  ownAccountRecoveredNotice,
} from '../outbox/security-notices.ts'
import { temporaryLifetime } from '../outbox/message-templates.ts'
import { endSessionsOfUser, replacePassword } from '../passwords/password-queries.ts'
import { findAdministrators } from '../scope/administrators.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { hashPassword, ownWork } from '../secrets/password-hash.ts'
import { digestOf } from '../secrets/random.ts'
import { newTemporaryPassword } from '../secrets/temporary-password.ts'
import { after, type Clock } from '../shared/clock.ts'

/** What the administrator needs for the next sign-in: nothing of it is mailed, because the mailbox may be lost too. */
export interface RecoveredAdministrator {
  email: string
  /** Temporary password, valid for 24 hours. */
  password: string
  /** Recovery codes, each of which replaces the second factor of one sign-in. */
  codes: string[]
}

/**
 * Replaces the password of an administrator by a temporary one, removes passkeys and the authenticator app, creates new
 * recovery codes, and ends all sessions. Records an audit event and notifies all administrators. For the shell of the
 * server, when nobody else can recover the account (docs/operating.md). Throws an error with a sentence if the user is not an
 * administrator who may sign in with a password.
 */
export async function recoverAdministrator(
  db: Db,
  email: string,
  { keyring, clock }: { keyring: Keyring; clock: Clock },
): Promise<RecoveredAdministrator> {
  const password = newTemporaryPassword()
  const codes = Array.from({ length: recoveryCodeCount }, newTemporaryPassword)
  const hash = await hashPassword(password, ownWork)
  await db.transaction().execute(async (trx) => {
    const user = await lockAdministrator(trx, email)
    const now = clock.now()
    const passkeys = await trx
      .deleteFrom('passkeys')
      .where('user_id', '=', user.id)
      .returning('id')
      .execute()
    const hadTotp = await deleteTotp(trx, user.id)
    const digests = codes.map((code) => digestOf(code))
    await replaceRecoveryCodes(trx, { userId: user.id, digests, now })
    const temporaryUntil = after(now, temporaryLifetime)
    await replacePassword(trx, { userId: user.id, hash, now, temporaryUntil })
    await endSessionsOfUser(trx, user.id, now)
    await notifyAdministrators(trx, keyring, user)
    await recordAudit(trx, {
      operation: 'recoverAdministrator',
      event: 'administrator.recovered',
      target: `user:${user.id}`,
      after: { removed_passkeys: passkeys.length, removed_totp: hadTotp },
      address: '',
      requestId: randomUUID(),
    })
  })
  return { email, password, codes }
}

/** Locks and returns the administrator with this e-mail. */
async function lockAdministrator(db: Db, email: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'active', 'suspended', 'federated'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new Error(`no user has the e-mail ${email}`)
  const holds = await db
    .selectFrom('user_profiles')
    .select('id')
    .where('user_id', '=', user.id)
    .where('profile_id', '=', administratorProfileId)
    .limit(1)
    .executeTakeFirst()
  if (!holds) throw new Error(`${email} is not an administrator`)
  if (!user.active || user.suspended) throw new Error(`${email} is blocked or deleted`)
  if (user.federated)
    throw new Error(`${email} signs in at an identity provider, which must recover the account`)
  return user
}

/** Notifies the administrator and all other administrators. */
async function notifyAdministrators(
  db: Db,
  keyring: Keyring,
  user: { id: number; name: string; email: string },
): Promise<void> {
  for (const to of await findAdministrators(db))
    await enqueueMessage(
      db,
      keyring,
      to.id === user.id
        ? ownAccountRecoveredNotice(to)
        : administratorRecoveredNotice(to, user.name),
    )
}
