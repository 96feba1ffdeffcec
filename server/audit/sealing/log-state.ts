import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** Delays of the log in seconds. A delay is 0 if nothing is waiting. */
export interface LogState {
  /** Age of the oldest unsealed event. */
  unsealed: number
  /** Age of the oldest head that is not stored externally. */
  unkept: number
}

/** Reads the delays from the database, so that every process reports the same. */
export async function readLogState(db: Db): Promise<LogState> {
  const { rows } = await sql<LogState>`
    select
      coalesce((select extract(epoch from clock_timestamp() - e.happened_at)
        from audit_pending p join audit_entries e using (seq) order by p.xid, p.seq limit 1), 0)::float8 as unsealed,
      coalesce((select extract(epoch from clock_timestamp() - sealed_at) from audit_checkpoints
        where size > coalesce((select size from audit_keeping), 0) order by size limit 1), 0)::float8 as unkept`.execute(
    db,
  )
  const [state] = rows
  if (!state) throw new Error('The log state query returned no row.')
  return state
}

/** Stores the size of the newest head that was sent to the external destination. */
export async function saveKept(db: Db, size: number): Promise<void> {
  await sql`insert into audit_keeping (size, kept_at) values (${size}, clock_timestamp())
    on conflict ((true)) do update set size = excluded.size, kept_at = excluded.kept_at`.execute(db)
}

/** Returns the size of the newest head that was sent to the external destination, or 0. */
export async function readKeptSize(db: Db): Promise<number> {
  const kept = await db.selectFrom('audit_keeping').select('size').executeTakeFirst()
  return kept?.size ?? 0
}
