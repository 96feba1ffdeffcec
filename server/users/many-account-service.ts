import type { BodyOf } from '../../contract/endpoint.ts'
import { manyUsers } from '../../contract/many-users.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { BulkWrite } from '../pipeline/record.ts'
import { refuseItems } from '../pipeline/refused-items.ts'
import { findOutranking } from '../scope/account-rank.ts'
import { refuseDelegatedGrant } from '../scope/granting-scope.ts'
import { lockAccounts } from '../scope/user-scope.ts'
import {
  type Account,
  type AccountChange,
  blockAccounts,
  deleteAccounts,
  indispensableAmong,
} from './account-changes.ts'
import type { UserParts } from './user-service.ts'

/** Blocks or unblocks all of the users, or none. */
export async function blockUsers(
  write: BulkWrite,
  { user_id, block }: BodyOf<typeof manyUsers.userBlockMany>,
  parts: UserParts,
) {
  if (!block) refuseDelegatedGrant(write.who, manyUsers.userBlockMany)
  const accounts = await requireAll(write, user_id, { removesAccess: block })
  const changes = await blockAccounts(write.db, accounts, block, parts)
  return auditChanges(write, 'user.block-changed', changes)
}

/** Deletes all of the users, or none. */
export async function deleteUsers(
  write: BulkWrite,
  { user_id }: BodyOf<typeof manyUsers.userDeleteMany>,
  parts: UserParts,
) {
  const accounts = await requireAll(write, user_id, { removesAccess: true })
  const changes = await deleteAccounts(write.db, write.who, accounts, parts)
  return auditChanges(write, 'user.deleted', changes)
}

/** Records the write as one audit event with a part for each changed user. */
function auditChanges({ audit }: BulkWrite, event: string, changes: readonly AccountChange[]) {
  const user_id = changes.map(({ id }) => id)
  audit({
    after: { user_id },
    parts: changes.map(({ auditDetails }) => ({ event, ...auditDetails })),
  })
  return { user_id }
}

/** Locks all named accounts until the transaction ends. Throws if one of them can't be changed. */
async function requireAll(
  { db, who }: BulkWrite,
  userIds: readonly number[],
  { removesAccess }: { removesAccess: boolean },
): Promise<Account[]> {
  const accounts = await lockAccounts(db, who, userIds)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  refuseAccounts(userIds, (id) => refusalToChange(byId.get(id)))
  if (!removesAccess) return accounts
  const outranking = await findOutranking(db, who, userIds)
  refuseAccounts(userIds, (id) => (outranking.has(id) ? 'account-beyond-own' : undefined))
  const indispensable = new Set(await indispensableAmong(db, who, userIds))
  refuseAccounts(userIds, (id) => (indispensable.has(id) ? 'account-indispensable' : undefined))
  return accounts
}

/** Returns the first reason why an account can't be changed; 'not found' for an account out of scope. */
export function refusalToChange(account: Account | undefined): ProblemCode | undefined {
  if (!account) return 'user-not-found'
  if (!account.account_wide) return 'user-of-other-companies'
  return account.active ? undefined : 'user-not-active'
}

/** Throws if any user is refused. The problem names all refused users. */
export function refuseAccounts(
  userIds: readonly number[],
  reasonOf: (id: number) => ProblemCode | undefined,
): void {
  refuseItems(
    userIds.flatMap((id, place) => {
      const code = reasonOf(id)
      return code ? [{ code, name: `user_id.${place}` }] : []
    }),
  )
}
