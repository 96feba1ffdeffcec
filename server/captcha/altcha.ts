import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { after, type Clock, minutes } from '../shared/clock.ts'
import type { AcceptedCaptcha, CaptchaChallenge, CaptchaProvider } from './captcha.ts'

/** Lifetime of a challenge and its token. */
const lifetime = minutes(5)
/** Cost of a solution: some hundreds of key derivations with 1,000 rounds each, about one second on a phone. */
const cost = 1000
const counter = { min: 300, max: 900 }

const payloadSchema = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(cost),
      keyLength: z.int().max(64),
      keyPrefix: z.string(),
      data: z.object({ expires: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.looseObject({
    counter: z
      .int()
      .min(0)
      .max(counter.max * 2),
    derivedKey: z.string(),
  }),
})

/** Self-hosted proof of work: no third party sees a sign-in (rulings §4). */
export class Altcha implements CaptchaProvider {
  readonly origins: readonly string[] = []
  /** The first secret signs challenges. Challenges signed with any of the secrets are accepted. */
  readonly #secrets: readonly string[]
  readonly #clock: Clock

  constructor(secrets: readonly string[], clock: Clock) {
    this.#secrets = secrets
    this.#clock = clock
  }

  async describe(): Promise<CaptchaChallenge> {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(counter.min, counter.max),
      deriveKey,
      // The widget would compare `expiresAt` with the client's clock. So the expiry is in `data`, which is signed too,
      // and `Captcha.consume` compares it with the server's clock.
      data: { expires: after(this.#clock.now(), lifetime).getTime() },
      ...secretsFrom(this.#secrets[0] ?? ''),
    })
    return { provider: 'altcha', challenge }
  }

  async verify(token: string): Promise<AcceptedCaptcha | undefined> {
    const payload = payloadSchema.safeParse(parseToken(token))
    if (!payload.success) return undefined
    if (!(await this.#isSolved(payload.data))) return undefined
    const { challenge } = payload.data
    // The signature of the challenge covers the nonce, so another solution of the challenge has the same identity.
    return {
      identity: challenge.parameters.nonce,
      expiresAt: new Date(challenge.parameters.data.expires),
    }
  }

  async #isSolved({ challenge, solution }: z.output<typeof payloadSchema>): Promise<boolean> {
    for (const secret of this.#secrets) {
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        ...secretsFrom(secret),
      })
      if (verified) return true
    }
    return false
  }
}

const secretsFrom = (secret: string) => ({
  hmacSignatureSecret: secret,
  hmacKeySignatureSecret: `${secret}:key`,
})

function parseToken(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
  } catch {
    // A token that is not JSON is refused like a forged one.
    return undefined
  }
}
