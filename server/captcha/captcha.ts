import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestOf } from '../secrets/random.ts'
import { useCaptchaToken } from './captcha-queries.ts'

/** What the helper page needs to show the captcha. */
export interface CaptchaChallenge {
  provider: 'altcha' | 'turnstile' | 'none'
  siteKey?: string
  challenge?: unknown
}

/** Result for a valid token. */
export interface AcceptedCaptcha {
  /** Identifies the solved challenge independently of the token's encoding, so that it can be used only once. */
  identity: string
  expiresAt: Date
}

/** A captcha provider. */
export interface CaptchaProvider {
  describe(): Promise<CaptchaChallenge>
  /** Returns undefined for an invalid token. */
  verify(token: string, address: string): Promise<AcceptedCaptcha | undefined>
  /** Additional origins that the helper page may load from. */
  origins: readonly string[]
}

/**
 * Verifies captcha tokens; each token is valid for one call. Without a provider (demo and tests) nothing is checked.
 */
export class Captcha {
  readonly #provider: CaptchaProvider | undefined
  readonly #clock: Clock

  constructor(provider: CaptchaProvider | undefined, clock: Clock) {
    this.#provider = provider
    this.#clock = clock
  }

  describe(): Promise<CaptchaChallenge> {
    return this.#provider?.describe() ?? Promise.resolve({ provider: 'none' })
  }

  get origins(): readonly string[] {
    return this.#provider?.origins ?? []
  }

  /** Uses up the token. Throws the same problem `captcha-invalid` for a missing, forged, expired or reused token. */
  async consume(db: Db, token: string | string[] | undefined, address: string): Promise<void> {
    if (!this.#provider) return
    if (typeof token !== 'string' || token.length > 8192) throw new Problem('captcha-invalid')
    const accepted = await this.#provider.verify(token, address)
    if (!accepted || accepted.expiresAt <= this.#clock.now()) throw new Problem('captcha-invalid')
    const first = await useCaptchaToken(db, digestOf(accepted.identity), accepted.expiresAt)
    if (!first) throw new Problem('captcha-invalid')
  }
}
