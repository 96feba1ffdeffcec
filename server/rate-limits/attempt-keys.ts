import { hash } from 'node:crypto'
import { attemptRules, type AttemptKind, type Backoff } from './attempt-rules.ts'
import { networkOf } from '../pipeline/network.ts'

/** What an attempt is counted for: the account as typed, whether it exists or not, and the client's address. */
export interface Subject {
  account: string
  /**
   * A party that has already proven something: a browser that signed in to this account before, a live session, or a
   * sign-in in progress. It has a separate counter for all addresses, so that a stranger cannot lock the owner out.
   */
  holder?: string | undefined
  address: string
}

/** A counter, its number of free attempts, and its back-off after them. */
export interface Counter {
  key: string
  free: number
  backoff: Backoff
}

/** Rows of a counter: the number of failures, the current turn, and the number of refused attempts. */
export const rowPrefixes = ['failures', 'turns', 'refusals'] as const
export type RowPrefix = (typeof rowPrefixes)[number]

/** Primary key in rate_limits: `failures:password:account:…`. All keys of an account share a prefix. */
export function rowKey(prefix: RowPrefix, { key }: { key: string }): string {
  return `${prefix}:${key}`
}

/** Separates the account's key from the network of the attempt. */
const at = ':at:'

/** Returns the counters of an attempt: one for a holder, otherwise up to three. */
export function countersOf(kind: AttemptKind, { account, holder, address }: Subject): Counter[] {
  const {
    freePerAccountNetwork,
    freePerHolder = freePerAccountNetwork,
    freePerAccount,
    freePerNetwork,
    backoff,
  } = attemptRules[kind]
  const key = accountCounterKey(kind, account)
  if (holder !== undefined && freePerHolder !== undefined)
    return [{ key: `${key}:${holder}`, free: freePerHolder, backoff }]
  const network = networkOf(address)
  const counters: Counter[] = []
  if (freePerAccountNetwork !== undefined)
    counters.push({ key: `${key}${at}${network}`, free: freePerAccountNetwork, backoff })
  if (freePerAccount !== undefined) counters.push({ key, free: freePerAccount, backoff })
  if (freePerNetwork !== undefined) counters.push(networkCounter(kind, address))
  return counters
}

/** Returns the counter of a network for all accounts. */
export function networkCounter(kind: AttemptKind, address: string): Counter {
  const { freePerNetwork = 0 } = attemptRules[kind]
  return {
    key: networkCounterKey(kind, networkOf(address)),
    free: freePerNetwork,
    backoff: 'one-per-second',
  }
}

/** Returns the common prefix of an account's counter keys. */
export function accountCounterKey(kind: AttemptKind, account: string): string {
  return `${kind}:${accountKey(account)}`
}

/** Parses what follows the account's key: nothing, a network, or the id of a known browser. */
export function readAccountSuffix(suffix: string): { network: string | null; known: boolean } {
  if (suffix.startsWith(at)) return { network: suffix.slice(at.length), known: false }
  return { network: null, known: suffix !== '' }
}

/** `password:network:192.0.2.1` */
export function networkCounterKey(kind: AttemptKind, network: string): string {
  return `${kind}:network:${network}`
}

/**
 * Hashes an account name for a counter key, so that addresses of people without an account are not stored in the clear.
 */
export function accountKey(account: string): string {
  return `account:${hash('sha256', account).slice(0, 32)}`
}
