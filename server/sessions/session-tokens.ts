import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { consoleModuleId } from '../../contract/constants.ts'
import type { Place } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestTextOf } from '../secrets/random.ts'
import type { Clock } from '../shared/clock.ts'
import { type Caller, isFresh } from './session-cache.ts'
import type { SigningKeys } from './signing-keys.ts'

/** What a token of ours says (RFC 9068, with the claims of rulings §3). */
const claimsSchema = z.object({
  jti: z.uuid(),
  sub: z.string().regex(/^\d+$/).transform(Number),
  sid: z.uuid(),
  aud: z.string(),
  exp: z.int(),
  module_id: z.int().optional(),
  company_id: z.int().optional(),
  spid: z.string().optional(),
  /** SHA-256, base64url, of the value in the browser's cookie; only in tokens that the console itself uses. */
  cnf: z.object({ browser: z.string() }).optional(),
})

/** What is remembered of a token: whose it is, until when (in seconds since 1970), and for where: no place in the initial one. */
export interface TokenClaims extends Caller {
  jti: string
  exp: number
  /** Whether it serves the browser of its session alone. */
  bound: boolean
}

/** What a token is made for: the initial token belongs to no place. */
export interface TokenSubject {
  tokenId: string
  sessionId: string
  userId: number
  expiresAt: Date
  /** In base64url. */
  browserDigest: string
  place?: Place
}

/** How many bytes of verified tokens a process remembers. */
const maxBytes = 96 * 1024 * 1024
/** About how many bytes one takes: its digest, two ids, a place, and where its session and grants lie. */
const weightOfOne = 630

/** Signs and verifies tokens; remembers the ones it verified, since a signature doesn't change its mind. */
export class SessionTokens {
  readonly #issuer: string
  readonly #keys: SigningKeys
  readonly #clock: Clock
  /** By the digest of the token: a tenth of its length, and no use to whoever reads this memory. */
  readonly #verified: LRUCache<string, TokenClaims>

  constructor(issuer: string, keys: SigningKeys, clock: Clock, limit = maxBytes) {
    this.#issuer = issuer
    this.#keys = keys
    this.#clock = clock
    this.#verified = new LRUCache({
      maxSize: limit,
      sizeCalculation: () => weightOfOne,
    })
  }

  /** About how many bytes of verified tokens it remembers. */
  get weight(): number {
    return this.#verified.calculatedSize
  }

  get jwks() {
    return this.#keys.jwks
  }

  /** A module's token is for that module alone; initial and module-1 tokens are for this API and bound to the browser. */
  async sign(subject: TokenSubject): Promise<string> {
    const { place } = subject
    const own = !place || place.moduleId === consoleModuleId
    const claims = {
      sid: subject.sessionId,
      ...(place && { module_id: place.moduleId, company_id: place.companyId }),
      ...(place?.spid && { spid: place.spid }),
      ...(own && { cnf: { browser: subject.browserDigest } }),
    }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: this.#keys.current.kid })
      .setIssuer(this.#issuer)
      .setAudience(own ? this.#issuer : `module:${place.moduleId}`)
      .setSubject(String(subject.userId))
      .setJti(subject.tokenId)
      .setIssuedAt(this.#clock.now())
      .setExpirationTime(subject.expiresAt)
      .sign(this.#keys.current.privateKey)
  }

  /** What the token says, if it was verified before and its time has not passed. */
  recall(token: string, now: number): TokenClaims | undefined {
    const key = digestTextOf(token)
    const known = this.#verified.peek(key)
    if (!known || known.exp * 1000 <= now) return undefined
    if (!isFresh(known.found, now)) this.#verified.get(key)
    return known
  }

  /** What the token says, if it is ours and its time has not passed; throws the two problems of a token otherwise. */
  async verify(token: string): Promise<TokenClaims> {
    const key = digestTextOf(token)
    const known = this.#verified.get(key)
    if (known) {
      if (known.exp * 1000 <= this.#clock.now().getTime()) throw new Problem('access-token-expired')
      return known
    }
    const claims = placed(await this.#check(token))
    this.#verified.set(key, claims)
    return claims
  }

  async #check(token: string): Promise<z.output<typeof claimsSchema>> {
    if (!isSpelledAsIssued(token)) throw new Problem('access-token-invalid')
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          const key = kid === undefined ? undefined : this.#keys.publicKeys.get(kid)
          if (!key) throw new errors.JWKSNoMatchingKey()
          return key
        },
        {
          issuer: this.#issuer,
          algorithms: ['EdDSA'],
          typ: 'at+jwt',
          currentDate: this.#clock.now(),
        },
      )
      return claimsSchema.parse(payload)
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new Problem('access-token-expired')
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new Problem('access-token-invalid')
      throw error
    }
  }
}

/**
 * Whether its signature is written in the one way that ours are. Readers of base64url also take spaces, padding and bits
 * that belong to no byte; whoever holds one token would have as many as they like, each remembered by itself.
 */
function isSpelledAsIssued(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

function placed({
  jti,
  sub,
  sid,
  exp,
  cnf,
  module_id: moduleId,
  company_id: companyId,
  spid,
}: z.output<typeof claimsSchema>): TokenClaims {
  const place =
    moduleId === undefined || companyId === undefined
      ? undefined
      : { moduleId, companyId, spid: spid ?? null }
  return { jti, sub, sid, exp, bound: cnf !== undefined, place, found: undefined }
}
