import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import type { SignedInPrincipal } from '../pipeline/principal.ts'
import { closeOtherSessions } from '../sessions/own-session-queries.ts'
import type { AuthenticationMethod } from '../../contract/authentication.ts'

/** Whether a sign-in used a passkey, an authenticator app or a recovery code of the user. */
export const usedOwnFactor = (amr: readonly AuthenticationMethod[]): boolean =>
  amr.includes('pop') || (amr.includes('otp') && !amr.includes('fed'))

/**
 * Throws `own-factor-required` if the user had a passkey or an authenticator app when the session began, but neither the
 * sign-in nor the confirmation of the identity used one. Otherwise somebody with the password and the mailbox could
 * replace the factors of the user (decision 96).
 */
export async function requireOwnFactor(
  db: Db,
  { userId, session }: Pick<SignedInPrincipal, 'userId' | 'session'>,
  confirmedBy: string | undefined,
): Promise<void> {
  const { amr, at = Infinity } = session.authentication
  if (usedOwnFactor(amr) || confirmedBy === 'passkey') return
  const first = await firstOwnFactor(db, userId)
  if (first !== undefined && first.getTime() < at) throw new Problem('own-factor-required')
}

/**
 * Ends the other sessions of a user who gets the first passkey or authenticator app, so that none of them can remove it
 * (`requireOwnFactor`). To be called before it is stored.
 */
export async function endSessionsBeforeFirstFactor(
  db: Db,
  { userId, session }: Pick<SignedInPrincipal, 'userId' | 'session'>,
  now: Date,
): Promise<void> {
  if ((await firstOwnFactor(db, userId)) === undefined)
    await closeOtherSessions(db, userId, session.id, now)
}

/** Returns when the oldest passkey or authenticator app of the user was added; undefined if there is none. */
async function firstOwnFactor(db: Db, userId: number): Promise<Date | undefined> {
  const passkeys = db.selectFrom('passkeys').select('created_at').where('user_id', '=', userId)
  const apps = db.selectFrom('totp_factors').select('created_at').where('user_id', '=', userId)
  const first = await passkeys.unionAll(apps).orderBy('created_at').limit(1).executeTakeFirst()
  return first?.created_at
}
