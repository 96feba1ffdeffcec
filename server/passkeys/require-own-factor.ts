import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { AuthenticationMethod } from '../../contract/authentication.ts'

/** Whether a sign-in used a passkey, an authenticator app or a recovery code of the user. */
export const usedOwnFactor = (amr: readonly AuthenticationMethod[]): boolean =>
  amr.includes('pop') || (amr.includes('otp') && !amr.includes('fed'))

/** Whether the sign-in or the confirmation of the identity used an own factor. */
const provedOwnFactor = (
  { session }: Pick<Principal, 'session'>,
  confirmedBy: string | undefined,
): boolean => usedOwnFactor(session?.authentication.amr ?? []) || confirmedBy === 'passkey'

/** Throws `own-factor-required` unless the sign-in or the confirmation of the identity used an own factor. */
export function requireProof(
  who: Pick<Principal, 'session'>,
  confirmedBy: string | undefined,
): void {
  if (!provedOwnFactor(who, confirmedBy)) throw new Problem('own-factor-required')
}

/**
 * Throws `own-factor-required` if the user had a passkey or an authenticator app when the session began, but neither the
 * sign-in nor the confirmation of the identity used one. Otherwise an attacker with the password and the mailbox could
 * replace the factors of the user (decision 96), or move the account to another mailbox (decision 98).
 */
export async function requireOwnFactor(
  db: Db,
  who: Pick<Principal, 'userId' | 'session'>,
  confirmedBy: string | undefined,
): Promise<void> {
  if (provedOwnFactor(who, confirmedBy)) return
  const first = await firstOwnFactor(db, who.userId)
  const at = who.session?.authentication.at ?? Infinity
  if (first !== undefined && first.getTime() < at) throw new Problem('own-factor-required')
}

/**
 * Ends the sessions of a user, except one, whose sign-in used no passkey, authenticator app or recovery code. Called
 * whenever one of these is added or removed: such a session could otherwise become older than all factors and be taken
 * for the one that added the first (`requireOwnFactor`).
 */
export async function endSessionsWithoutFactor(
  db: Db,
  { userId, except, now }: { userId: number; except: string | undefined; now: Date },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'sign-out' })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`not (amr && array['pop', 'otp'])`)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .execute()
}

/** Returns when the oldest passkey or authenticator app of the user was added; undefined if there is none. */
async function firstOwnFactor(db: Db, userId: number): Promise<Date | undefined> {
  const passkeys = db.selectFrom('passkeys').select('created_at').where('user_id', '=', userId)
  const apps = db.selectFrom('totp_factors').select('created_at').where('user_id', '=', userId)
  const first = await passkeys.unionAll(apps).orderBy('created_at').limit(1).executeTakeFirst()
  return first?.created_at
}
