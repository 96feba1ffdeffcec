import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { CounterRow } from './attempt-queries.ts'

/**
 * Limit of wrong guesses at an account from all networks together (decision 63). A leaky bucket: each guess adds one,
 * and the bucket leaks at a constant rate. Its row in `rate_limits` expires when the bucket is empty.
 */
export interface Budget {
  /**
   * Levels up to which a guess may fill the bucket. The index is the number of wrong guesses stored for the network;
   * the last level also applies to larger numbers. The levels decrease, so that networks take turns and a new network
   * comes first.
   */
  levels: readonly [number, ...number[]]
  /** Seconds in which the bucket leaks one guess. */
  leakSeconds: number
}

/** Returns the longest time until the bucket is empty, in milliseconds, at which another guess still fits. */
function maxTimeToEmpty({ levels, leakSeconds }: Budget, guesses: number): number {
  const level = levels[guesses] ?? levels.at(-1) ?? 0
  return (level - 1) * leakSeconds * 1000
}

/**
 * Returns the time from which the network may guess, in milliseconds since 1970; a time in the past means now. When the
 * network's own counter expires, the network counts as new.
 */
export function mayGuessFrom(
  budget: Budget,
  bucket: CounterRow,
  network: Omit<CounterRow, 'key'> | undefined,
): number {
  const asNew = bucket.expire - maxTimeToEmpty(budget, 0)
  if (!network) return asNew
  return Math.min(
    bucket.expire - maxTimeToEmpty(budget, network.points),
    Math.max(asNew, network.expire),
  )
}

/** Returns the number of guesses in the bucket, rounded up. */
export function fillLevel({ leakSeconds }: Budget, { expire }: CounterRow, now: Date): number {
  return Math.max(0, Math.ceil((expire - now.getTime()) / (leakSeconds * 1000)))
}

/**
 * Adds a guess to the bucket and returns whether it fitted; `guesses` is the number of earlier guesses of the network.
 * Uses a single statement, so that concurrent guesses cannot exceed the level.
 */
export async function addGuess(
  db: Db,
  key: string,
  { budget, guesses, now }: { budget: Budget; guesses: number; now: Date },
): Promise<boolean> {
  const at = now.getTime()
  const leak = budget.leakSeconds * 1000
  const { rows } = await sql`
    insert into rate_limits (key, points, expire) values (${key}, 1, ${at + leak}::bigint)
    on conflict (key) do update set
      points = ceil((greatest(rate_limits.expire - ${at}::bigint, 0) + ${leak}::bigint) / ${leak}::float8),
      expire = greatest(rate_limits.expire, ${at}::bigint) + ${leak}::bigint
    where rate_limits.expire <= ${at + maxTimeToEmpty(budget, guesses)}::bigint
    returning key`.execute(db)
  return rows.length === 1
}
