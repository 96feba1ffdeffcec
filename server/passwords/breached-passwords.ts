import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { tracedFetch } from '../shared/traced-fetch.ts'

const timeout = 3000

/**
 * Checks for leaked passwords (ASVS V6.2.12) with a service that implements the range protocol of Pwned Passwords: it
 * receives five of the forty hex digits of a SHA-1, and returns all leaked hashes with this prefix.
 */
export class BreachedPasswords {
  readonly #rangeUrl: string | undefined
  readonly #log: Logger

  /** `rangeUrl` is the URL without the five digits. If it is missing, no password counts as leaked. */
  constructor(rangeUrl: string | undefined, log: Logger) {
    this.#rangeUrl = rangeUrl
    this.#log = log
  }

  /** Whether the password has leaked. False if the service is down, because otherwise no password could be set. */
  async include(password: string): Promise<boolean> {
    if (!this.#rangeUrl) return false
    const digest = hash('sha1', password).toUpperCase()
    try {
      const url = this.#rangeUrl + digest.slice(0, 5)
      const response = await tracedFetch('breached passwords', url, {
        // Padding gives all responses the same length, so that the length does not reveal the requested prefix.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(timeout),
      })
      if (!response.ok) throw new Error(`The service returned status ${response.status}.`)
      return leakedSuffixes(await response.text()).has(digest.slice(5))
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot check whether a password has leaked')
      return false
    }
  }
}

/** Parses lines `suffix:count`; entries with count 0 are padding. */
function leakedSuffixes(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim().split(':'))
  return new Set(lines.flatMap(([suffix = '', count]) => (Number(count) > 0 ? [suffix] : [])))
}
