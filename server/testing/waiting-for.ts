import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Db } from '../database/database.ts'

/** The proof of identity comes before most writes, and takes its time. */
const patience = { timeout: 10_000, interval: 20 }

/** Until another connection of the server, or so many, wait for a lock with a statement that holds this text. */
export async function waitingFor(db: Db, statement: string, connections = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database() and query like ${`%${statement}%`}`.execute(db)
    expect(rows).toHaveLength(connections)
  }, patience)
}
