import type { LockKind } from '../../contract/locks.ts'
import type { Budget } from './account-budget.ts'

/** Kinds of attempts. Each kind has separate counters (rulings §4). */
export type AttemptKind = LockKind | NetworkKind

/** Kinds that are guesses. */
export type GuessKind = Exclude<LockKind, MessageKind>

/** Kinds that send a message. */
export type MessageKind = 'message' | 'recovery'

/** Kinds without an account: redirects to an identity provider, and unknown handles or codes. */
export type NetworkKind = 'trip' | 'handle'

/**
 * Back-off after the free attempts of an hour. Guesses wait for turns of growing length. A network, which many users
 * share, may make one attempt per second. Messages are refused until the counter expires.
 */
export type Backoff = 'exponential' | 'one-per-second' | 'blocked'

interface Rule {
  /** Free attempts per hour at one account from one network. */
  freePerAccountNetwork?: number
  /** Free attempts per hour of one holder, such as a known browser. Defaults to the limit for one network. */
  freePerHolder?: number
  /** Free attempts per hour at one account from all networks, without those of holders. */
  freePerAccount?: number
  /** Limit of wrong guesses at one account from all networks, without those of holders. */
  budget?: Budget
  /** Free attempts per hour from one network, at all accounts. */
  freePerNetwork?: number
  /** Back-off of the account's counters. */
  backoff: Backoff
}

export const attemptRules: Readonly<Record<AttemptKind, Rule>> = {
  /**
   * At most 50 an hour: the bucket holds 40 and leaks 10 an hour. A single client is slowed down earlier, by its own
   * counter.
   */
  password: {
    freePerAccountNetwork: 5,
    budget: { levels: [40, 20, 15, 12], leakSeconds: 360 },
    freePerNetwork: 1000,
    backoff: 'exponential',
  },
  /** Networks are not counted, because only the holder of a live challenge can guess a code. */
  code: { freePerAccountNetwork: 10, freePerAccount: 50, backoff: 'exponential' },
  /** At most 20 an hour: the bucket holds 15 and leaks 5 an hour. */
  answer: {
    freePerAccountNetwork: 5,
    budget: { levels: [15, 8, 7], leakSeconds: 720 },
    freePerNetwork: 1000,
    backoff: 'exponential',
  },
  /** Codes are sent only after a correct password. */
  message: { freePerHolder: 10, freePerAccount: 10, backoff: 'blocked' },
  /** Mails are sent only after a correct answer. */
  recovery: { freePerAccount: 10, backoff: 'blocked' },
  trip: { freePerNetwork: 1000, backoff: 'one-per-second' },
  handle: { freePerNetwork: 1000, backoff: 'one-per-second' },
}

/** Number of redirects per hour and session for confirming the identity. */
export const freePerSession = 100

/** Number of invitations per hour and sender. */
export const freePerInviter = 100

/** Number of invitations per hour and recipient, from all senders. */
export const freePerInvitee = 5

/** Lifetime of failure counts in seconds. */
export const counterLifetime = 3600
/**
 * Lifetime in seconds of the failures of a network that shares a budget. Afterwards the network counts as new and comes
 * first again. In this time the bucket leaks more than the part that only new networks can fill, so that this part is
 * free again (decision 63).
 */
export const networkFailuresLifetime = 3 * 3600
/** Number of failures past the free ones from which the delay is `maxDelay`. */
const lockAfter = 5
const maxDelay = 900

/**
 * Returns the seconds to wait after this number of failures: 5, 10, 20, 40 and 80, then always 900. The first `free`
 * failures cause no wait.
 */
export function delayAfter(failures: number, free: number): number {
  const past = failures - free
  return past >= lockAfter ? maxDelay : 5 * 2 ** Math.max(0, past)
}

/**
 * Number of refusals per counter and hour that are all audited. Later only the 64th, the 128th and so on are audited.
 */
const auditedIndividually = 50

/**
 * Whether the nth refusal is audited. The few refusals of an ordinary user are all audited, those of a flood only in
 * samples.
 */
export function isAudited(refusal: number): boolean {
  return refusal <= auditedIndividually || Number.isInteger(Math.log2(refusal))
}
