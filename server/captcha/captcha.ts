import type { Clock } from '../shared/clock.ts'
import type { Db } from '../database/database.ts'
import { Problem } from '../binder/problem.ts'
import { digestOf } from '../secrets/random.ts'
import { useCaptchaToken } from './captcha-queries.ts'

/** What the helper page needs to show the captcha. */
export interface CaptchaChallenge {
  provider: 'altcha' | 'turnstile' | 'none'
  siteKey?: string
  challenge?: unknown
}

/** A token that a provider accepts. */
export interface AcceptedCaptcha {
  /** The same however the token's bytes are written, so that it can be used only once. */
  identity: string
  expiresAt: Date
}

/** One kind of captcha; another provider is one of these. */
export interface CaptchaProvider {
  describe(): Promise<CaptchaChallenge>
  /** Undefined where the token is no good. */
  verify(token: string, address: string): Promise<AcceptedCaptcha | undefined>
  /** Origins that the helper page, and no other, may load from. */
  origins: readonly string[]
}

/** Verifies captcha tokens and lets each open one call, once. Without a provider (demo and tests) everything is open. */
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

  /** Uses the token up; missing, forged, aged and replayed ones are all `captcha-invalid`. */
  async consume(db: Db, token: string | string[] | undefined, address: string): Promise<void> {
    if (!this.#provider) return
    if (typeof token !== 'string' || token.length > 8192) throw new Problem('captcha-invalid')
    const accepted = await this.#provider.verify(token, address)
    if (!accepted || accepted.expiresAt <= this.#clock.now()) throw new Problem('captcha-invalid')
    const first = await useCaptchaToken(db, digestOf(accepted.identity), accepted.expiresAt)
    if (!first) throw new Problem('captcha-invalid')
  }
}
