import type { Logger } from 'pino'
import { hashing } from '../secrets/password-hash.ts'
import { seconds } from '../shared/clock.ts'
import { repeatUntil } from '../shared/repeat-until.ts'

/** Milliseconds from one look to the next: a hash that was begun before one has long ended at the next. */
const lookEvery = seconds(15)

/**
 * Gives back what malloc keeps for nobody, until the signal says stop: the memory of the last hash, and pieces that load
 * left behind (decision 49). While passwords are hashed it is kept: a hash that asks the system for it anew takes longer.
 */
export function keepGivingBack(log: Logger, signal: AbortSignal): Promise<void> {
  const lull = new Lull()
  let possible = true
  const onError = (error: unknown): void => {
    possible = false
    log.info({ err: error }, 'what malloc keeps is not given back here (docs/operating.md)')
  }
  return repeatUntil({ every: lookEvery, signal, onError }, async () => {
    // The last look comes when the process ends, and with it all is given back anyway.
    if (lull.begins(hashing.begun) && possible && !signal.aborted) await giveBack()
  })
}

/** Tells from a count that only grows when it has come to rest, once each time. */
export class Lull {
  #seen = 0
  #told = 0

  /** Whether nothing was counted since the look before, and this is the first look that finds so. */
  begins(count: number): boolean {
    const begins = count === this.#seen && count !== this.#told
    this.#seen = count
    if (begins) this.#told = count
    return begins
  }
}

/**
 * Everybody waits meanwhile, for a few milliseconds after load. Throws where `node:ffi` is not there, or not allowed, and
 * where the C library has no such call: of those that Node runs on only glibc does.
 */
async function giveBack(): Promise<void> {
  // Asked for when it is needed: at its import Node warns that it may still change.
  const { dlopen } = await import('node:ffi')
  const { lib, functions } = dlopen(null, { malloc_trim: { arguments: ['u64'], return: 'i32' } })
  functions.malloc_trim(0n)
  lib.close()
}
