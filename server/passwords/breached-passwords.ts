import { hash } from 'node:crypto'
import type { Logger } from 'pino'

const patience = 3000

/**
 * Passwords that leaked somewhere (ASVS V6.2.12), asked of a service that speaks the range protocol of Pwned Passwords:
 * it learns five of the forty hex digits of a SHA-1, and answers with every leaked hash that begins like it.
 */
export class BreachedPasswords {
  readonly #rangeUrl: string | undefined
  readonly #log: Logger

  /** `rangeUrl` ends before the five digits; without one nothing counts as leaked. */
  constructor(rangeUrl: string | undefined, log: Logger) {
    this.#rangeUrl = rangeUrl
    this.#log = log
  }

  /** Whether it leaked; no where the service does not answer, since nobody could set a password then. */
  async include(password: string): Promise<boolean> {
    if (!this.#rangeUrl) return false
    const digest = hash('sha1', password).toUpperCase()
    try {
      const response = await fetch(this.#rangeUrl + digest.slice(0, 5), {
        // Answers of one length: who listens can't tell from it what was asked.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(patience),
      })
      if (!response.ok) throw new Error(`The service answered ${response.status}.`)
      return leakedSuffixes(await response.text()).has(digest.slice(5))
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot ask whether a password leaked')
      return false
    }
  }
}

/** Lines of `suffix:count`; those that were seen 0 times are the padding. */
function leakedSuffixes(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim().split(':'))
  return new Set(lines.flatMap(([suffix = '', count]) => (Number(count) > 0 ? [suffix] : [])))
}
