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
}

/**
 * What the trail says of a write: for one person all of it in its event, for many an event beneath it for each for whom
 * something changed (rulings §10).
 */
export function trailOf(asked: Asked, { gone, come }: Done): AuditDetails {
  const [taken, given] = [byPerson(asked.taken), byPerson(asked.given)]
  const [goneOf, comeOf] = [byPerson(gone), byPerson(come)]
  const toldOf = (userId: number) => ({
    target: `user:${userId}`,
    ...(taken.has(userId) && { before: { user_profiles: rowsOf(goneOf.get(userId)) } }),
    ...(given.has(userId) && { after: { user_profiles: rowsOf(comeOf.get(userId)) } }),
  })
  const [only, ...others] = new Set([...taken.keys(), ...given.keys()])
  if (only !== undefined && others.length === 0) return toldOf(only)
  const changed = [...new Set([...goneOf.keys(), ...comeOf.keys()])]
  return {
    after: { user_id: changed, taken: gone.length, given: come.length },
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
