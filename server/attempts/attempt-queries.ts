import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Database } from '../../database/database-types.ts'

/** How long a counter that begins now lasts. */
export interface Span {
  now: Date
  seconds: number
}

/**
 * Adds to a counter; one that ran out begins anew, and only then is its span a new one. One statement, so that all
 * processes agree on who came first.
 */
export function addPoints(
  db: Db,
  key: string,
  { now, seconds, points }: Span & { points: number },
): Promise<CounterRow> {
  const begins = sql<boolean>`rate_limits.expire <= ${now.getTime()}`
  return db
    .insertInto('rate_limits')
    .values({ key, points, expire: now.getTime() + seconds * 1000 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        points: sql<number>`case when ${begins} then excluded.points else rate_limits.points + excluded.points end`,
        expire: sql<number>`case when ${begins} then excluded.expire else rate_limits.expire end`,
      }),
    )
    .returning(['key', 'points', 'expire'])
    .$narrowType<{ expire: NotNull }>()
    .executeTakeFirstOrThrow()
}

/** Counts that are still remembered, by key; one query, on the primary key. */
export async function readCounters(
  db: Db,
  keys: string[],
  now: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('rate_limits')
    .select(['key', 'points'])
    .where('key', 'in', keys)
    .where('expire', '>', now.getTime())
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
export function readCountersBelow(db: Db, keys: string[], now: Date): Promise<CounterRow[]> {
  return db
    .selectFrom('rate_limits')
    .select(['key', 'points', 'expire'])
    .where(below(keys))
    .where('expire', '>', now.getTime())
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
