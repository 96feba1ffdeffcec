import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { seconds } from '../shared/clock.ts'

/**
 * A use within this time of the recorded one is not recorded. With the 30 s between flushes, the stored time is at most
 * 60 s older than the last use.
 */
const recordInterval = seconds(25)
/** Maximum number of assignments per UPDATE. */
const maxBatch = 2000
/** Maximum number of assignments whose use is not written yet: about 10 MB. Beyond it, the oldest uses are lost. */
const maxUnwritten = 100_000

/** Assignments that are used together, because they open the same place for the same user. */
export interface UsedTogether {
  /** Ids of `user_profiles`. Empty if only a delegation opens the place. */
  readonly assignments: readonly number[]
  /** Time of the last recorded use, in milliseconds since 1970; 0 if there is none. */
  usedAt: number
}

/** Write-behind buffer for `access_uses.last_used_at` (decision 103). */
export class AccessUses {
  readonly #db: Db
  readonly #max: number
  /** Time of the last use by assignment, in milliseconds since 1970. Uses that were recorded first come first. */
  readonly #unwritten = new Map<number, number>()

  constructor(db: Db, max = maxUnwritten) {
    this.#db = db
    this.#max = max
  }

  /** Records a use. Nearly every call only compares two numbers. */
  record(used: UsedTogether, now: number): void {
    // The absolute difference, because the clock may be set back.
    if (Math.abs(now - used.usedAt) < recordInterval) return
    used.usedAt = now
    for (const id of used.assignments) this.#add(id, now)
  }

  #add(id: number, at: number): void {
    this.#unwritten.set(id, Math.max(at, this.#unwritten.get(id) ?? 0))
    if (this.#unwritten.size <= this.#max) return
    const [oldest] = this.#unwritten.keys()
    if (oldest !== undefined) this.#unwritten.delete(oldest)
  }

  /** Writes the recorded uses. If the write fails, they stay in the buffer. */
  async flush(): Promise<void> {
    const uses = [...this.#unwritten]
    for (let from = 0; from < uses.length; from += maxBatch) {
      const batch = uses.slice(from, from + maxBatch)
      await writeUses(this.#db, batch)
      for (const [id, at] of batch) if (this.#unwritten.get(id) === at) this.#unwritten.delete(id)
    }
  }
}

/**
 * Writes last uses in one statement. Never writes an earlier time than the stored one. Skips rows that another
 * transaction has locked, because waiting for them while holding others could deadlock: they are being deleted, or
 * another process writes a use of the same half minute.
 */
async function writeUses(db: Db, uses: readonly (readonly [number, number])[]): Promise<void> {
  const ids = uses.map(([id]) => id)
  const at = uses.map(([, milliseconds]) => new Date(milliseconds).toISOString())
  await sql`
    update access_uses set last_used_at = used.at, unused_since = (used.at at time zone 'America/Sao_Paulo')::date
    from unnest(${ids}::integer[], ${at}::timestamptz[]) as used (id, at)
    where user_profile_id = used.id and (last_used_at is null or last_used_at < used.at)
      and user_profile_id in (select user_profile_id from access_uses
        where user_profile_id = any (${ids}::integer[]) for no key update skip locked)`.execute(db)
}
