import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { supports } from '../scope/scope.ts'
import { requireAccount } from '../scope/user-scope.ts'
import { holdsManagingProfile } from '../scope/administrators.ts'
import type { PasswordOwner } from './password-service.ts'

/** The user whose password the bearer may reset: in scope, active, not blocked, and with a password here (console.md §4). */
export async function resettableUser(
  db: Db,
  who: Principal,
  email: string,
): Promise<PasswordOwner> {
  const user = await requireAccount(db, who, { email })
  if (user.status !== 1 || user.suspended || user.federated) throw new Problem('user-not-active')
  return user
}

/**
 * Whether a reset leaves password and sessions as they are until the temporary password is used: where profile 3 resets an
 * account that manages a company or this console, which it must not be able to lock out (rulings §11).
 */
export async function keepsPassword(db: Db, who: Principal, userId: number): Promise<boolean> {
  return supports(who, 'reset-password') && (await holdsManagingProfile(db, userId))
}
