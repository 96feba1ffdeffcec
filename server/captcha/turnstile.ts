import { z } from 'zod'
import { after, type Clock, minutes } from '../shared/clock.ts'
import { tracedFetch } from '../shared/traced-fetch.ts'
import type { AcceptedCaptcha, CaptchaChallenge, CaptchaProvider } from './captcha.ts'

const answerSchema = z.object({ success: z.boolean() })

export interface TurnstileOptions {
  siteKey: string
  secret: string
  /** URL of the `siteverify` endpoint, or of a server with the same protocol. */
  verifyUrl: string
}

/** Hosted provider: validates tokens with Cloudflare Turnstile. */
export class Turnstile implements CaptchaProvider {
  readonly origins = ['https://challenges.cloudflare.com']
  readonly #options: TurnstileOptions
  readonly #clock: Clock

  constructor(options: TurnstileOptions, clock: Clock) {
    this.#options = options
    this.#clock = clock
  }

  describe(): Promise<CaptchaChallenge> {
    return Promise.resolve({ provider: 'turnstile', siteKey: this.#options.siteKey })
  }

  async verify(token: string, address: string): Promise<AcceptedCaptcha | undefined> {
    const response = await tracedFetch('captcha', this.#options.verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({
        secret: this.#options.secret,
        response: token,
        remoteip: address,
      }),
      signal: AbortSignal.timeout(5000),
    })
    const answer = answerSchema.safeParse(await response.json())
    if (!answer.success || !answer.data.success) return undefined
    // Turnstile itself accepts a token only once. The token is stored for its lifetime at Turnstile, five minutes.
    return { identity: token, expiresAt: after(this.#clock.now(), minutes(5)) }
  }
}
