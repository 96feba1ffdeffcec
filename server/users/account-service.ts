import { users } from '../../contract/users.ts'
import type { Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Write } from '../pipeline/record.ts'
import { findCompaniesOf } from '../companies/company-user-queries.ts'
import type { Db } from '../database/database.ts'
import { requireNotOutranked } from '../scope/account-rank.ts'
import { refuseDelegatedGrant } from '../scope/granting-scope.ts'
import { lockAccount, requireAccount } from '../scope/user-scope.ts'
import { blockAccounts, deleteAccounts, indispensableAmong } from './account-changes.ts'
import { invite } from './inviting.ts'
import { findInvitation, setActive } from './user-queries.ts'
import type { CreationParts } from './user-creation.ts'
import type { UserParts } from './user-service.ts'

/** Blocks or unblocks a user. Database triggers end sessions and pending sign-ins. */
export async function blockUser(
  { db, who, audit }: Write,
  { email, block }: { email: string; block: boolean },
  parts: UserParts,
) {
  const user = await lockAccount(db, who, { email })
  if (!user.active) throw new Problem('user-not-active')
  if (block) await requireRemovable(db, who, user.id)
  else refuseDelegatedGrant(who, users.userBlock)
  audit({
    target: `user:${user.id}`,
    before: { suspended: user.suspended },
    after: { suspended: block },
  })
  await blockAccounts(db, [user], block, parts)
  return {}
}

/** Soft-deletes a user. The assignments stay for a later activation; the delegations end. */
export async function deleteUser({ db, who, audit }: Write, email: string, parts: UserParts) {
  const user = await lockAccount(db, who, { email })
  if (!user.active) throw new Problem('user-not-active')
  await requireRemovable(db, who, user.id)
  for (const { auditDetails } of await deleteAccounts(db, who, [user], parts)) audit(auditDetails)
  return {}
}

/** Activates a deleted user. Throws unless all of the user's profiles get a seat (seat-grants in database/tables). */
export async function activateUser({ db, who, audit }: Write, id: number) {
  const user = await lockAccount(db, who, { id })
  if (user.active) throw new Problem('user-not-deleted')
  if (user.erased) throw new Problem('user-erased')
  await setActive(db, [id], true)
  audit({ target: `user:${id}`, before: { status: 0 }, after: { status: 1 } })
  return {}
}

/** Returns the account of a user. Throws unless its invitation may be resent. */
export async function requireInvited(db: Db, who: Principal, id: number) {
  const user = await requireAccount(db, who, { id })
  if (!user.active || user.suspended) throw new Problem('user-not-active')
  if (!(await findInvitation(db, id))) throw new Problem('user-already-entered')
  return user
}

/** Resends the invitation with a new temporary password. */
export async function inviteAgain(
  { db, who, audit }: Write,
  id: number,
  { keyring }: CreationParts,
) {
  const { email } = await requireInvited(db, who, id)
  // The mail may name all companies of the user, because the caller may manage the account as a whole.
  const companies = await findCompaniesOf(db, 'everything', id)
  await invite(db, keyring, { userId: id, to: email, companies: companies.map((one) => one.id) })
  audit({ target: `user:${id}` })
  return {}
}

/** Throws if the account outranks the caller, is the caller's own, or belongs to the last administrator. */
async function requireRemovable(db: Db, who: Principal, userId: number): Promise<void> {
  await requireNotOutranked(db, who, userId)
  const indispensable = await indispensableAmong(db, who, [userId])
  if (indispensable.length > 0) throw new Problem('account-indispensable')
}
