import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * A cookie of this module. Its name must differ from those of other servers on this host, because cookies do not
 * distinguish ports.
 */
export class ModuleCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(name: string, sameSite: 'Lax' | 'Strict') {
    this.#name = name
    // With https, also set `Secure` and prefix the name with `__Host-`.
    this.#attributes = `Path=/; HttpOnly; SameSite=${sameSite}`
  }

  read({ headers }: IncomingMessage): string | undefined {
    const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
    return pairs.find(([name]) => name === this.#name)?.[1]
  }

  set(response: ServerResponse, value: string): void {
    response.appendHeader('set-cookie', `${this.#name}=${value}; ${this.#attributes}`)
  }

  drop(response: ServerResponse): void {
    response.appendHeader('set-cookie', `${this.#name}=; ${this.#attributes}; Max-Age=0`)
  }
}

/**
 * Whether the request comes from a page of this module's own site, such as the portal under the association's domain.
 * Relies on `Sec-Fetch-Site`, which pages cannot set. False for links on other sites or in a mail, and for typed URLs.
 */
export function comesFromOurSite({ headers }: IncomingMessage): boolean {
  return ['same-site', 'same-origin'].includes(headers['sec-fetch-site'] ?? '')
}

/**
 * Whether the request comes from a page of this module itself. Also true in browsers without `Sec-Fetch-Site`, which
 * only the SameSite=Strict cookie protects.
 */
export function comesFromHere({ headers }: IncomingMessage): boolean {
  return ['same-origin', undefined].includes(headers['sec-fetch-site'])
}
