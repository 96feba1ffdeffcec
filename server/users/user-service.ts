import type { Principal } from '../pipeline/principal.ts'
import { requireFound } from '../pipeline/record.ts'
import type { Db } from '../database/database.ts'
import { domainOf } from '../federation/identity-providers.ts'
import { findProviderOfDomain } from '../federation/provider-queries.ts'
import { supportActions } from '../../contract/reader-profiles.ts'
import { keepsPassword } from '../passwords/reset-policy.ts'
import { supports } from '../scope/scope.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { findStateSince, findUser } from './user-queries.ts'

/** Dependencies of writes on users, besides the transaction. */
export interface UserParts {
  clock: Clock
  keyring: Keyring
}

/** Returns a user in the caller's scope. */
export async function readUser(db: Db, who: Principal, id: number, now: Date) {
  const found = requireFound(await findUser(db, who, id, now), 'user-not-found')
  const { suspended, updated_at, invited, waiting, password_expires_at, ...user } = found
  return {
    ...user,
    suspended: suspended ? (1 as const) : (0 as const),
    update_at: updated_at,
    accredit_id: user.company_id,
    support: supportActions.filter((action) => supports(who, action)),
    reset_keeps_password: await keepsPassword(db, who, id),
    own: id === who.userId,
    state_since: (await stateSince(db, who, { id, status: user.status, suspended })) ?? null,
    invitation: invited
      ? invitationOf(
          { waiting: Boolean(waiting), federated: user.federated, password_expires_at },
          now,
        )
      : null,
  }
}

/** Returns when a user was deleted or blocked, and who did it; undefined if the user is neither. */
function stateSince(
  db: Db,
  who: Principal,
  { id, status, suspended }: { id: number; status: 0 | 1; suspended: boolean },
) {
  if (status === 0) return findStateSince(db, who, { id, state: 'deleted' })
  return suspended ? findStateSince(db, who, { id, state: 'blocked' }) : undefined
}

interface Sent {
  waiting: boolean
  federated: boolean
  password_expires_at: Date | null
}

function invitationOf({ waiting, federated, password_expires_at: until }: Sent, now: Date) {
  if (waiting) return { state: 'waiting' as const, expires_at: null }
  // Federated users have no temporary password that could expire.
  if (federated) return { state: 'sent' as const, expires_at: null }
  const valid = until !== null && until > now
  return { state: valid ? ('sent' as const) : ('expired' as const), expires_at: until }
}

/** Returns whether users with an e-mail of this domain sign in at an identity provider (rulings §10). */
export async function isFederated(db: Db, email: string): Promise<boolean> {
  return (await findProviderOfDomain(db, domainOf(email))) !== undefined
}
