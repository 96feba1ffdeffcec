import type { LockKind } from '../../contract/locks.ts'

/** What is counted, each kind with counters of its own (rulings §4). */
export type AttemptKind = LockKind | NetworkKind

/** What is guessed. */
export type GuessKind = Exclude<LockKind, MessageKind>

/** What is sent. */
export type MessageKind = 'message' | 'recovery'

/** What belongs to no account: trips to an identity provider, and handles or codes that open nothing. */
export type NetworkKind = 'trip' | 'handle'

/**
 * What comes after the free ones of an hour: turns that get longer, for guesses; a turn a second, for a network, which
 * is many people; nothing more before all is forgotten, for what is sent.
 */
export type Pace = 'growing' | 'steady' | 'stopped'

interface Rule {
  /** How many an hour go unhindered at one account from one network. */
  freeHere?: number
  /** How many of a holder: a browser that the account knows, say. As many as of a network, unless told. */
  freePerHolder?: number
  /** At one account, from wherever they come; known browsers are not among them. */
  freePerAccount?: number
  /** From one network, at whichever accounts. */
  freePerNetwork?: number
  /** The pace of what belongs to an account. */
  pace: Pace
}

export const attemptRules: Readonly<Record<AttemptKind, Rule>> = {
  password: { freeHere: 5, freePerAccount: 50, freePerNetwork: 1000, pace: 'growing' },
  /** Only whoever holds a live challenge gets to guess, so a network has nothing to answer for. */
  code: { freeHere: 10, freePerAccount: 50, pace: 'growing' },
  answer: { freeHere: 5, freePerAccount: 20, freePerNetwork: 1000, pace: 'growing' },
  /** A code, sent after a right password alone. */
  message: { freePerHolder: 10, freePerAccount: 10, pace: 'stopped' },
  /** Mailed after a right answer alone. */
  recovery: { freePerAccount: 10, pace: 'stopped' },
  trip: { freePerNetwork: 1000, pace: 'steady' },
  handle: { freePerNetwork: 1000, pace: 'steady' },
}

/** Trips an hour to confirm identity, of one session. */
export const freePerSession = 100

/** Invitations an hour that one person sends. */
export const freePerInviter = 100

/** Invitations an hour that one person is sent, by however many others. */
export const freePerInvited = 5

/** Seconds for which failures are remembered. */
export const memory = 3600
/** From this many failures past the free ones it is a temporary lock of full length. */
const lockAfter = 5
const longest = 900

/** Seconds between tries once `failures` went past `free`: 5, 10, 20, 40, 80, then 15 min; never longer, never for ever. */
export function delayAfter(failures: number, free: number): number {
  const past = failures - free
  return past >= lockAfter ? longest : 5 * 2 ** Math.max(0, past)
}

/** How many refusals of one counter are told to the trail one by one in an hour; then the 64th, the 128th and so on. */
const toldSingly = 50

/** Whether the trail is told of the nth refused try: all of a person's, few of a flood's. */
export function isTold(refusal: number): boolean {
  return refusal <= toldSingly || Number.isInteger(Math.log2(refusal))
}
