import { sql } from 'kysely'
import { requireConsoleKept } from '../plans/seat-change.ts'
import type { AppliedRow, UndoRules } from './import-rules.ts'

/** Returns the ids of the plans that the import created or activated. An undo removes all seats of these plans. */
const activatedBy = (applied: readonly AppliedRow[]): number[] =>
  applied.filter(({ before }) => before?.['active'] !== true).map(({ after }) => after.id)

/** Undoes an import of loose plans. */
export const undoLoosePlans: UndoRules = {
  async lock(db, ids) {
    const { rows } = await sql<{ id: number; version: number }>`
      select id, version from loose_plans where id = any (${ids}::integer[]) order by id for update`.execute(
      db,
    )
    return new Map(rows.map(({ id, version }) => [id, version]))
  },
  /**
   * Finds plans that are in use and whose module no other plan grants to the company. Removing them would end access
   * without a confirmation.
   */
  async findUsed(db, applied) {
    const ids = activatedBy(applied)
    await requireConsoleKept(db, { loosePlanIds: ids, seats: 0 })
    // Waits for concurrent assignments to these seats (`take_seat_turns`).
    await sql`select take_seat_turns(array_agg(company_id), array_agg(module_id))
      from loose_plans where id = any (${ids}::integer[])`.execute(db)
    const { rows } = await sql<{ id: number }>`
      select lp.id from loose_plans lp
      where lp.id = any (${ids}::integer[]) and lp.active
        and not exists (select from seat_grants g where g.company_id = lp.company_id and g.module_id = lp.module_id
          and g.loose_plan_id is distinct from lp.id)
        and exists (select from seat_holders h where h.company_id = lp.company_id and h.module_id = lp.module_id)`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },
  async restore(db, applied) {
    const { rows } = await sql<{ id: number; version: number }>`
      update loose_plans set seat_limit = old.seat_limit, active = old.active
      from jsonb_to_recordset(${JSON.stringify(applied.map(({ before }) => before))}::jsonb) as old(id integer, seat_limit integer, active boolean)
      where loose_plans.id = old.id returning loose_plans.id, loose_plans.version`.execute(db)
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    return applied.map(({ before }) => {
      const version = versions.get(before.id)
      if (version === undefined) throw new Error(`Locked loose plan ${before.id} not found.`)
      return { ...before, version }
    })
  },
  async remove(db, ids) {
    await sql`delete from loose_plans where id = any (${ids}::integer[])`.execute(db)
  },
}
