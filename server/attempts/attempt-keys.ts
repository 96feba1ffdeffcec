import { hash } from 'node:crypto'
import { attemptRules, type AttemptKind } from './attempt-rules.ts'

/** Whose tries are counted: an account by what was typed, known here or not, and where it comes from. */
export interface Subject {
  account: string
  /** A browser that signed in to this account before is counted apart, so that a stranger can't lock its owner out. */
  device?: string | undefined
  address: string
}

/** One counter, and how many it lets go unhindered. */
export interface Counter {
  key: string
  free: number
}

/** Each counter has two rows: how many failures there were, and whether a turn is taken. */
export type RowPrefix = 'failures' | 'turns'

/** Key of a counter's row in rate_limits: `failures:password:account:…`, of a known browser with its mark at the end. */
export function rowKey(prefix: RowPrefix, { key }: Counter): string {
  return `${prefix}:${key}`
}

/** What a try counts on: its account's counter, or that of the known browser, and its address's. */
export function countersOf(kind: AttemptKind, { account, device, address }: Subject): Counter[] {
  const ofAccount = accountCounter(kind, account)
  return [
    device === undefined ? ofAccount : { ...ofAccount, key: `${ofAccount.key}:${device}` },
    { key: `${kind}:address:${address}`, free: attemptRules[kind].freePerAddress },
  ]
}

/** The counter of an account; the keys of its known browsers' counters begin with this one's. */
export function accountCounter(kind: AttemptKind, account: string): Counter {
  return { key: `${kind}:${accountKey(account)}`, free: attemptRules[kind].freePerAccount }
}

/** Part of the counters' keys: addresses of people who may not even have an account here are not kept in the clear. */
export function accountKey(account: string): string {
  return `account:${hash('sha256', account).slice(0, 32)}`
}
