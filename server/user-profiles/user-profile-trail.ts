import type { UserProfile } from '../../contract/user-profiles.ts'
import type { AuditDetails } from '../audit/audit.ts'

interface Asked {
  taken: readonly UserProfile[]
  given: readonly UserProfile[]
}

/** What came of it: what was held and is no more, and what wasn't and is now. */
interface Done {
  gone: readonly UserProfile[]
  come: readonly UserProfile[]
  /** Delegations that ended with what is gone, by id. */
  ended: readonly number[]
}

/**
 * What the trail says of a write: for one person all of it in its event, for many an event beneath it for each for whom
 * something changed (rulings §10).
 */
export function trailOf(asked: Asked, { gone, come, ended }: Done): AuditDetails {
  const [taken, given] = [byPerson(asked.taken), byPerson(asked.given)]
  const [goneOf, comeOf] = [byPerson(gone), byPerson(come)]
  const toldOf = (userId: number, more = {}) => {
    const after = {
      ...(given.has(userId) && { user_profiles: rowsOf(comeOf.get(userId)) }),
      ...more,
    }
    return {
      target: `user:${userId}`,
      ...(taken.has(userId) && { before: { user_profiles: rowsOf(goneOf.get(userId)) } }),
      ...(Object.keys(after).length > 0 && { after }),
    }
  }
  const lost = ended.length > 0 && { delegations_ended: [...ended] }
  const [only, ...others] = new Set([...taken.keys(), ...given.keys()])
  if (only !== undefined && others.length === 0) return toldOf(only, { ...lost })
  const changed = [...new Set([...goneOf.keys(), ...comeOf.keys()])]
  return {
    after: { user_id: changed, taken: gone.length, given: come.length, ...lost },
    parts: changed.map((userId) => ({ event: 'user-profile.changed', ...toldOf(userId) })),
  }
}

const byPerson = (rows: readonly UserProfile[]) => Map.groupBy(rows, ({ user_id }) => user_id)

const rowsOf = (rows: readonly UserProfile[] = []) =>
  rows.map(({ user_id, profile_id, company_id, spid }) => ({
    user_id,
    profile_id,
    company_id,
    spid,
  }))
