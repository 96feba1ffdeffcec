import { createRemoteJWKSet, jwtVerify } from 'jose'
import { z } from 'zod'

/** What this module uses of the portal's answer; whatever else it says is left alone. */
const exchanged = z.object({
  result: z.object({
    data: z.object({
      access_token: z.string(),
      decodedToken: z.object({
        user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
        companies: z.array(z.object({ name: z.string() })),
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

/** Who arrived, with the token that proves it. */
export interface Arrival {
  token: string
  until: Date
  person: z.output<typeof exchanged>['result']['data']['decodedToken']
}

/** The code is unknown, used, expired or not for this module; the portal does not say which. */
export class CodeRefused extends Error {}

/** How long the portal may take to answer before it counts as down. */
const patience = 5000

/** The three things a module asks the portal. */
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

  /** Exchanges the code, once, and verifies what came back. */
  async exchange(code: string): Promise<Arrival> {
    const path = `/api/user-local/token?code=${encodeURIComponent(code)}`
    const response = await this.#ask(path, this.#credentials)
    // An empty or endless code is a 400: nothing that the portal ever issued.
    if (response.status === 404 || response.status === 400) throw new CodeRefused()
    if (!response.ok) throw new Error(`the exchange was answered with ${response.status}`)
    const { access_token: token, decodedToken: person } = exchanged.parse(await response.json())
      .result.data
    const { payload } = await jwtVerify(token, this.#keys, {
      issuer: this.#url,
      audience: this.#audience,
      typ: 'at+jwt',
      algorithms: ['EdDSA'],
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    if (payload.sub !== String(person.user.id)) throw new Error('the token is of somebody else')
    return { token, person, until: new Date((payload.exp ?? 0) * 1000) }
  }

  /** Whether the token still counts: not when its session ended, or what it was granted by is gone. */
  async isAlive(token: string): Promise<boolean> {
    const response = await this.#ask('/api/user/validate', `Bearer ${token}`)
    await response.body?.cancel()
    if (response.ok) return true
    if (response.status === 401) return false
    throw new Error(`the validation was answered with ${response.status}`)
  }

  async #ask(path: string, authorization: string): Promise<Response> {
    try {
      return await fetch(this.#url + path, {
        headers: { authorization },
        // Credentials go to the portal and nowhere else.
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      })
    } catch (error) {
      // Without the path, which may carry a code.
      throw new Error('the portal cannot be reached', { cause: error })
    }
  }
}
