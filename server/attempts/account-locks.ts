import { lockKinds, type LockKind } from '../../contract/locks.ts'
import type { Db } from '../database/database.ts'
import { accountCounter, rowKey } from './attempt-keys.ts'
import { deleteCountersBelow, readCountersBelow } from './attempt-queries.ts'
import { attemptRules } from './attempt-rules.ts'

/** One counter of an account, as it stands. */
export interface AccountLock {
  kind: LockKind
  known_device: boolean
  failures: number
  free: number
  /** Null where the next try may come at once. */
  locked_until: Date | null
  remembered_until: Date
}

/** What is remembered now of failed tries at an account, those in its known browsers each by itself. */
export async function readAccountLocks(db: Db, account: string, now: Date): Promise<AccountLock[]> {
  const rows = await readCountersBelow(db, rowKeysOf(account), now)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return lockKinds.flatMap((kind) => {
    const counter = accountCounter(kind, account)
    const below = rowKey('failures', counter)
    return rows
      .filter(({ key }) => key.startsWith(below))
      .map(({ key, points, expire }) => {
        const device = key.slice(below.length)
        const turn = byKey.get(`${rowKey('turns', counter)}${device}`)
        // What is counted as such waits for its hour; guesses wait for their turn, if it lasts that long.
        const until = attemptRules[kind].guessed ? Math.min(turn?.expire ?? 0, expire) : expire
        return {
          kind,
          known_device: device !== '',
          failures: points,
          free: counter.free,
          locked_until: points >= counter.free && until > 0 ? new Date(until) : null,
          remembered_until: new Date(expire),
        }
      })
  })
}

/**
 * Forgets what is remembered of failed tries at an account, on every instance at once: failures and turns, also those
 * in its known browsers. Counters of addresses stay: who guesses at many accounts from one address is still slowed
 * down there, and so is whoever shares it. A challenge that ran out of its five tries stays used up too.
 */
export async function forgetAccountLocks(db: Db, account: string): Promise<void> {
  await deleteCountersBelow(db, rowKeysOf(account))
}

function rowKeysOf(account: string): string[] {
  return lockKinds.flatMap((kind) => {
    const counter = accountCounter(kind, account)
    return [rowKey('failures', counter), rowKey('turns', counter)]
  })
}
