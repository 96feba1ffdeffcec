import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { supports } from '../scope/scope.ts'
import { lockAccount, requireAccount } from '../scope/user-scope.ts'
import { holdsManagingProfile } from '../scope/administrators.ts'
import type { PasswordOwner } from './password-service.ts'

/**
 * Returns the user whose password the caller may reset: in scope, active, not blocked and not federated (console.md
 * §4). With `lock`, locks the user, so that the e-mail cannot change before the temporary password is mailed to it.
 */
export async function resettableUser(
  db: Db,
  who: Principal,
  email: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<PasswordOwner> {
  const user = await (lock ? lockAccount : requireAccount)(db, who, { email })
  if (!user.active || user.suspended || user.federated) throw new Problem('user-not-active')
  return user
}

/**
 * Whether a reset keeps the password and the sessions until the temporary password is used. True if profile 3 resets an
 * account that manages a company or this console, because profile 3 must not be able to lock out the user of such an
 * account (rulings §11).
 */
export async function keepsPassword(db: Db, who: Principal, userId: number): Promise<boolean> {
  return supports(who, 'reset-password') && (await holdsManagingProfile(db, userId))
}
