import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair } from 'jose'
import { type Claims, sign, type Signature } from './hostile-signing.ts'

/** Deviations of a provider from the protocol. */
export interface Lies {
  /** Claims to override in the ID token; undefined removes a claim. */
  claims?: Claims
  signature?: Signature
  /** Parameters to override in the authorization response. */
  response?: Record<string, string | undefined>
  /** Metadata to override in the discovery document. */
  metadata?: Claims
  tokenStatus?: number
  /** Accepts a code repeatedly. */
  codesAgain?: boolean
}

/** An identity provider that follows the protocol except for the deviations that a test sets. */
export class HostileProvider {
  readonly clientId = 'portaria'
  readonly clientSecret = 'the secret between us'
  lies: Lies = {}
  /** Parameters of the last authorization request. */
  asked = new URLSearchParams()
  /** Number of requests to its token endpoint. */
  tokenRequests = 0
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #codes = new Map<string, URLSearchParams>()
  readonly #keys = generateKeyPair('ES256')
  readonly #foreignKeys = generateKeyPair('ES256')

  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  /** Stops responding. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer)
    if (url.pathname === '/authorize') return this.#authorize(url.searchParams, response)
    const [status, body] = await this.#respond(url.pathname, request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  /** Authorizes without a prompt, always as the user of the claims. */
  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    this.asked = asked
    const code = randomUUID()
    this.#codes.set(code, asked)
    const back = new URL(asked.get('redirect_uri') ?? '')
    const parameters = {
      code,
      state: asked.get('state') ?? '',
      iss: this.issuer,
      ...this.lies.response,
    }
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) back.searchParams.set(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  async #respond(path: string, request: IncomingMessage): Promise<[status: number, body: unknown]> {
    if (path === '/.well-known/openid-configuration') return [200, this.#metadata()]
    if (path === '/jwks')
      return [200, { keys: [{ ...(await exportJWK((await this.#keys).publicKey)), alg: 'ES256' }] }]
    if (path === '/token') return this.#token(request)
    return [404, {}]
  }

  #metadata(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // Also offers insecure algorithms, as a hostile provider could.
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...this.lies.metadata,
    }
  }

  async #token(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    this.tokenRequests++
    const form = new URLSearchParams(await text(request))
    const code = form.get('code') ?? ''
    const asked = this.#codes.get(code)
    if (!this.lies.codesAgain) this.#codes.delete(code)
    const challenge = hash('sha256', form.get('code_verifier') ?? '', 'base64url')
    const basic = `Basic ${btoa(`${this.clientId}:${encodeURIComponent(this.clientSecret).replaceAll('%20', '+')}`)}`
    if (request.headers.authorization !== basic) return [401, { error: 'invalid_client' }]
    if (
      !asked ||
      asked.get('code_challenge') !== challenge ||
      asked.get('redirect_uri') !== form.get('redirect_uri')
    ) {
      return [400, { error: 'invalid_grant' }]
    }
    const token = {
      access_token: randomUUID(),
      token_type: 'Bearer',
      id_token: await this.#idToken(asked),
    }
    return [this.lies.tokenStatus ?? 200, token]
  }

  async #idToken(asked: URLSearchParams): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const claims: Claims = {
      iss: this.issuer,
      sub: 'person-1',
      aud: this.clientId,
      iat: now,
      exp: now + 300,
      auth_time: now,
      nonce: asked.get('nonce'),
      email: 'federado@portaria.example',
      email_verified: true,
      ...this.lies.claims,
    }
    return sign(claims, this.lies.signature ?? 'right', {
      right: (await this.#keys).privateKey,
      foreign: (await this.#foreignKeys).privateKey,
      secret: this.clientSecret,
    })
  }
}
