import type { ExpressionBuilder, NotNull } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Database } from '../../database/database-types.ts'

/** Counts that are still remembered, by key; one query, on the primary key. */
export async function readCounters(db: Db, keys: string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('rate_limits')
    .select(['key', 'points'])
    .where('key', 'in', keys)
    .where((eb) => eb.or([eb('expire', 'is', null), eb('expire', '>', Date.now())]))
    .execute()
  return new Map(rows.map((row) => [row.key, row.points]))
}

export async function deleteCounters(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute()
}

export interface CounterRow {
  key: string
  points: number
  /** Milliseconds since 1970. */
  expire: number
}

/** Counters that are still remembered with these keys, or that begin with one of them and a colon; on the primary key. */
export function readCountersBelow(db: Db, keys: string[]): Promise<CounterRow[]> {
  return db
    .selectFrom('rate_limits')
    .select(['key', 'points', 'expire'])
    .where(below(keys))
    .where('expire', '>', Date.now())
    .orderBy('key')
    .$narrowType<{ expire: NotNull }>()
    .execute()
}

export async function deleteCountersBelow(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where(below(keys)).execute()
}

/** Letters, digits and colons alone are in these keys: none means something to LIKE. */
const below = (keys: string[]) => (eb: ExpressionBuilder<Database, 'rate_limits'>) =>
  eb.or(keys.flatMap((key) => [eb('key', '=', key), eb('key', 'like', `${key}:%`)]))

/** Housekeeping: counters that were forgotten before this. */
export async function removeOldCounters(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', before.getTime()).execute()
}
