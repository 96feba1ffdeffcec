import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { CounterRow } from './attempt-queries.ts'

/**
 * Budget of wrong guesses at an account from all networks (decision 63): a bucket into which each guess adds one, and
 * which leaks at a constant rate. Its row in `rate_limits` expires when the bucket is empty.
 */
export interface Budget {
  /**
   * How full the bucket may become by a guess, by the number of the network's own wrong guesses that are stored; the
   * last also applies to larger numbers. They decrease, so networks take turns and a new network is always first.
   */
  levels: readonly [number, ...number[]]
  /** Seconds in which one guess leaks out. */
  leakSeconds: number
}

/** Returns the longest time until the bucket is empty at which another guess fits, in milliseconds. */
function maxTimeToEmpty({ levels, leakSeconds }: Budget, guesses: number): number {
  const level = levels[guesses] ?? levels.at(-1) ?? 0
  return (level - 1) * leakSeconds * 1000
}

/**
 * Returns the time from which the network is admitted, in milliseconds since 1970; in the past if it is now. When the
 * network's own counter expires, it is admitted as a new one.
 */
export function admittedFrom(
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
 * Adds a guess of a network with this number of earlier ones to the bucket and returns whether it fitted. One statement,
 * so that concurrent guesses cannot exceed the level.
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
