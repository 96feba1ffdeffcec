import type { LockKind } from '../../contract/locks.ts'

/** What is counted, each kind with counters of its own (rulings §4). */
export type AttemptKind = LockKind | 'trip'

interface Rule {
  /** How many an hour go unhindered, per account and per address. */
  freePerAccount: number
  freePerAddress: number
  /** Past the free ones, guesses take turns; what is no guess waits until all is forgotten. */
  guessed: boolean
}

export const attemptRules: Readonly<Record<AttemptKind, Rule>> = {
  password: { freePerAccount: 5, freePerAddress: 50, guessed: true },
  code: { freePerAccount: 10, freePerAddress: 50, guessed: true },
  answer: { freePerAccount: 5, freePerAddress: 20, guessed: true },
  /** Trips to an identity provider belong to no account yet; only the address is counted. */
  trip: { freePerAccount: 300, freePerAddress: 300, guessed: false },
  message: { freePerAccount: 10, freePerAddress: 60, guessed: false },
}

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
