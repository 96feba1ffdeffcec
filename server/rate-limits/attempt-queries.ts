import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { Batcher } from '../shared/batcher.ts'
import type { Database } from '../../database/database-types.ts'

/** Lifetime of a counter that starts now. */
export interface Span {
  now: Date
  seconds: number
}

/**
 * Adds points to a counter. An expired counter restarts with a new lifetime; otherwise the lifetime is unchanged. Uses
 * a single statement, so that concurrent attempts of all processes are counted.
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

/** Maximum number of counters in one statement. */
const maxCountersPerStatement = 1000

/** Adds a point to each counter and returns the new counts by key. The keys are sorted to prevent deadlocks. */
export async function addPointToEach(
  db: Db,
  keys: readonly string[],
  { now, seconds }: Span,
): Promise<Map<string, number>> {
  const all = [...new Set(keys)].toSorted()
  const counts = new Map<string, number>()
  for (let from = 0; from < all.length; from += maxCountersPerStatement) {
    const { rows } = await sql<{ key: string; points: number }>`
      insert into rate_limits (key, points, expire)
      select key, 1, ${now.getTime() + seconds * 1000}::bigint
      from unnest(${all.slice(from, from + maxCountersPerStatement)}::text[]) with ordinality as counter(key, place) order by place
      on conflict (key) do update set
        points = case when rate_limits.expire <= ${now.getTime()}::bigint then 1 else rate_limits.points + 1 end,
        expire = case when rate_limits.expire <= ${now.getTime()}::bigint then excluded.expire else rate_limits.expire end
      returning key, points`.execute(db)
    for (const { key, points } of rows) counts.set(key, points)
  }
  return counts
}

/** One read by `counterReader`: the keys of the counters, and the time at which expired counters are ignored. */
export interface CounterRead {
  keys: readonly string[]
  now: Date
}

/**
 * Returns a reader of counters, which returns them in the order of the keys and undefined for a missing or expired one.
 * Concurrent reads share one query on the primary key (decision 48).
 */
export function counterReader(db: Db): Batcher<CounterRead, (CounterRow | undefined)[]> {
  return new Batcher({
    async runBatch(asked) {
      const keys = [...new Set(asked.flatMap((each) => each.keys))]
      const { rows } = await sql<CounterRow>`
        select key, points, expire from rate_limits where key = any(${keys}::text[])`.execute(db)
      const counters = new Map(rows.map((row) => [row.key, row]))
      return asked.map((each) => unexpired(each, counters))
    },
    max: 20,
  })
}

function unexpired({ keys, now }: CounterRead, counters: ReadonlyMap<string, CounterRow>) {
  return keys.map((key) => {
    const counter = counters.get(key)
    return counter && counter.expire > now.getTime() ? counter : undefined
  })
}

export async function deleteCounters(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', 'in', keys).execute()
}

export interface CounterRow {
  key: string
  points: number
  /** Expiry in milliseconds since 1970. */
  expire: number
}

/**
 * Returns the unexpired counters whose key is one of these, or continues one of these after a colon. Uses the primary
 * key.
 */
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

/**
 * Keys contain only letters, digits, hyphens, underscores and colons. In LIKE only the underscore is special, and it
 * also matches itself.
 */
const below = (keys: string[]) => (eb: ExpressionBuilder<Database, 'rate_limits'>) =>
  eb.or(keys.flatMap((key) => [eb('key', '=', key), eb('key', 'like', `${key}:%`)]))

/** Deletes counters that expired before this time. The housekeeping calls this. */
export async function deleteExpiredCounters(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', before.getTime()).execute()
}
