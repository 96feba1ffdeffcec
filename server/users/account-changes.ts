import type { JsonValue } from '../../database/database-types.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { blockedNotice } from '../outbox/security-notices.ts'
import {
  administratorsWithout,
  isAdministratorAmong,
  lockAdministrators,
} from '../scope/administrators.ts'
import type { lockAccounts } from '../scope/user-scope.ts'
import { closeDelegationsOf, setActive, setSuspended } from './user-queries.ts'
import type { UserParts } from './user-service.ts'

/** An account, locked until the transaction ends. */
export type Account = Awaited<ReturnType<typeof lockAccounts>>[number]

/** An account changed by a write, with its audit details. */
export interface AccountChange {
  id: number
  auditDetails: { target: string; before: JsonValue; after: JsonValue }
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/**
 * Blocks or unblocks those accounts that are not yet in that state. Returns one audit record for each changed account.
 */
export async function blockAccounts(
  db: Db,
  accounts: readonly Account[],
  block: boolean,
  { keyring }: UserParts,
): Promise<AccountChange[]> {
  const changed = accounts.filter(({ suspended }) => suspended !== block)
  if (changed.length === 0) return []
  await setSuspended(db, idsOf(changed), block)
  if (block) await enqueueBulk(db, keyring, { messages: changed.map(blockedNotice) })
  return changed.map(({ id, suspended }) => ({
    id,
    auditDetails: { target: `user:${id}`, before: { suspended }, after: { suspended: block } },
  }))
}

/** Soft-deletes the accounts and returns one audit record for each. */
export async function deleteAccounts(
  db: Db,
  who: Principal,
  accounts: readonly Account[],
  { clock }: UserParts,
): Promise<AccountChange[]> {
  await setActive(db, idsOf(accounts), false)
  const by = { by: who.userId, now: clock.now() }
  const ended = await closeDelegationsOf(db, idsOf(accounts), by)
  return accounts.map(({ id }) => ({
    id,
    auditDetails: {
      target: `user:${id}`,
      before: { status: 1 },
      after: { status: 0, delegations_ended: idsOf(ended.get(id) ?? []) },
    },
  }))
}

/**
 * Returns those of these accounts that must stay usable (rulings §10): the caller's own account, or else all
 * administrators among them if no other administrator could sign in. Only if there is an administrator among them,
 * waits for concurrent removals of administrators.
 */
export async function indispensableAmong(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<readonly number[]> {
  if (userIds.includes(who.userId)) return [who.userId]
  if (!(await isAdministratorAmong(db, userIds))) return []
  await lockAdministrators(db)
  const { userIds: losing, remains } = await administratorsWithout(db, { userIds })
  return remains ? [] : losing
}
