import { type RawBuilder, sql } from 'kysely'
import { lockKeys } from '../../database/lock-keys.ts'
import { administratorProfileId, consoleModuleId } from '../../contract/constants.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'

/** A change of the number of seats that existing grants give. 0 removes the grants. */
export type SeatChange = { seats: number } & (
  | { planId: number; moduleId?: number | undefined; companyIds?: readonly number[] | undefined }
  | { loosePlanId: number }
)

/** A change of the grants of one plan, or of one or several loose plans. */
export type SeatChanges = SeatChange | { seats: number; loosePlanIds: readonly number[] }

/** Condition: the change concerns this grant. For statements that read `seat_grants` as `sg`. */
function isChanged(change: SeatChanges): RawBuilder<boolean> {
  if ('loosePlanId' in change) return sql<boolean>`sg.loose_plan_id = ${change.loosePlanId}`
  if ('loosePlanIds' in change)
    return sql<boolean>`sg.loose_plan_id = any (${change.loosePlanIds}::integer[])`
  const { planId, moduleId, companyIds } = change
  const ofModule = moduleId === undefined ? sql`true` : sql`sg.module_id = ${moduleId}`
  const ofCompany = companyIds
    ? sql`sg.company_id = any (${[...companyIds]}::integer[])`
    : sql`true`
  return sql<boolean>`(sg.plan_id = ${planId} and ${ofModule} and ${ofCompany})`
}

/** Selects the seats that each company and module loses. Used by the preview and by the check before the write. */
export function seatsLost(change: SeatChanges): RawBuilder<unknown> {
  return sql`(select sg.company_id, sg.module_id, sum(sg.seats - ${change.seats}::integer)::integer as fewer
    from seat_grants sg where ${isChanged(change)} group by sg.company_id, sg.module_id)`
}

/**
 * Throws if the change takes this console from a company with administrators, who could then not sign in to undo it
 * (rulings §10). Runs one change at a time, because each of two concurrent changes could rely on the plan that the
 * other one removes.
 */
export async function requireConsoleKept(db: Db, change: SeatChanges): Promise<void> {
  const ofConsole = sql`${seatsLost(change)} as lost where lost.module_id = ${consoleModuleId}`
  const { rows: concerned } = await sql`select from ${ofConsole} limit 1`.execute(db)
  if (!concerned.length) return
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKeys.consoleTaken)})`.execute(db)
  const { rows: locked } = await sql`
    with administered as (
      select distinct up.company_id from user_profiles up
      join users u on u.id = up.user_id and u.active
      join companies c on c.id = up.company_id and c.active
      where up.profile_id = ${administratorProfileId})
    select from ${ofConsole}
      and exists (select from administered a where a.company_id = lost.company_id
        and seat_limit(a.company_id, ${consoleModuleId}) <= lost.fewer)
    limit 1`.execute(db)
  if (locked.length) throw new Problem('plan-of-console')
}
