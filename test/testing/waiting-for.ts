import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../../server/database/database.ts'

/** Long timeout, because most writes are preceded by a slow identity confirmation. */
const patience = { timeout: 10_000, interval: 20 }

/** Waits until this number of connections waits for a lock in a statement that contains this text. */
export async function waitingFor(db: Db, statement: string, connections = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like ${`%${statement}%`}`.execute(db)
    expect(rows).toHaveLength(connections)
  }, patience)
}
