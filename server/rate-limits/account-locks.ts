import { lockKinds, type LockKind } from '../../contract/locks.ts'
import type { Db } from '../database/database.ts'
import { accountCounterKey, readAccountSuffix, rowKey, rowPrefixes } from './attempt-keys.ts'
import { deleteCountersBelow, readCountersBelow } from './attempt-queries.ts'
import { attemptRules } from './attempt-rules.ts'

/** State of one counter of an account. */
export interface AccountLock {
  kind: LockKind
  known_device: boolean
  /** Network of the attempts; null if the counter is not per network. */
  network: string | null
  failures: number
  free: number
  /** Null if the next attempt is admitted now. */
  locked_until: Date | null
  remembered_until: Date
}

/**
 * Returns the account's unexpired failure counters: one per known browser, one per network, and one for all networks.
 */
export async function readAccountLocks(db: Db, account: string, now: Date): Promise<AccountLock[]> {
  const rows = await readCountersBelow(db, rowKeysOf(account), now)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return lockKinds.flatMap((kind) => {
    const {
      backoff,
      freePerAccountNetwork = 0,
      freePerHolder = freePerAccountNetwork,
      freePerAccount = 0,
    } = attemptRules[kind]
    const key = accountCounterKey(kind, account)
    const below = rowKey('failures', { key })
    return rows
      .filter((row) => row.key.startsWith(below))
      .map(({ key: found, points, expire }) => {
        const suffix = found.slice(below.length)
        const { network, known } = readAccountSuffix(suffix)
        const free = known
          ? freePerHolder
          : network === null
            ? freePerAccount
            : freePerAccountNetwork
        const turn = byKey.get(`${rowKey('turns', { key })}${suffix}`)
        // Messages are blocked until the counter expires; guesses until their turn ends, unless the counter expires
        // earlier.
        const until = backoff === 'blocked' ? expire : Math.min(turn?.expire ?? 0, expire)
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
 * Resets the failures and turns of an account on all instances, including those of its known browsers. Counters of
 * networks are kept, so that a network that guesses at many accounts is still slowed down. A challenge whose five
 * attempts are used up stays so.
 */
export async function resetAccountLocks(db: Db, account: string): Promise<void> {
  await deleteCountersBelow(db, rowKeysOf(account))
}

function rowKeysOf(account: string): string[] {
  return lockKinds.flatMap((kind) => {
    const key = accountCounterKey(kind, account)
    return rowPrefixes.map((prefix) => rowKey(prefix, { key }))
  })
}
