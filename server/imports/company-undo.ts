import { sql } from 'kysely'
import type { UndoRules } from './import-rules.ts'

interface SpidOf {
  spid: string
}

/** Returns the SPIDs that an import added to an existing company. */
function addedTo({ before, after }: { before: object; after: object }): string[] {
  const held = new Set(spidsOf(before))
  return spidsOf(after).filter((spid) => !held.has(spid))
}

function spidsOf(company: object): string[] {
  const { spids } = company as { spids: SpidOf[] }
  return spids.map(({ spid }) => spid)
}

/** Undoes an import of companies. */
export const undoCompanies: UndoRules = {
  async lock(db, ids) {
    const { rows } = await sql<{ id: number; version: number }>`
      select id, version from companies where id = any (${ids}::integer[]) order by id for update`.execute(
      db,
    )
    return new Map(rows.map(({ id, version }) => [id, version]))
  },
  /**
   * Finds created companies that users are linked to: the DELETE would delete the links too (cascade). For other
   * references the DELETE fails.
   */
  async findUsed(db, applied) {
    const made = applied.filter(({ before }) => !before).map(({ after }) => after.id)
    const { rows } = await sql<{ id: number }>`
      select distinct company_id as id from user_companies where company_id = any (${made}::integer[])`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  },
  async restore(db, applied) {
    const added = applied.flatMap((each) =>
      addedTo(each).map((spid) => ({ id: each.after.id, spid })),
    )
    await sql`delete from spids using unnest(${added.map(({ id }) => id)}::integer[], ${added.map(({ spid }) => spid)}::text[]) as gone(id, spid)
      where spids.company_id = gone.id and spids.spid = gone.spid`.execute(db)
    const { rows } = await sql<{ id: number; version: number }>`
      update companies set name = old.name, email = old.email
      from jsonb_to_recordset(${JSON.stringify(applied.map(({ before }) => before))}::jsonb) as old(id integer, name text, email text)
      where companies.id = old.id returning companies.id, companies.version`.execute(db)
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    return applied.map(({ before }) => {
      const version = versions.get(before.id)
      if (version === undefined) throw new Error(`Locked company ${before.id} not found.`)
      return { ...before, version }
    })
  },
  async remove(db, ids) {
    await sql`delete from companies where id = any (${ids}::integer[])`.execute(db)
  },
}
