import { homeChangesMax } from '../../contract/home.ts'
import { changedKind, changeScreens } from '../../contract/home-changes.ts'
import { supportScreen } from '../../contract/reader-profiles.ts'
import { slowedNetworks } from '../attempts/network-lock-queries.ts'
import type { Principal } from '../binder/principal.ts'
import type { Db } from '../database/database.ts'
import { troubledMessages } from '../messages/message-queries.ts'
import { scopeOn, supports, writeScopeOf } from '../scope/scope.ts'
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
  // What the bearer acts on; what only informs is of the rows that its list shows them.
  const scope = writeScopeOf(who)
  const people = scopeOn(who, { screen: '/user-list' })
  const { userId } = who
  return {
    own: await findOwnEnds(db, userId, { now, passwordMaxAgeDays }),
    delegations: acts.onDelegations(who) ? await findEndingDelegations(db, scope, now) : null,
    tokens: acts.onTokens(who) ? await findEndingTokens(db, scope, now) : null,
    late_requests: acts.onDataRequests(who) ? await findLateRequests(db, now) : null,
    due_requests: acts.onDataRequests(who) ? await findDueRequests(db, now) : null,
    without_access: acts.onPeople(who) ? await countWithoutAccess(db, scope, now) : null,
    invitations: acts.onInvitations(who)
      ? await findUnansweredInvitations(db, scopeToInvite(who), now)
      : null,
    seats: acts.onSeats(who) ? await findSeatPressure(db, people) : null,
    networks: acts.onNetworks(who) ? await countOf(db, slowedNetworks(now)) : null,
    messages: acts.onMessages(who) ? await countOf(db, troubledMessages) : null,
    secrets: acts.onSecrets(who) ? await findWorrisomeSecrets(db, now) : null,
    sign_ins: acts.onSignIns(who) ? await countSignIns(db, people, now) : null,
    changes: await findChangesOn(db, who, now),
  }
}

/** Those whose invitation the bearer may send again: profile 3 sends it for every company. */
const scopeToInvite = (who: Principal) =>
  supports(who, 'reset-password')
    ? scopeOn(who, { screen: supportScreen, action: 'reset-password' })
    : writeScopeOf(who)

/** The last changes, each of a record whose list the bearer holds, among the rows that this list shows. */
async function findChangesOn(db: Db, who: Principal, now: Date) {
  const held = changedKind.options.filter((kind) => holds(who, { screen: changeScreens[kind] }))
  const byScope = Map.groupBy(
    held,
    (kind) => scopeOn(who, { screen: changeScreens[kind] }) === 'everything',
  )
  const changes = []
  for (const [all, kinds] of byScope) {
    const scope = all ? 'everything' : writeScopeOf(who)
    changes.push(...(await findChanges(db, scope, { userId: who.userId, kinds, now })))
  }
  return changes
    .toSorted((one, other) => other.happened_at.getTime() - one.happened_at.getTime())
    .slice(0, homeChangesMax)
}
