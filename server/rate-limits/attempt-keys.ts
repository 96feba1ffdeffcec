import { hash } from 'node:crypto'
import { attemptRules, type AttemptKind, type Backoff } from './attempt-rules.ts'
import { networkOf, networksOf } from '../pipeline/network.ts'
import type { Budget } from './account-budget.ts'

/**
 * The account and the address for which an attempt is counted. The account is the typed name, whether it exists or not.
 */
export interface Subject {
  account: string
  /**
   * Id of a client that has already proven something: a browser that signed in to this account before, a live session,
   * or an unfinished sign-in. It has its own counter, for all addresses, so that a stranger cannot lock the owner out.
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

/**
 * Returns the primary key of a row in rate_limits, such as `failures:password:account:…`. Rows of the same type, kind
 * and account have a common prefix.
 */
export function rowKey(prefix: RowPrefix, { key }: { key: string }): string {
  return `${prefix}:${key}`
}

/** Separates the account's key from the network of the attempt. */
const at = ':at:'

/** Returns the counters of an attempt, except its budget: one counter for a holder, otherwise up to three. */
export function attemptCounters(
  kind: AttemptKind,
  { account, holder, address }: Subject,
): Counter[] {
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

/** The budget of an account, as it applies to one network. */
export interface NetworkBudget {
  rule: Budget
  /** Key of the account's bucket. */
  key: string
  /** Key of the counter of the network's own wrong guesses at the account. */
  networkKey: string
}

/**
 * Returns the account's budget for the network. Undefined if attempts of this kind have no budget, or if the attempt
 * comes from a holder such as a known browser. The network is the /48 of an IPv6 address or the /24 of an IPv4 address,
 * because an attacker often controls all addresses in it.
 */
export function networkBudget(
  kind: AttemptKind,
  { account, holder, address }: Subject,
): NetworkBudget | undefined {
  const { budget: rule } = attemptRules[kind]
  if (!rule || holder !== undefined) return undefined
  const key = accountCounterKey(kind, account)
  return { rule, key, networkKey: `${key}${at}${networksOf(address)[0]}` }
}

/** Returns the counter of a network's attempts at all accounts. */
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

/** Parses the rest of a counter key after the account: empty, a network, or the id of a known browser. */
export function readAccountSuffix(suffix: string): {
  network: string | null
  /** True for a network of a size that shares the budget. */
  shares: boolean
  known: boolean
} {
  if (!suffix.startsWith(at)) return { network: null, shares: false, known: suffix !== '' }
  const network = suffix.slice(at.length)
  return { network, shares: /[/](24|48)$/.test(network), known: false }
}

/** Returns a key such as `password:network:192.0.2.1`. */
export function networkCounterKey(kind: AttemptKind, network: string): string {
  return `${kind}:network:${network}`
}

/**
 * Hashes an account name for a counter key, so that e-mails of people without an account are not stored as plain text.
 */
export function accountKey(account: string): string {
  return `account:${hash('sha256', account).slice(0, 32)}`
}
