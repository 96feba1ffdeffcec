import { sql } from 'kysely'
import { administratorProfileId } from '../../contract/constants.ts'
import type { Db } from '../database/database.ts'
import { after, days } from '../shared/clock.ts'
import { type ChangedPeriod, changedPeriodOf } from './user-profile-queries.ts'

/** Time after which a suspended assignment ends and its seat is free (rulings §11). */
const suspensionTime = days(30)

/**
 * Suspends assignments: they grant no access, and end after 30 days at the latest. Skips those that have ended, that are
 * already suspended, and those of the administrator profile. Returns the suspended ones, with their ends before and
 * after.
 */
export async function suspendAssignments(
  db: Db,
  ids: readonly number[],
  now: Date,
): Promise<ChangedPeriod[]> {
  const columns = sql`user_id, profile_id, company_id, spid, begin_at as begin_date, end_at as end_date, reason, suspended_at`
  const { rows } = await sql<ChangedPeriod>`
    with held as (
      select id, ${columns} from user_profiles
      where id = any (${[...ids]}::integer[]) and suspended_at is null and (end_at is null or end_at > ${now})
        and profile_id <> ${administratorProfileId}
      order by id for update),
    suspended as (
      update user_profiles up set suspended_at = ${now}, end_before_suspension = up.end_at,
        end_at = least(up.end_at, ${after(now, suspensionTime)}::timestamptz)
      from held where up.id = held.id returning up.*)
    select to_jsonb(held) as before, to_jsonb(changed) as after
    from held join (select id, ${columns} from suspended) changed using (id) order by id`.execute(
    db,
  )
  return rows.map(changedPeriodOf)
}
