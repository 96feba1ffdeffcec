import { lockKinds, type LockKind } from '../../contract/locks.ts'
import type { Db } from '../database/database.ts'
import { mayGuessFrom, fillLevel } from './account-budget.ts'
import { accountCounterKey, readAccountSuffix, rowKey, rowPrefixes } from './attempt-keys.ts'
import { type CounterRow, deleteCountersBelow, readCountersBelow } from './attempt-queries.ts'
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
 * Returns the unexpired failure counters of the account: one for each known browser, two for the networks of each
 * address (`networksOf`), and one for all networks.
 */
export async function readAccountLocks(db: Db, account: string, now: Date): Promise<AccountLock[]> {
  const rows = await readCountersBelow(db, rowKeysOf(account), now)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return lockKinds.flatMap((kind) => {
    const key = accountCounterKey(kind, account)
    const below = rowKey('failures', { key })
    const bucket = byKey.get(below)
    return rows
      .filter((row) => row.key.startsWith(below) && row.points > 0)
      .map((row) => {
        const suffix = row.key.slice(below.length)
        const source = readAccountSuffix(suffix)
        const turn = byKey.get(`${rowKey('turns', { key })}${suffix}`)
        const { until, ...counted } = stateOf(kind, { row, source, turn, bucket }, now)
        return {
          kind,
          known_device: source.known,
          network: source.network,
          ...counted,
          locked_until: until > now.getTime() ? new Date(until) : null,
          remembered_until: new Date(row.expire),
        }
      })
  })
}

interface FoundCounter {
  row: CounterRow
  source: ReturnType<typeof readAccountSuffix>
  turn: CounterRow | undefined
  bucket: CounterRow | undefined
}

/** Returns the failures of a counter, its limit, and the end of its wait in milliseconds since 1970. */
function stateOf(kind: LockKind, { row, source, turn, bucket }: FoundCounter, now: Date) {
  const rule = attemptRules[kind]
  const { budget, backoff, freePerAccountNetwork = 0 } = rule
  const { network, known, shares } = source
  if (budget && !known && (shares || network === null)) {
    const [free] = shares ? budget.levels.slice(-1) : budget.levels
    return {
      failures: shares ? row.points : fillLevel(budget, row, now),
      free: free ?? 0,
      until: bucket ? mayGuessFrom(budget, bucket, shares ? row : undefined) : 0,
    }
  }
  const perHolder = rule.freePerHolder ?? freePerAccountNetwork
  const perAccount = rule.freePerAccount ?? 0
  const free = known ? perHolder : network === null ? perAccount : freePerAccountNetwork
  // Messages are blocked until the counter expires; guesses until their turn ends, unless the counter expires earlier.
  const until = backoff === 'blocked' ? row.expire : Math.min(turn?.expire ?? 0, row.expire)
  return { failures: row.points, free, until: row.points >= free ? until : 0 }
}

/**
 * Resets the failures and turns of an account on all instances, including those of its known browsers. Counters of
 * networks are kept, so that a network that guesses at many accounts is still slowed down. A challenge that five wrong
 * codes have closed stays closed.
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
