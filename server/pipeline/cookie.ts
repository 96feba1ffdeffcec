export interface CookieOptions {
  /** Milliseconds. */
  maxAge: number
  sameSite: 'Strict' | 'Lax'
}

/**
 * A cookie of this host alone, out of reach of scripts. Its name carries `__Host-` so that no other host or path can
 * plant it (RFC 6265bis §4.1.3.2); on plain-http localhost a browser would refuse that, so not there.
 */
export class Cookie {
  readonly #name: string
  readonly #attributes: string

  constructor(name: string, publicUrl: string, { maxAge, sameSite }: CookieOptions) {
    const secure = publicUrl.startsWith('https://')
    this.#name = secure ? `__Host-${name}` : name
    this.#attributes = `Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAge / 1000}${secure ? '; Secure' : ''}`
  }

  /** Its value in a `cookie` header. */
  read(header: string | undefined): string | undefined {
    if (!header) return undefined
    const start = `${this.#name}=`
    for (const pair of header.split(';')) {
      const trimmed = pair.trim()
      if (trimmed.startsWith(start)) return trimmed.slice(start.length)
    }
    return undefined
  }

  /** A `set-cookie` header. */
  serialize(value: string): string {
    return `${this.#name}=${value}; ${this.#attributes}`
  }
}
