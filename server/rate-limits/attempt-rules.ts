import type { LockKind } from '../../contract/locks.ts'
import type { Budget } from './account-budget.ts'

/** Counted kinds, each with separate counters (rulings §4). */
export type AttemptKind = LockKind | NetworkKind

/** Kinds that are guesses. */
export type GuessKind = Exclude<LockKind, MessageKind>

/** Kinds that send a message. */
export type MessageKind = 'message' | 'recovery'

/** Kinds without an account: redirects to an identity provider, and unknown handles or codes. */
export type NetworkKind = 'trip' | 'handle'

/**
 * Back-off after the free attempts of an hour. Guesses: turns of growing length. Networks, which are shared by many
 * users: one attempt per second. Messages: none until the counter expires.
 */
export type Backoff = 'exponential' | 'one-per-second' | 'blocked'

interface Rule {
  /** Free attempts per hour at one account from one network. */
  freePerAccountNetwork?: number
  /** Free attempts per hour of one holder, such as a known browser. Defaults to the limit for one network. */
  freePerHolder?: number
  /** Free attempts per hour at one account from all networks, without those of holders. */
  freePerAccount?: number
  /** Wrong guesses at one account from all networks, without those of holders. */
  budget?: Budget
  /** Free attempts per hour from one network, at all accounts. */
  freePerNetwork?: number
  /** Back-off of the account's counters. */
  backoff: Backoff
}

export const attemptRules: Readonly<Record<AttemptKind, Rule>> = {
  /** At most 50 an hour: 40 at once and 10 that leak out. A client alone meets its own back-off first. */
  password: {
    freePerAccountNetwork: 5,
    budget: { levels: [40, 20, 15, 12], leakSeconds: 360 },
    freePerNetwork: 1000,
    backoff: 'exponential',
  },
  /** Only the holder of a live challenge can guess a code, so networks are not counted. */
  code: { freePerAccountNetwork: 10, freePerAccount: 50, backoff: 'exponential' },
  /** At most 20 an hour: 15 at once and 5 that leak out. */
  answer: {
    freePerAccountNetwork: 5,
    budget: { levels: [15, 8, 7], leakSeconds: 720 },
    freePerNetwork: 1000,
    backoff: 'exponential',
  },
  /** A code, sent only after a correct password. */
  message: { freePerHolder: 10, freePerAccount: 10, backoff: 'blocked' },
  /** A mail, sent only after a correct answer. */
  recovery: { freePerAccount: 10, backoff: 'blocked' },
  trip: { freePerNetwork: 1000, backoff: 'one-per-second' },
  handle: { freePerNetwork: 1000, backoff: 'one-per-second' },
}

/** Redirects per hour and session to confirm identity. */
export const freePerSession = 100

/** Invitations per hour and sender. */
export const freePerInviter = 100

/** Invitations per hour and recipient, from all senders. */
export const freePerInvitee = 5

/** Lifetime of failure counts in seconds. */
export const counterLifetime = 3600
/**
 * Lifetime of the failures of a network that shares a budget, in seconds. It is so long that the bucket leaks as much as
 * 20 networks add to it when they are forgotten and come first again (decision 63).
 */
export const shareLifetime = 3 * 3600
/** Failures past the free ones from which the delay has its full length. */
const lockAfter = 5
const maxDelay = 900

/**
 * Returns the seconds between attempts after `failures` out of `free`: 5, 10, 20, 40, 80, then 900. The delay never
 * grows further.
 */
export function delayAfter(failures: number, free: number): number {
  const past = failures - free
  return past >= lockAfter ? maxDelay : 5 * 2 ** Math.max(0, past)
}

/** Refusals of a counter per hour that are all audited; after them the 64th, the 128th and so on. */
const auditedIndividually = 50

/** Whether the nth refused attempt is audited: all those of a user, few of a flood. */
export function isAudited(refusal: number): boolean {
  return refusal <= auditedIndividually || Number.isInteger(Math.log2(refusal))
}
