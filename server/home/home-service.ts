import { homeChangesMax } from '../../contract/home.ts'
import { recordKinds, screenKinds } from '../../contract/record-kinds.ts'
import { readStalledSince } from '../audit/sealing/log-state.ts'
import { slowedNetworks } from '../rate-limits/network-lock-queries.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { Db } from '../database/database.ts'
import { resolveValues } from '../shared/resolve-values.ts'
import { awaitsApproval } from '../recoveries/recovery-approval.ts'
import { undeliverableMessages } from '../outbox/message-queries.ts'
import { findSeatPressure } from '../plans/seat-pressure-queries.ts'
import { companyOf, scopeOn, scopeToInvite, writeScopeOf } from '../scope/scope.ts'
import { findChanges } from './change-queries.ts'
import { countOf } from './count-with-first.ts'
import { findDueRequests, findLateRequests } from './due-request-queries.ts'
import {
  findEndingDelegations,
  findEndingProfiles,
  findEndingTokens,
  findLastMasters,
  findOwnEnds,
} from './ending-queries.ts'
import { permissions, holds } from './home-policy.ts'
import { findWaitingRequests } from './waiting-request-queries.ts'
import { countSignIns } from './home-sign-in-queries.ts'
import {
  countWithoutAccess,
  countWithoutFactor,
  findUnansweredInvitations,
} from './people-queries.ts'
import { findRecoveriesToApprove } from './approval-queries.ts'
import { findQuestionableSecrets } from './secret-age-queries.ts'
import { findUnusedProfiles } from './unused-queries.ts'

/**
 * Reads the sections of HOME that the caller may act on, in the caller's scope. The sections are read in parallel, on
 * as many connections as a user may have (`database-order.ts`). So on a busy server the page waits for a processor a
 * few times instead of once per statement.
 */
export function readHome(
  db: Db,
  who: Principal,
  now: Date,
  { passwordMaxAgeDays }: { passwordMaxAgeDays: number },
) {
  // Each section uses the scope of the list that it links to, so that both count the same rows.
  const people = scopeOn(who, { screen: '/user-list' })
  const scopes = { people, invited: scopeToInvite(who), recovering: awaitsApproval(who, now) }
  const { userId } = who
  return resolveValues({
    own: findOwnEnds(db, userId, {
      now,
      passwordMaxAgeDays,
      firstStepsOf: permissions.onFirstSteps(who) ? companyOf(who) : undefined,
    }),
    delegations: permissions.onDelegations(who) ? findEndingDelegations(db, people, now) : null,
    tokens: permissions.onTokens(who) ? findEndingTokens(db, people, now) : null,
    ending_profiles: permissions.onProfiles(who) ? findEndingProfiles(db, people, now) : null,
    unused_profiles: permissions.onProfiles(who) ? findUnusedProfiles(db, scopes, now) : null,
    last_masters: permissions.onProfiles(who) ? findLastMasters(db, people, now) : null,
    access_requests: permissions.onAccessRequests(who) ? findWaitingRequests(db, who, now) : null,
    late_requests: permissions.onDataRequests(who) ? findLateRequests(db, now) : null,
    due_requests: permissions.onDataRequests(who) ? findDueRequests(db, now) : null,
    recoveries: permissions.onApprovals(who) ? findRecoveriesToApprove(db, who, now) : null,
    without_factor: permissions.onFactors(who) ? countWithoutFactor(db, scopes, who, now) : null,
    without_access: permissions.onPeople(who) ? countWithoutAccess(db, scopes, now) : null,
    invitations: permissions.onInvitations(who) ? findUnansweredInvitations(db, scopes, now) : null,
    seats: permissions.onSeats(who) ? findSeatPressure(db, people) : null,
    networks: permissions.onNetworks(who) ? countOf(db, slowedNetworks(now)) : null,
    messages: permissions.onMessages(who) ? countOf(db, undeliverableMessages) : null,
    audit_unsealed_since: permissions.onSealing(who) ? readStalledSince(db) : null,
    secrets: permissions.onSecrets(who) ? findQuestionableSecrets(db, now) : null,
    sign_ins: permissions.onSignIns(who) ? countSignIns(db, people, now) : null,
    changes: findChangesOn(db, who, now),
  })
}

/** Returns the last changes of the kinds whose list the caller may see, within the scope of that list. */
async function findChangesOn(db: Db, who: Principal, now: Date) {
  const visibleKinds = screenKinds.filter((kind) => holds(who, { screen: recordKinds[kind].form }))
  const byScope = Map.groupBy(
    visibleKinds,
    (kind) => scopeOn(who, { screen: recordKinds[kind].form }) === 'everything',
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
