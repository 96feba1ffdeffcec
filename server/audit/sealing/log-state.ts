import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../../database/database.ts'
import { minutes } from '../../shared/clock.ts'

/** Delays of the log in seconds. A delay is 0 if nothing is waiting. */
export interface LogState {
  /** Age of the oldest unsealed event. */
  unsealed: number
  /** Age of the oldest checkpoint that is not stored externally. */
  unkept: number
}

/**
 * Age in milliseconds from which an unsealed event means that sealing is stalled. Usually events are sealed within a
 * second.
 */
export const maxUnsealed = minutes(1)

const oldestUnsealed = sql`(
  select e.happened_at from audit_pending p join audit_entries e using (seq)
  where not exists (select from audit_leaves l where l.seq = p.seq)
  order by p.xid, p.seq limit 1) as oldest`

/** Returns the time of the oldest unsealed event if sealing is stalled; otherwise null. */
export async function readStalledSince(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ happened_at: Date }>`
    select happened_at from ${oldestUnsealed}
    where happened_at < clock_timestamp() - make_interval(secs => ${maxUnsealed / 1000})`.execute(
    db,
  )
  return rows[0]?.happened_at ?? null
}

/** Returns a function that logs once when sealing becomes stalled, and once when it continues. */
export function watchSealing(db: Db, log: Logger): () => Promise<void> {
  let stalled = false
  return async () => {
    const since = await readStalledSince(db)
    if (stalled === (since !== null)) return
    stalled = since !== null
    if (since) log.error({ since }, 'the audit log is not sealed: see docs/operating.md, Audit log')
    else log.info('the audit log is sealed again')
  }
}

/** Reads the delays from the database, so that every process reports the same. */
export async function readLogState(db: Db): Promise<LogState> {
  const { rows } = await sql<LogState>`
    select
      coalesce((select extract(epoch from clock_timestamp() - happened_at) from ${oldestUnsealed}), 0)::float8 as unsealed,
      coalesce((select extract(epoch from clock_timestamp() - sealed_at) from audit_checkpoints
        where size > coalesce((select size from audit_keeping), 0) order by size limit 1), 0)::float8 as unkept`.execute(
    db,
  )
  const [state] = rows
  if (!state) throw new Error('The log state query returned no row.')
  return state
}

/** Stores the size of the newest checkpoint that was sent to the external destination. */
export async function saveKept(db: Db, size: number): Promise<void> {
  await sql`insert into audit_keeping (size, kept_at) values (${size}, clock_timestamp())
    on conflict ((true)) do update set size = excluded.size, kept_at = excluded.kept_at`.execute(db)
}

/** Returns the size of the newest checkpoint that was sent to the external destination, or 0. */
export async function readKeptSize(db: Db): Promise<number> {
  const kept = await db.selectFrom('audit_keeping').select('size').executeTakeFirst()
  return kept?.size ?? 0
}
