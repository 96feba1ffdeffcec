import type { JsonValue } from '../../database/database-types.ts'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { blockedNotice } from '../outbox/security-notices.ts'
import {
  administratorsWithout,
  isAdministratorAmong,
  takeTurnAtAdministrators,
} from '../scope/administrators.ts'
import type { lockAccounts } from '../scope/user-scope.ts'
import { closeDelegationsOf, setStatus, setSuspended } from './user-queries.ts'
import type { UserParts } from './user-service.ts'

/** Accounts that a write keeps as they are until its transaction ends. */
export type Account = Awaited<ReturnType<typeof lockAccounts>>[number]

/** What was done to one of them, and how the trail tells it. */
export interface AccountChange {
  id: number
  told: { target: string; before: JsonValue; after: JsonValue }
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

/** Blocks or unblocks those who aren't so already; answers them, as the trail tells them. */
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
    told: { target: `user:${id}`, before: { suspended }, after: { suspended: block } },
  }))
}

/** Deletes; answers whom, as the trail tells them. */
export async function deleteAccounts(
  db: Db,
  who: Principal,
  accounts: readonly Account[],
  { clock }: UserParts,
): Promise<AccountChange[]> {
  await setStatus(db, idsOf(accounts), 0)
  const by = { by: who.userId, now: clock.now() }
  const ended = await closeDelegationsOf(db, idsOf(accounts), by)
  return accounts.map(({ id }) => ({
    id,
    told: {
      target: `user:${id}`,
      before: { status: 1 },
      after: { status: 0, delegations_ended: idsOf(ended.get(id) ?? []) },
    },
  }))
}

/**
 * Those of these people who may not be kept out, for nobody can lock the house (rulings §10): oneself, and administrators
 * without whom there would be none who can enter. Only who takes an administrator away waits for others who do.
 */
export async function indispensableAmong(
  db: Db,
  who: Principal,
  userIds: readonly number[],
): Promise<readonly number[]> {
  if (userIds.includes(who.userId)) return [who.userId]
  if (!(await isAdministratorAmong(db, userIds))) return []
  await takeTurnAtAdministrators(db)
  const { userIds: losing, kept } = await administratorsWithout(db, { userIds })
  return kept ? [] : losing
}
