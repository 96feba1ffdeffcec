import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { RequestContext } from './call.ts'
import { clientAddress } from './client-address.ts'
import type { Cookie } from './cookie.ts'
import type { Credentials } from './principal.ts'

/** Returns the token of an `authorization` header (RFC 6750 §2.1). */
export const bearerTokenOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]

/** Context of a Fastify request. Each value is read only when it is needed. */
export class FastifyRequestContext implements RequestContext, Credentials {
  readonly #request: FastifyRequest
  readonly #cookie: Cookie
  #address: string | undefined

  constructor(request: FastifyRequest, cookie: Cookie, { audit }: Pick<Endpoint, 'audit'>) {
    this.#request = request
    this.#cookie = cookie
    // Read at the start, because the audit event needs the address at the end, and a disconnected client has none then.
    if (audit !== 'none') this.#address = clientAddress(request)
  }

  get id(): string {
    return this.#request.id
  }

  get address(): string {
    return (this.#address ??= clientAddress(this.#request))
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? ''
  }

  get browser(): string | undefined {
    return this.#cookie.read(this.cookies)
  }

  get cookies(): string | undefined {
    return this.#request.headers.cookie
  }

  get authorization(): string | undefined {
    return this.#request.headers.authorization
  }

  get token(): string | undefined {
    return bearerTokenOf(this.authorization)
  }

  get origin(): string | undefined {
    return this.#request.headers.origin
  }

  get fetchSite(): string | undefined {
    return this.#request.headers['sec-fetch-site']
  }

  readonly isGone = (): boolean => this.#request.raw.socket.destroyed
}
