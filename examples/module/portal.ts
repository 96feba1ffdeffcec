import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'

/** The part of the portal's response that this module uses; other fields are ignored. */
const exchanged = z.object({
  result: z.object({
    data: z.object({
      access_token: z.string(),
      decodedToken: z.object({
        user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
        companies: z.array(z.object({ id: z.int(), name: z.string() })),
        functions: z.array(
          z.object({
            name: z.string(),
            path: z.string(),
            actions: z.array(z.object({ path: z.string() })),
          }),
        ),
        spid: z.string().nullable(),
      }),
    }),
  }),
})

/** How and when the user authenticated, as the token states it (RFC 9068 §2.2.1). */
const authentication = z.object({ acr: z.string(), auth_time: z.int().optional() })

/** A user who arrived, with a verified token. */
export interface Arrival {
  token: string
  until: Date
  authentication: z.output<typeof authentication>
  person: z.output<typeof exchanged>['result']['data']['decodedToken']
}

/** The code is unknown, used, expired or not for this module; the portal does not say which. */
export class CodeRefused extends Error {}

/** Timeout of a request to the portal in milliseconds. */
const requestTimeout = 5000

/** Client for the three requests that a module sends to the portal. */
export class Portal {
  readonly #url: string
  readonly #audience: string
  readonly #credentials: string
  readonly #keys: ReturnType<typeof createRemoteJWKSet>

  constructor(url: string, moduleId: string, secret: string) {
    this.#url = url
    this.#audience = `module:${moduleId}`
    this.#credentials = `Basic ${Buffer.from(`${moduleId}:${secret}`).toString('base64')}`
    this.#keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', url))
  }

  /** Exchanges a code, which is possible once, and verifies the token. */
  async exchange(code: string): Promise<Arrival> {
    const path = `/api/user-local/token?code=${encodeURIComponent(code)}`
    const response = await this.#ask(path, this.#credentials)
    // The portal refuses an empty or overlong code with 400.
    if (response.status === 404 || response.status === 400) throw new CodeRefused()
    if (!response.ok) throw new Error(`the exchange returned ${response.status}`)
    const { access_token: token, decodedToken: person } = exchanged.parse(await response.json())
      .result.data
    const { payload } = await jwtVerify(token, this.#keys, {
      issuer: this.#url,
      audience: this.#audience,
      typ: 'at+jwt',
      algorithms: ['EdDSA'],
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    if (payload.sub !== String(person.user.id)) throw new Error('the token belongs to another user')
    const until = new Date((payload.exp ?? 0) * 1000)
    return { token, person, until, authentication: authentication.parse(payload) }
  }

  /** Whether the token is still valid, which requires its session and the user's grants. */
  async isAlive(token: string): Promise<boolean> {
    const response = await this.#ask('/api/user/validate', `Bearer ${token}`)
    await response.body?.cancel()
    if (response.ok) return true
    if (response.status === 401) return false
    throw new Error(`the validation returned ${response.status}`)
  }

  async #ask(path: string, authorization: string): Promise<Response> {
    try {
      return await fetch(this.#url + path, {
        headers: { authorization },
        // Never send the credentials to another server.
        redirect: 'error',
        signal: AbortSignal.timeout(requestTimeout),
      })
    } catch (error) {
      // The message omits the path, because it may contain a code.
      throw new Error('the portal cannot be reached', { cause: error })
    }
  }
}
