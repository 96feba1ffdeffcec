import type { BodyOf } from '../../contract/endpoint.ts'
import type { manyUsers } from '../../contract/many-users.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { BulkWrite } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { enqueueBulk } from '../outbox/bulk-mail.ts'
import { dropFirstAccess } from '../outbox/outbox-queries.ts'
import type { RateLimiter } from '../rate-limits/rate-limiter.ts'
import { findAccounts, lockAccounts } from '../scope/user-scope.ts'
import type { Account } from './account-changes.ts'
import { invitingWords } from './inviting.ts'
import { refusalToChange, refuseAccounts } from './many-account-service.ts'
import { findCompanyNamesOf, findInvitedAmong } from './user-queries.ts'
import type { UserParts } from './user-service.ts'

type Body = BodyOf<typeof manyUsers.userInviteMany>

/**
 * Counts the invitations for the sender and for each recipient, and returns the addresses within the limit. Called
 * before the transaction, because rate limits are counted on another connection. Refused users are not counted.
 */
export async function countInvitations(
  { db, who }: { db: Db; who: Principal },
  { user_id }: Body,
  rateLimiter: RateLimiter,
): Promise<ReadonlySet<string>> {
  const accounts = await findAccounts(db, who, user_id)
  refuseUninvitable(user_id, accounts)
  const invited = await findInvitedAmong(db, user_id)
  const emails = accounts.filter(({ id }) => invited.has(id)).map(({ email }) => email)
  if (emails.length === 0) return new Set()
  await rateLimiter.consumeForInviter(who.userId, emails.length)
  return rateLimiter.consumeForInvitees(emails)
}

/**
 * Sends the invitations again, as bulk mail. Skips users who have signed in, and those who are not among `withinLimit`.
 * Refuses all if one of them is not found, belongs to other companies too, or is not active.
 */
export async function inviteMany(
  { db, who, audit }: BulkWrite,
  { user_id }: Body,
  { withinLimit, keyring }: Pick<UserParts, 'keyring'> & { withinLimit: ReadonlySet<string> },
) {
  const accounts = await lockAccounts(db, who, user_id)
  refuseUninvitable(user_id, accounts)
  const invited = await findInvitedAmong(db, user_id)
  const waiting = accounts.filter(({ id }) => invited.has(id))
  const mailed = waiting.filter(({ email }) => withinLimit.has(email))
  const ids = mailed.map(({ id }) => id)
  if (ids.length > 0) {
    const companies = await findCompanyNamesOf(db, ids)
    await dropFirstAccess(db, ids)
    const invitations = mailed.map(({ id, email }) => ({
      userId: id,
      to: email,
      inviting: invitingWords(companies.get(id) ?? []),
    }))
    await enqueueBulk(db, keyring, { invitations })
  }
  const skipped = accounts
    .filter(({ id }) => !ids.includes(id))
    .map(({ id }) => ({
      user_id: id,
      reason: invited.has(id) ? ('limit' as const) : ('entered' as const),
    }))
  audit({
    after: { user_id: ids },
    parts: ids.map((id) => ({ event: 'user.invited', target: `user:${id}` })),
  })
  return { user_id: ids, skipped }
}

function refuseUninvitable(userIds: readonly number[], accounts: readonly Account[]): void {
  const byId = new Map(accounts.map((account) => [account.id, account]))
  refuseAccounts(userIds, (id) => {
    const account = byId.get(id)
    return refusalToChange(account) ?? (account?.suspended ? 'user-not-active' : undefined)
  })
}
