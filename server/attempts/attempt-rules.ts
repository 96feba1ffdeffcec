/** What is counted, each kind with counters of its own (rulings §4). */
export type AttemptKind = 'password' | 'code' | 'answer' | 'message' | 'trip'

interface Rule {
  /** How many an hour go unhindered, per account and per address. */
  freePerAccount: number
  freePerAddress: number
}

export const attemptRules: Readonly<Record<AttemptKind, Rule>> = {
  password: { freePerAccount: 5, freePerAddress: 50 },
  code: { freePerAccount: 10, freePerAddress: 50 },
  answer: { freePerAccount: 5, freePerAddress: 20 },
  /** Trips to an identity provider belong to no account yet; only the address is counted. */
  trip: { freePerAccount: 300, freePerAddress: 300 },
  message: { freePerAccount: 10, freePerAddress: 60 },
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
