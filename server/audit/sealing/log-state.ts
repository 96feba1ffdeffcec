import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** How far the log is behind, in seconds: 0 where it isn't. */
export interface LogState {
  /** Age of the event that waits longest to be sealed. */
  unsealed: number
  /** Age of the oldest head that isn't kept elsewhere. */
  unkept: number
}

/** The same from every process. */
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
  if (!state) throw new Error('The log gave no state.')
  return state
}

/** Notes how far heads are kept elsewhere. */
export async function saveKept(db: Db, size: number): Promise<void> {
  await sql`insert into audit_keeping (size, kept_at) values (${size}, clock_timestamp())
    on conflict ((true)) do update set size = excluded.size, kept_at = excluded.kept_at`.execute(db)
}

/** Over how many events the newest head is that was kept elsewhere; 0 where none was. */
export async function readKeptSize(db: Db): Promise<number> {
  const kept = await db.selectFrom('audit_keeping').select('size').executeTakeFirst()
  return kept?.size ?? 0
}
