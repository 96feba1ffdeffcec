import { changedKind, changeScreens } from '../../contract/home-changes.ts'
import { slowedNetworks } from '../attempts/network-lock-queries.ts'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { troubledMessages } from '../messages/message-queries.ts'
import { scopeOf } from '../scope/scope.ts'
import { findChanges } from './change-queries.ts'
import { countOf } from './count-with-first.ts'
import { findDueRequests, findLateRequests } from './due-request-queries.ts'
import { findEndingDelegations, findEndingTokens, findOwnEnds } from './ending-queries.ts'
import { acts, holds } from './home-policy.ts'
import { findSeatPressure } from './home-seat-queries.ts'
import { countSignIns } from './home-sign-in-queries.ts'
import { countWithoutAccess, findUnansweredInvitations } from './people-queries.ts'
import { findWorrisomeSecrets } from './secret-age-queries.ts'

/**
 * What needs somebody, of what they may act on. Each part is one statement, of their scope; one after the other, so that a
 * page that everybody opens first takes one connection of the pool at a time.
 */
export async function readHome(
  db: Db,
  who: Principal,
  now: Date,
  { passwordMaxAgeDays }: { passwordMaxAgeDays: number },
) {
  const scope = scopeOf(who)
  const { userId } = who
  const kinds = changedKind.options.filter((kind) => holds(who, { screen: changeScreens[kind] }))
  return {
    own: await findOwnEnds(db, userId, { now, passwordMaxAgeDays }),
    delegations: acts.onDelegations(who) ? await findEndingDelegations(db, scope, now) : null,
    tokens: acts.onTokens(who) ? await findEndingTokens(db, scope, now) : null,
    late_requests: acts.onDataRequests(who) ? await findLateRequests(db, now) : null,
    due_requests: acts.onDataRequests(who) ? await findDueRequests(db, now) : null,
    without_access: acts.onPeople(who) ? await countWithoutAccess(db, scope, now) : null,
    invitations: acts.onInvitations(who) ? await findUnansweredInvitations(db, scope, now) : null,
    seats: acts.onSeats(who) ? await findSeatPressure(db, scope) : null,
    networks: acts.onNetworks(who) ? await countOf(db, slowedNetworks(now)) : null,
    messages: acts.onMessages(who) ? await countOf(db, troubledMessages) : null,
    secrets: acts.onSecrets(who) ? await findWorrisomeSecrets(db, now) : null,
    sign_ins: acts.onSignIns(who) ? await countSignIns(db, scope, now) : null,
    changes: await findChanges(db, scope, { userId, kinds, now }),
  }
}
