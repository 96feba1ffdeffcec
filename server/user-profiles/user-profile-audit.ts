import type { UserProfile } from '../../contract/user-profiles.ts'
import type { BulkAuditDetails } from '../audit/audit.ts'
import type { Assignment } from './user-profile-queries.ts'

interface Requested {
  taken: readonly UserProfile[]
  given: readonly UserProfile[]
}

/** The assignments that were actually removed and added. Those with another period are in both. */
interface Changes {
  removed: readonly Assignment[]
  added: readonly Assignment[]
  /** Ids of the delegations that ended with the removed assignments. */
  ended: readonly number[]
}

/**
 * Returns the audit details of a write (rulings §10). A write for one user has a single event. A write for several
 * users has an event with a part for each changed user.
 */
export function auditDetailsOf(
  requested: Requested,
  { removed, added, ended }: Changes,
): BulkAuditDetails {
  const [taken, given] = [byPerson(requested.taken), byPerson(requested.given)]
  const [removedOf, addedOf] = [byPerson(removed), byPerson(added)]
  const detailsOfUser = (userId: number, more = {}) => {
    const after = {
      ...(given.has(userId) && { user_profiles: rowsOf(addedOf.get(userId)) }),
      ...more,
    }
    return {
      target: `user:${userId}`,
      ...((taken.has(userId) || removedOf.has(userId)) && {
        before: { user_profiles: rowsOf(removedOf.get(userId)) },
      }),
      ...(Object.keys(after).length > 0 && { after }),
    }
  }
  const lost = ended.length > 0 && { delegations_ended: [...ended] }
  const [only, ...others] = new Set([...taken.keys(), ...given.keys()])
  if (only !== undefined && others.length === 0) return detailsOfUser(only, { ...lost })
  const changed = [...new Set([...removedOf.keys(), ...addedOf.keys()])]
  return {
    after: { user_id: changed, taken: removed.length, given: added.length, ...lost },
    parts: changed.map((userId) => ({ event: 'user-profile.changed', ...detailsOfUser(userId) })),
  }
}

const byPerson = <T extends UserProfile>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ user_id }) => user_id)

const rowsOf = (rows: readonly Assignment[] = []) =>
  rows.map(({ begin_date, end_date, reason, suspended_at, ...row }) => ({
    ...row,
    ...(begin_date && { begin_date: begin_date.toISOString() }),
    ...(end_date && { end_date: end_date.toISOString() }),
    ...(reason !== null && { reason }),
    ...(suspended_at && { suspended_at: suspended_at.toISOString() }),
  }))
