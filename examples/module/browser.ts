import type { IncomingMessage, ServerResponse } from 'node:http'

/** A cookie of this module. Cookies know no ports: its name must differ from that of everything else on this host. */
export class ModuleCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(name: string, sameSite: 'Lax' | 'Strict') {
    this.#name = name
    // On https also `Secure`, and the prefix `__Host-` before the name.
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
 * Whether a page of this module's own site sent the browser here, such as the portal under the association's domain:
 * so says `Sec-Fetch-Site`, which pages can't write. A link anywhere else, in a mail, or typed doesn't.
 */
export function comesFromOurSite({ headers }: IncomingMessage): boolean {
  return ['same-site', 'same-origin'].includes(headers['sec-fetch-site'] ?? '')
}

/** Whether a page of this very module sent it; browsers that don't say so are told apart by the strict cookie alone. */
export function comesFromHere({ headers }: IncomingMessage): boolean {
  return ['same-origin', undefined].includes(headers['sec-fetch-site'])
}
