import { hash } from 'node:crypto'
import { attemptRules, type AttemptKind, type Pace } from './attempt-rules.ts'
import { networkOf } from '../pipeline/network.ts'

/** Whose tries are counted: an account by what was typed, known here or not, and where it comes from. */
export interface Subject {
  account: string
  /**
   * Who has proven something already: a browser that signed in to this account before, a live session of it, or a sign-in
   * under way. Counted apart, and whatever the address, so that no stranger can lock the owner out.
   */
  holder?: string | undefined
  address: string
}

/** One counter, how many it lets go unhindered, and what comes then. */
export interface Counter {
  key: string
  free: number
  pace: Pace
}

/** What a counter has rows of: how many failures there were, whether a turn is taken, how many tries were refused. */
export const rowPrefixes = ['failures', 'turns', 'refusals'] as const
export type RowPrefix = (typeof rowPrefixes)[number]

/** Key of a counter's row in rate_limits: `failures:password:account:…`; those of the account begin alike. */
export function rowKey(prefix: RowPrefix, { key }: { key: string }): string {
  return `${prefix}:${key}`
}

/** Between the key of an account and the network that tries at it. */
const at = ':at:'

/** What a try counts on. A known browser has one counter and no other; everybody else has up to three. */
export function countersOf(kind: AttemptKind, { account, holder, address }: Subject): Counter[] {
  const {
    freeHere,
    freePerHolder = freeHere,
    freePerAccount,
    freePerNetwork,
    pace,
  } = attemptRules[kind]
  const key = accountCounterKey(kind, account)
  if (holder !== undefined && freePerHolder !== undefined)
    return [{ key: `${key}:${holder}`, free: freePerHolder, pace }]
  const network = networkOf(address)
  const counters: Counter[] = []
  if (freeHere !== undefined) counters.push({ key: `${key}${at}${network}`, free: freeHere, pace })
  if (freePerAccount !== undefined) counters.push({ key, free: freePerAccount, pace })
  if (freePerNetwork !== undefined) counters.push(networkCounter(kind, address))
  return counters
}

/** The counter of a network, at whichever accounts. */
export function networkCounter(kind: AttemptKind, address: string): Counter {
  const { freePerNetwork = 0 } = attemptRules[kind]
  return { key: networkCounterKey(kind, networkOf(address)), free: freePerNetwork, pace: 'steady' }
}

/** What the keys of all counters of an account begin with. */
export function accountCounterKey(kind: AttemptKind, account: string): string {
  return `${kind}:${accountKey(account)}`
}

/** What comes after the key of an account: nothing, the network that tries, or the mark of a known browser. */
export function readAccountSuffix(suffix: string): { network: string | null; known: boolean } {
  if (suffix.startsWith(at)) return { network: suffix.slice(at.length), known: false }
  return { network: null, known: suffix !== '' }
}

/** `password:network:192.0.2.1` */
export function networkCounterKey(kind: AttemptKind, network: string): string {
  return `${kind}:network:${network}`
}

/** Part of the counters' keys: addresses of people who may not even have an account here are not kept in the clear. */
export function accountKey(account: string): string {
  return `account:${hash('sha256', account).slice(0, 32)}`
}
