import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { consoleModuleId } from '../../contract/constants.ts'
import type { Authentication, Place } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { digestTextOf } from '../secrets/random.ts'
import type { Clock } from '../shared/clock.ts'
import { claimsOfAuthentication } from './authentication.ts'
import { type Caller, isFresh } from './session-cache.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Claims of an access token (RFC 9068), with the additional claims of rulings §3. */
const claimsSchema = z.object({
  jti: z.uuid(),
  sub: z.string().regex(/^\d+$/).transform(Number),
  sid: z.uuid(),
  aud: z.string(),
  exp: z.int(),
  module_id: z.int().optional(),
  company_id: z.int().optional(),
  spid: z.string().optional(),
  /** SHA-256 of the browser cookie's value, in base64url. Only in tokens that the console itself uses. */
  cnf: z.object({ browser: z.string() }).optional(),
})

/** Claims of a verified token, in the form that is cached. The initial token has no place. */
export interface TokenClaims extends Caller {
  jti: string
  /** In seconds since 1970. */
  exp: number
  /** Whether the token is valid only together with the browser cookie of its session. */
  bound: boolean
}

/** What a token is issued for. The initial token has no place. */
export interface TokenSubject {
  tokenId: string
  sessionId: string
  userId: number
  expiresAt: Date
  /** SHA-256 of the cookie's value, in base64url. */
  browserDigest: string
  /** Stated in tokens for modules. */
  authentication?: Authentication
  place?: Place
}

/** Maximum size of the cached verified tokens in bytes. */
const maxBytes = 96 * 1024 * 1024
/** Approximate bytes of a cached token: its digest, two ids, a place, and references to session and grants. */
const weightOfOne = 630

/** Signs and verifies tokens. Caches verified tokens, since a valid signature stays valid. */
export class SessionTokens {
  readonly #issuer: string
  readonly #keys: SigningKeys
  readonly #clock: Clock
  /**
   * Claims by digest of the token. A digest is a tenth as long as the token, and useless to an attacker who reads the
   * memory.
   */
  readonly #verified: LRUCache<string, TokenClaims>

  constructor(issuer: string, keys: SigningKeys, clock: Clock, limit = maxBytes) {
    this.#issuer = issuer
    this.#keys = keys
    this.#clock = clock
    keys.onDistrust(() => this.#verified.clear())
    this.#verified = new LRUCache({
      maxSize: limit,
      sizeCalculation: () => weightOfOne,
    })
  }

  /** Approximate size of the cached tokens in bytes. */
  get weight(): number {
    return this.#verified.calculatedSize
  }

  /** The public keys of all tokens that are accepted. */
  get jwks() {
    return this.#keys.jwks(this.#clock.now())
  }

  /**
   * Signs a token. Initial tokens and tokens for module 1 are for this API and bound to the browser. Other tokens are
   * for their module.
   */
  async sign(subject: TokenSubject): Promise<string> {
    const { place, authentication } = subject
    const own = !place || place.moduleId === consoleModuleId
    const claims = {
      sid: subject.sessionId,
      ...(place && { module_id: place.moduleId, company_id: place.companyId }),
      ...(place?.spid && { spid: place.spid }),
      ...(own
        ? { cnf: { browser: subject.browserDigest } }
        : authentication && statedClaims(authentication)),
    }
    const { kid, privateKey } = await this.#keys.current()
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid })
      .setIssuer(this.#issuer)
      .setAudience(own ? this.#issuer : `module:${place.moduleId}`)
      .setSubject(String(subject.userId))
      .setJti(subject.tokenId)
      .setIssuedAt(this.#clock.now())
      .setExpirationTime(subject.expiresAt)
      .sign(privateKey)
  }

  /** Returns the claims from the cache; undefined on a cache miss or if the token has expired. */
  getCached(token: string, now: number): TokenClaims | undefined {
    const key = digestTextOf(token)
    const cached = this.#verified.peek(key)
    if (!cached || cached.exp * 1000 <= now) return undefined
    // `get` marks the token as recently used. Once a minute is enough.
    if (!isFresh(cached.entries, now)) this.#verified.get(key)
    return cached
  }

  /** Returns the claims of a valid token. Throws `access-token-invalid` or `access-token-expired` otherwise. */
  async verify(token: string): Promise<TokenClaims> {
    const key = digestTextOf(token)
    const cached = this.#verified.get(key)
    if (cached) {
      if (cached.exp * 1000 <= this.#clock.now().getTime())
        throw new Problem('access-token-expired')
      return cached
    }
    const { payload, kid } = await this.#check(token)
    const claims = claimsOf(payload)
    // The key may have lost its trust while the token was verified.
    if (!this.#keys.isTrusted(kid, this.#clock.now())) throw new Problem('access-token-invalid')
    this.#verified.set(key, claims)
    return claims
  }

  async #check(token: string): Promise<{ payload: z.output<typeof claimsSchema>; kid: string }> {
    if (!isCanonicalBase64url(token)) throw new Problem('access-token-invalid')
    try {
      const { payload, protectedHeader } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid && (await this.#keys.find(kid, this.#clock.now()))
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
      return { payload: claimsSchema.parse(payload), kid: protectedHeader.kid ?? '' }
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new Problem('access-token-expired')
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new Problem('access-token-invalid')
      throw error
    }
  }
}

/** Returns the claims of the authentication. An unknown time has no claim. */
function statedClaims(authentication: Authentication) {
  const { auth_time: time, ...claims } = claimsOfAuthentication(authentication)
  return { ...claims, ...(time !== null && { auth_time: time }) }
}

/**
 * Whether the signature is canonical base64url. Decoders also accept spaces, padding and unused bits, so the same token
 * could be written in many ways, and each would become a cache entry.
 */
function isCanonicalBase64url(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}

function claimsOf({
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
  return { jti, sub, sid, exp, bound: cnf !== undefined, place, entries: undefined }
}
