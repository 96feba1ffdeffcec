import { type RawBuilder, sql } from 'kysely'
import { recoveries, type RecoveryKind } from '../../contract/recoveries.ts'
import type { Principal } from '../pipeline/principal.ts'
import type { ProblemCode } from '../../contract/problems.ts'
import type { Db } from '../database/database.ts'
import { isChangingEmail } from '../email-changes/pending-change.ts'
import { outranks } from '../scope/account-rank.ts'
import { withAssignedGrants } from '../scope/granting-scope.ts'
import { writeScopeOf } from '../scope/scope.ts'
import { accountInScope, userInScope } from '../scope/user-scope.ts'
import { isPendingRecovery } from './recovery-queries.ts'

/**
 * Who approves a recovery: a caller with the rights that count, or the user, who must prove an own factor
 * (`requireProof`). Undefined for a caller who may approve none.
 */
export type Approver = Principal | 'user' | undefined

/**
 * Returns the caller as the guard admits it to the approval of another user's recovery: with its assigned rights only.
 * Undefined if the guard refuses it, as it does programs.
 */
export function approverOf(who: Principal): Principal | undefined {
  return who.session && withAssignedGrants(who, recoveries.recoveryApproveOfUser)
}

/** SQL on `users`: the problem with which this approver is refused for this user; null if there is none. */
function userRefusal(approver: Approver): RawBuilder<ProblemCode | null> {
  if (approver === 'user') return sql`null`
  if (!approver) return sql`'forbidden'`
  return sql`case
    when not ${userInScope(writeScopeOf(approver))} then 'user-not-found'
    when not ${accountInScope(writeScopeOf(approver))} then 'user-of-other-companies'
    when users.id = ${approver.userId} then 'user-is-oneself'
    when not users.active or users.suspended then 'user-not-active'
    when ${outranks(approver)} then 'account-beyond-own' end`
}

/** SQL on `users`: the problem that prevents every approval of a recovery of this user now; null if there is none. */
const accountRefusal = (now: Date): RawBuilder<ProblemCode | null> => sql`case
    when users.recovery_frozen_until > ${now} then 'recovery-frozen'
    when ${isChangingEmail(now)}
      then 'email-change-pending' end`

/**
 * SQL on a pending recovery, or none: the problem with which its approval is refused; null if it is not. One that has
 * already taken effect needs no approval any more.
 */
function recoveryRefusal(approver: Approver, now: Date): RawBuilder<ProblemCode | null> {
  const own =
    typeof approver === 'object'
      ? sql`when recoveries.started_by = ${approver.userId} then 'recovery-own'`
      : sql``
  return sql`case when recoveries.id is null or recoveries.approved_at is not null or recoveries.waits_until <= ${now} then 'not-found' ${own} end`
}

/**
 * SQL on a pending recovery and its user in `users`: the problem with which this approver's approval is refused, or
 * null. The only rule about who approves (decision 96): the approval, the lists and HOME use it.
 */
export const approvalRefusal = (approver: Approver, now: Date) =>
  sql<ProblemCode | null>`coalesce(${userRefusal(approver)}, ${recoveryRefusal(approver, now)}, ${accountRefusal(now)})`

/** SQL condition on `users`: the user has a recovery that the caller may approve now. */
export function awaitsApproval(who: Principal, now: Date): RawBuilder<boolean> {
  const approver = approverOf(who)
  if (!approver) return sql<boolean>`false`
  // The conditions on the user are outside the subquery, so that the planner can begin with the few recoveries.
  return sql<boolean>`(exists (select from recoveries where recoveries.user_id = users.id and ${isPendingRecovery(now)}
    and ${recoveryRefusal(approver, now)} is null)
    and coalesce(${userRefusal(approver)}, ${accountRefusal(now)}) is null)`
}

/**
 * Returns the kind of a pending recovery, and the problem with which its approval is refused. A recovery that does not
 * exist is refused with `not-found`.
 */
export function findToApprove(
  db: Db,
  { userId, id, approver }: { userId: number; id: number; approver: Approver },
  now: Date,
) {
  return db
    .selectFrom('users')
    .leftJoin('recoveries', (join) =>
      join
        .onRef('recoveries.user_id', '=', 'users.id')
        .on('recoveries.id', '=', id)
        .on(isPendingRecovery(now)),
    )
    .select(['recoveries.kind', approvalRefusal(approver, now).as('refusal')])
    .$narrowType<{ kind: RecoveryKind | null }>()
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
}
