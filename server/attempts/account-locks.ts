import { lockKinds, type LockKind } from '../../contract/locks.ts'
import type { Db } from '../database/database.ts'
import { accountCounterKey, readAccountSuffix, rowKey, rowPrefixes } from './attempt-keys.ts'
import { deleteCountersBelow, readCountersBelow } from './attempt-queries.ts'
import { attemptRules } from './attempt-rules.ts'

/** One counter of an account, as it stands. */
export interface AccountLock {
  kind: LockKind
  known_device: boolean
  /** From where was tried; null where it is not by network that tries are counted. */
  network: string | null
  failures: number
  free: number
  /** Null where the next try may come at once. */
  locked_until: Date | null
  remembered_until: Date
}

/** What is remembered now of failed tries at an account: each known browser and each network by itself, and all networks. */
export async function readAccountLocks(db: Db, account: string, now: Date): Promise<AccountLock[]> {
  const rows = await readCountersBelow(db, rowKeysOf(account), now)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return lockKinds.flatMap((kind) => {
    const { pace, freeHere = 0, freePerHolder = freeHere, freePerAccount = 0 } = attemptRules[kind]
    const key = accountCounterKey(kind, account)
    const below = rowKey('failures', { key })
    return rows
      .filter((row) => row.key.startsWith(below))
      .map(({ key: found, points, expire }) => {
        const suffix = found.slice(below.length)
        const { network, known } = readAccountSuffix(suffix)
        const free = known ? freePerHolder : network === null ? freePerAccount : freeHere
        const turn = byKey.get(`${rowKey('turns', { key })}${suffix}`)
        // What is counted as such waits for its hour; guesses wait for their turn, if it lasts that long.
        const until = pace === 'stopped' ? expire : Math.min(turn?.expire ?? 0, expire)
        return {
          kind,
          known_device: known,
          network,
          failures: points,
          free,
          locked_until: points >= free && until > 0 ? new Date(until) : null,
          remembered_until: new Date(expire),
        }
      })
  })
}

/**
 * Forgets what is remembered of failed tries at an account, on every instance at once: failures and turns, from wherever
 * they came, also those in its known browsers. Counters of networks stay: who guesses at many accounts from one network
 * is still slowed down there. A challenge that ran out of its five tries stays used up too.
 */
export async function forgetAccountLocks(db: Db, account: string): Promise<void> {
  await deleteCountersBelow(db, rowKeysOf(account))
}

function rowKeysOf(account: string): string[] {
  return lockKinds.flatMap((kind) => {
    const key = accountCounterKey(kind, account)
    return rowPrefixes.map((prefix) => rowKey(prefix, { key }))
  })
}
