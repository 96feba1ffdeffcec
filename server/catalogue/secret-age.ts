import { sql } from 'kysely'
import { homeDays } from '../../contract/home-days.ts'
import { after, days } from '../shared/clock.ts'

/** SQL conditions on `module_secrets s`, for the count of HOME and the filter `secret_due` of the list of modules. */
export function oldSecrets(now: Date) {
  const old = after(now, -days(homeDays.secretOld))
  const unused = sql<boolean>`(s.last_used_at is null and s.created_at < ${after(now, -days(homeDays.secretUnused))})`
  return {
    /** Created a while ago and never used. */
    unused,
    /** Valid, and old or never used. */
    questionable: sql<boolean>`(s.retired_at is null and (s.created_at < ${old} or ${unused}))`,
  }
}
