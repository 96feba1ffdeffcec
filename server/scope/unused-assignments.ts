import { type RawBuilder, sql } from 'kysely'
import { dayAfter, dayOf } from '../../contract/days.ts'
import { homeDays } from '../../contract/home-days.ts'

/** Last use of the row of `user_profiles up`; null if there is none. */
export const lastUse = sql<Date | null>`(select au.last_used_at from access_uses au where au.user_profile_id = up.id)`

/**
 * SQL condition on `user_profiles up`: it has granted access on each of the last 90 days, and was not used on any of
 * them. Uses `access_uses_unused_idx` (decision 103).
 */
export function isUnused(now: Date): RawBuilder<boolean> {
  const day = dayAfter(dayOf(now), -homeDays.profileUnused)
  return sql<boolean>`(exists (select from access_uses au where au.user_profile_id = up.id and au.unused_since <= ${day}::date)
    and (up.begin_at is null or (up.begin_at at time zone 'America/Sao_Paulo')::date <= ${day}::date)
    and (up.end_at is null or up.end_at > ${now}) and up.suspended_at is null)`
}
